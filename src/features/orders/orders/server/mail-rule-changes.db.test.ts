import { expect, test } from 'vitest';
import { beginScenes, sql } from '../../../../../tests/support/mail/order-scenes.ts';
import { changeRulesOf, changeRulesOfKenya, mailRuleNews } from '../../../../../tests/support/mail/rule-news.ts';
import { shippedSale } from '../../../../../tests/support/mail/way-walks.ts';

const { pool } = await beginScenes();
const mails = async () =>
  sql("select to_address as to, text from mail_outbox where subject like '%Kenya%' order by id");

test('emails the buyer of an open order each change of its destination once, with what was published', async () => {
  await changeRulesOfKenya(pool, 'Known before the order.');
  const { order, buyer } = await shippedSale();
  await mailRuleNews(pool);
  expect(await mails()).toEqual([]);

  await changeRulesOf('TZ', pool);
  await mailRuleNews(pool);
  expect(await mails(), 'a change of another country').toEqual([]);

  await changeRulesOfKenya(pool, 'A second inspection is required.');
  await changeRulesOfKenya(pool, 'The fee is higher.');
  await mailRuleNews(pool);
  await mailRuleNews(pool);
  const sent = await mails();
  const [{ email }] = await sql('select email from users where id = $1', buyer.id);
  expect(sent).toMatchObject([{ to: email }]);
  expect(sent[0].text).toContain('A second inspection is required.');
  expect(sent[0].text).toContain('The fee is higher.');
  expect(sent[0].text).not.toContain('Known before the order.');
  expect(sent[0].text).toContain('/import/kenya');

  await changeRulesOfKenya(pool, 'For ships only.');
  await sql("update orders set life = 'completed', ended_at = now() where id = $1", order);
  await mailRuleNews(pool);
  expect(await mails(), 'an order that ended').toHaveLength(1);
});

test('a change from China counts for every destination', async () => {
  await sql('delete from mail_outbox');
  const { buyer } = await shippedSale();
  await changeRulesOf('CN', pool, 'Cars under 180 days need a letter of the maker.');
  await mailRuleNews(pool);
  const [{ email }] = await sql('select email from users where id = $1', buyer.id);
  expect(await mails()).toMatchObject([{ to: email, text: expect.stringContaining('180 days') }]);
});
