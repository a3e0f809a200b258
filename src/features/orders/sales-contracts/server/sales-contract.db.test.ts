import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { CONTRACT_VERSION } from '#content/contracts/sales-contract.ts';
import { issueDocument } from '#features/site/server/api.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo } from '../../../../../tests/support/mail/mails.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { pdfPages } from '../../../../../tests/support/site/documents/pdf-text.ts';
import {
  RECEIPT_PAPER,
  receiptRequest,
  testDocuments,
} from '../../../../../tests/support/site/documents/test-documents.ts';

const PRICE = 10_000;
type Person = Awaited<ReturnType<typeof signIn>>;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let buyer: Person;
let seller: Person;
let order: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  calls = payingCalls(app);
});

beforeEach(async () => {
  await pool.query('delete from request_counts');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  [buyer, seller] = [await signIn(pool), await signIn(pool, { name: '陈伟' })];
  await pool.query('update listings set user_id = $2 where id = $1', [car, seller.id]);
  order = (await calls.buy(buyer, car, PRICE)).order_id;
});

const show = (who: Person = buyer) => getJson(app, `/api/orders/${order}/contract`, who.cookie);
const accept = (hash: string, who: Person = buyer) =>
  postJson(app, `/api/orders/${order}/contract/acceptance`, { hash }, { cookie: who.cookie });
const orderNow = async () => (await getJson(app, `/api/orders/${order}`, buyer.cookie)).body;
const fileOf = (url: string, who: Person = buyer) => app.inject({ url, headers: { cookie: who.cookie } });

test('the list of open orders says which contract the buyer has to accept', async () => {
  const open = async () => (await getJson(app, '/api/orders?open=true', buyer.cookie)).body.items;
  expect(await open()).toMatchObject([{ id: order, contract: { accepted_at: null } }]);
  await accept((await show()).body.hash);
  expect(await open()).toMatchObject([{ id: order, contract: { accepted_at: expect.any(String) } }]);
  await pool.query("update orders set life = 'cancelled', ended_at = now() where id = $1", [order]);
  expect(await open()).toEqual([]);
  expect((await getJson(app, '/api/orders', buyer.cookie)).body.items).toMatchObject([{ id: order }]);
});

test('shows buyer and seller the same text and rejects everyone else', async () => {
  const { body } = await show();
  expect(body).toMatchObject({
    role: 'buyer',
    may_accept: true,
    accepted: [],
    document: null,
    version: CONTRACT_VERSION,
  });
  expect(body.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(body.clauses)).toContain('USD 11,100.00');
  expect((await show(seller)).body).toMatchObject({ role: 'seller', may_accept: true, hash: body.hash });
  const other = await signIn(pool);
  expect((await show(other)).status).toBe(404);
  expect((await accept(body.hash, other)).status).toBe(404);
  expect((await orderNow()).contract).toEqual({ accepted_at: null });
});

test('a seller reads the contract of the order, and no other document of its buyer', async () => {
  const admin = await signInAdmin(pool);
  const receipt = { key: randomUUID(), method: 'cash', amount_cents: 100_000, note: '' };
  await postJson(app, `/api/admin/orders/${order}/cash-receipts`, receipt, { cookie: admin.cookie });
  await accept((await show()).body.hash);
  const documents: { kind: string; url: string }[] = (await orderNow()).documents;
  const statuses = async (who: Person) => {
    const found: Record<string, number> = {};
    for (const { kind, url } of documents.filter(({ url }) => url.includes('/documents/')))
      found[kind] = (await fileOf(url, who)).statusCode;
    return found;
  };
  expect(await statuses(buyer)).toMatchObject({ receipt: 200, contract: 200 });
  expect(await statuses(seller)).toMatchObject({ receipt: 404, contract: 200 });
  expect(await statuses(await signIn(pool))).toMatchObject({ receipt: 404, contract: 404 });
});

test('accepts exactly the text that was shown, and keeps who and when without an address', async () => {
  const { hash } = (await show()).body;
  expect(await accept('0'.repeat(64))).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('changed') },
  });
  expect((await accept(hash)).body).toMatchObject({
    may_accept: false,
    accepted: [{ party: 'buyer', name: 'Amina Otieno', is_mine: true }],
  });
  expect((await accept(hash)).status).toBe(200);
  const { rows } = await pool.query('select * from contract_acceptances where order_id = $1', [order]);
  expect(rows).toMatchObject([
    { party: 'buyer', user_id: buyer.id, version: CONTRACT_VERSION, text_hash: Buffer.from(hash, 'hex') },
  ]);
  expect(Object.keys(rows[0])).toEqual(['id', 'order_id', 'party', 'user_id', 'version', 'text_hash', 'at']);
  expect((await orderNow()).contract.accepted_at).toBe(rows[0].at.toISOString());
  expect((await mailsTo(pool, seller.email)).filter(({ subject }) => subject.includes('sales contract'))).toHaveLength(
    1,
  );
  await expect(pool.query('delete from contract_acceptances')).rejects.toThrow('append-only');
});

test('issues a signed PDF in English and Chinese, which the acceptance of the seller supersedes', async () => {
  const { hash } = (await show()).body;
  const first = (await accept(hash)).body.document;
  const second = (await accept(hash, seller)).body.document;
  expect([first.number, second.number]).toEqual([expect.stringMatching(/^CT-\d{4}-\d{6}$/), expect.any(String)]);
  expect(second.number).not.toBe(first.number);
  const contracts = (await orderNow()).documents.filter(({ kind }: { kind: string }) => kind === 'contract');
  expect(contracts).toMatchObject([{ number: second.number, url: second.url }]);
  const file = await fileOf(second.url);
  expect(file.headers['content-type']).toBe('application/pdf');
  const text = (await pdfPages(file.rawPayload)).join('\n');
  expect(text).toContain('双方当事人');
  expect(text).toContain('陈伟');
  expect(text).toContain('USD 11,100.00');
  expect(text.replace(/\s/g, '')).toContain(hash);
  const verified = (await getJson(app, `/api/verify/${contracts[0].code}`)).body;
  expect(verified).toMatchObject({ state: 'valid', claims: { kind: 'contract', total_cents: 1_110_000 } });
});

test('the first accepted text stays the contract when facts change afterwards', async () => {
  const { hash } = (await show()).body;
  await accept(hash);
  await pool.query("update users set name = 'Another Name' where id = $1", [seller.id]);
  expect((await show(seller)).body.hash).toBe(hash);
  expect((await accept(hash, seller)).status).toBe(200);
});

test('a text that changed before it was accepted is read again', async () => {
  const { hash } = (await show()).body;
  await pool.query("update users set name = 'Another Name' where id = $1", [seller.id]);
  expect((await accept(hash)).status).toBe(409);
  expect((await show()).body.accepted).toEqual([]);
});

test('a contract that was accepted in an earlier version stays as it was, on the page and in the PDF', async () => {
  const { hash: newest } = (await show()).body;
  const sentence = 'Bank charges of a transfer are paid by the buyer.';
  const clauses = [
    { title: { en: 'Price', zh: '价格' }, text: { en: sentence, zh: '转账产生的银行费用由买方承担。' } },
  ];
  const text = { version: 1, textHash: 'ab'.repeat(32), clauses };
  const paper = { issuer: RECEIPT_PAPER.issuer, order: 'CQ-000001', ...text, accepted: [] };
  const subject = { kind: 'order', id: order };
  const { claims } = receiptRequest(order);
  await withTransaction(pool, (db) =>
    issueDocument(db, testDocuments(pool), {
      kind: 'contract',
      subject,
      occasion: 'acceptance of version 1',
      locale: 'en',
      claims,
      paper,
    }),
  );
  const shown = (await show(seller)).body;
  expect(shown).toMatchObject({ version: 1, hash: text.textHash, clauses });
  expect((await accept(newest, seller)).status).toBe(409);
  const { document } = (await accept(text.textHash, seller)).body;
  const pdf = (await pdfPages((await fileOf(document.url, seller)).rawPayload)).join(' ').replace(/\s+/g, ' ');
  expect(pdf).toContain(sentence);
  expect(pdf).not.toContain('is waived');
});

test('simultaneous acceptances leave one row and gapless documents', async () => {
  const { hash } = (await show()).body;
  const answers = await Promise.all([accept(hash), accept(hash), accept(hash, seller), accept(hash, seller)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { rows } = await pool.query(
    "select occasion from issued_documents where kind = 'contract' and subject_id = $1 order by n",
    [order],
  );
  expect(rows.map(({ occasion }) => occasion)).toEqual(['acceptance 1', 'acceptance 2']);
});

test('sellers download the contract only, others nothing', async () => {
  const { hash } = (await show()).body;
  const { url } = (await accept(hash)).body.document;
  expect((await fileOf(url, seller)).statusCode).toBe(200);
  expect((await fileOf(url, await signIn(pool))).statusCode).toBe(404);
  expect((await fileOf(url.replace(`/orders/${order}/`, '/orders/999999/'))).statusCode).toBe(404);
  const { rows } = await pool.query("select id from issued_documents where subject_kind <> 'order' limit 1");
  if (rows[0]) expect((await fileOf(`/api/orders/${order}/documents/${rows[0].id}/pdf`)).statusCode).toBe(404);
});

test('orders of earlier terms, canceled ones and rentals need none', async () => {
  const { hash } = (await show()).body;
  await pool.query("update orders set life = 'cancelled', ended_at = now() where id = $1", [order]);
  expect((await show()).body.may_accept).toBe(false);
  expect((await accept(hash)).status).toBe(409);
  await pool.query('update orders set terms_version = 2 where id = $1', [order]);
  expect((await show()).status).toBe(404);
  expect((await orderNow()).contract).toBeNull();
  await pool.query(
    "update orders set terms_version = (select max(version) from order_terms), offer = 'Rent' where id = $1",
    [order],
  );
  expect((await show()).status).toBe(404);
});

test('a seller sees sold cars with the own share and the contract, others none of them', async () => {
  const sales = async (who: Person) => (await getJson(app, '/api/my-sales', who.cookie)).body.items;
  expect(await sales(seller)).toMatchObject([
    {
      order_id: order,
      price_cents: 1_000_000,
      share_cents: 950_000,
      reduced_cents: 0,
      contract: 'open',
      consignee_change: null,
    },
  ]);
  await accept((await show()).body.hash, seller);
  expect(await sales(seller)).toMatchObject([{ contract: 'accepted' }]);
  expect(await sales(buyer)).toEqual([]);
});
