import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { claimSite } from '../../../../../../tests/support/aftersales/claim-site.ts';
import { signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { mailsTo } from '../../../../../../tests/support/mail/mails.ts';
import { getJson, postJson } from '../../../../../../tests/support/server/test-app.ts';

const site = await claimSite();
const { pool, app } = site;
const admin = await signInAdmin(pool);

type Question = { key?: string; party?: string; text?: string; cookie?: string };
const ask = (
  claim: number,
  { key = randomUUID(), party = 'buyer', text = 'When did you see the dent?', cookie = admin.cookie }: Question = {},
) => postJson(app, `/api/admin/claims/${claim}/questions`, { key, party, text }, { cookie });

const addressOf = async (id: number) =>
  (await pool.query<{ email: string }>('select email from users where id = $1', [id])).rows[0]!.email;

async function claimOfSale() {
  const sale = await site.sale();
  const { body } = await site.open(sale.order, { who: sale.buyer });
  await pool.query('delete from mail_outbox');
  return { ...sale, claim: body.claim.id as number };
}

test('a question reaches the asked party by email, both see it with the claim', async () => {
  const { claim, buyer, seller } = await claimOfSale();
  expect((await ask(claim)).status).toBe(200);
  const [mail] = await mailsTo(pool, await addressOf(buyer.id));
  expect(mail?.text).toContain('When did you see the dent?');
  expect(mail?.text).toContain(`/my-claims/${claim}`);
  expect(await mailsTo(pool, await addressOf(seller.id))).toEqual([]);
  for (const { cookie } of [buyer, seller]) {
    const { body } = await getJson(app, `/api/claims/${claim}`, cookie);
    expect(body.claim.questions).toMatchObject([{ to: 'buyer', text: 'When did you see the dent?' }]);
    expect(body.claim.next_at).not.toBeNull();
  }
  const audited = await pool.query(
    "select details from audit_log where action = 'claim question asked' and subject_id = $1",
    [claim],
  );
  expect(audited.rows).toEqual([{ details: { party: 'buyer' } }]);
});

test('the same press twice asks once, and a key is not reused for another question', async () => {
  const { claim, seller } = await claimOfSale();
  const key = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => ask(claim, { key, party: 'seller' })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await mailsTo(pool, await addressOf(seller.id))).toHaveLength(1);
  expect((await ask(claim, { key, party: 'seller', text: 'Something else?' })).status).toBe(422);
  expect((await ask(claim, { key, party: 'buyer' })).status).toBe(422);
});

test('refuses questions on an ended claim and more than 20 questions', async () => {
  const { claim, buyer } = await claimOfSale();
  for (let nth = 0; nth < 20; nth++) expect((await ask(claim)).status).toBe(200);
  expect((await ask(claim)).status).toBe(409);
  const ended = await claimOfSale();
  await postJson(app, `/api/claims/${ended.claim}/withdraw`, {}, { cookie: ended.buyer.cookie });
  expect((await ask(ended.claim)).status).toBe(409);
  expect((await getJson(app, `/api/claims/${claim}`, buyer.cookie)).body.claim.questions).toHaveLength(20);
});

test('support, which decides no claims, does not ask, and an empty question is refused', async () => {
  const { claim } = await claimOfSale();
  const support = await signInAdmin(pool, { role: 'support' });
  expect((await ask(claim, { cookie: support.cookie })).status).toBe(403);
  expect((await ask(claim, { text: '  ' })).status).toBe(400);
  const asked = await pool.query('select 1 from claim_questions where claim_id = $1', [claim]);
  expect(asked.rowCount).toBe(0);
});

test('the database keeps questions as they were asked', async () => {
  const { claim } = await claimOfSale();
  await ask(claim);
  await expect(pool.query("update claim_questions set body = 'Another?'")).rejects.toThrow();
});
