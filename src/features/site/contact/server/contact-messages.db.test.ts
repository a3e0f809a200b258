import { beforeEach, expect, test } from 'vitest';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo } from '../../../../../tests/support/mail/mails.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const OFFICE = 'office@quay.example';
const SENDER = 'amina@buyers.example';
const { pool } = await testDatabase();
const app = await testApp(pool, { CONTACT_EMAIL: OFFICE });
const first = await signInAdmin(pool);
const second = await signInAdmin(pool);
let id: number;

beforeEach(async () => {
  await pool.query('truncate contact_messages, contact_replies, mail_outbox');
  const { rows } = await pool.query(
    `insert into contact_messages (from_name, from_email, subject, message)
     values ('Amina', $1, 'A quote', 'One Seal please') returning id`,
    [SENDER],
  );
  id = rows[0].id;
});

const reply = (text: string, replies = 0, { cookie } = first) =>
  postJson(app, `/api/admin/messages/${id}/replies`, { text, replies }, { cookie });
const change = (to: string, { cookie } = first) =>
  postJson(app, `/api/admin/messages/${id}`, { to }, { cookie, method: 'PUT' });
const list = async (query = '') => (await getJson(app, `/api/admin/messages?${query}`, first.cookie)).body;

test('an answer is emailed to the sender with the question, is kept with the message and ends the work on it', async () => {
  expect((await reply(' It costs $14,200.\nShall we hold it? ')).status).toBe(200);
  const [mail] = await mailsTo(pool, SENDER);
  expect(mail?.subject).toBe('Re: A quote');
  expect(mail?.text).toContain('It costs $14,200.\nShall we hold it?');
  expect(mail?.text).toContain('You wrote:\nOne Seal please');
  expect((await pool.query('select reply_to from mail_outbox')).rows).toEqual([{ reply_to: OFFICE }]);
  const { items, open } = await list();
  expect(items[0]).toMatchObject({ state: 'done', taken_by: expect.any(String), replies: [{ text: /^It costs/ }] });
  expect(open).toBe(0);
  const { rows } = await pool.query("select subject_id from audit_log where action = 'message answered'");
  expect(rows).toEqual([{ subject_id: id }]);
});

test('two simultaneous answers, or two presses, send one email', async () => {
  const answers = await Promise.all([reply('One'), reply('Two', 0, second), reply('One')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await mailsTo(pool, SENDER)).toHaveLength(1);
  expect((await reply('And one more thing', 1)).status).toBe(200);
});

test.each(['', ' \n', 'x'.repeat(5_001), 'a\u0000b'])('refuses the answer %j and sends nothing', async (text) => {
  const { status, body } = await reply(text);
  expect([status, Object.keys(body.fields)]).toEqual([400, ['text']]);
  expect(await mailsTo(pool, SENDER)).toEqual([]);
});

test('refuses to take a message that another person has taken', async () => {
  expect((await list('state=new')).items).toHaveLength(1);
  expect((await change('mine')).status).toBe(200);
  expect((await list('state=taken')).items[0].taken_by).toBeTruthy();
  expect((await change('mine', second)).status).toBe(409);
  expect((await change('nobody', second)).status).toBe(200);
  expect((await change('mine', second)).status).toBe(200);
});

test('a message is closed without an answer, opened again, and counted while it is open', async () => {
  expect((await list()).open).toBe(1);
  expect((await change('done')).status).toBe(200);
  expect(await list('state=done')).toMatchObject({ open: 0, items: [{ state: 'done', replies: [] }] });
  expect((await change('open')).status).toBe(200);
  expect((await list()).open).toBe(1);
});

test('a message that was deleted is not found', async () => {
  await pool.query('delete from contact_messages');
  expect([(await reply('Hello')).status, (await change('mine')).status]).toEqual([404, 404]);
});
