import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { enterBankAccount } from '../../../../../tests/support/bookkeeping/bank-account.ts';
import { importEntries } from '../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { PASSWORD, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import type { Buyer } from '../../../../../tests/support/payments/paying.ts';
import { holdForTransfer } from '../../../../../tests/support/payments/transfers.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { eraseSlips } from './slip-store.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
let app: FastifyInstance;
let pool: pg.Pool;
let jpeg: Buffer;
let buyer: Buyer;
let orderId: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {});
  jpeg = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#0b5b86' } })
    .withExif({ IFD0: { Software: 'Slip phone' } })
    .jpeg()
    .toBuffer();
});

beforeEach(async () => {
  await pool.query('delete from request_counts');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  buyer = await signIn(pool);
  ({ orderId } = await holdForTransfer(pool, buyer.id, car));
});

const send = (content: Buffer = PDF, who: Buyer = buyer, name = 'slip.pdf', id = orderId) =>
  postForm(app, `/api/orders/${id}/slips`, [['file', new File([new Uint8Array(content)], name)]], {
    cookie: who.cookie,
  });
const pdf = (note: string) => Buffer.concat([PDF, Buffer.from(`%${note}\n`)]);
const slips = async () => (await getJson(app, `/api/orders/${orderId}/slips`, buyer.cookie)).body;
const money = async () =>
  (
    await pool.query(
      `select to_jsonb(o) - 'bill_at' as order, (select jsonb_agg(p order by p.id) from payments p where p.order_id = o.id) as payments,
         (select count(*) from allocations a where a.order_id = o.id) as allocations,
         (select count(*) from ledger_entries e where e.order_id = o.id) as entries
       from orders o where o.id = $1`,
      [orderId],
    )
  ).rows;

test('keeps a PDF byte for byte and a picture without metadata, and changes no money', async () => {
  const before = await money();
  expect(await send()).toMatchObject({
    status: 200,
    body: { items: [{ format: 'pdf', bytes: PDF.length }], may_send: true },
  });
  expect((await send(jpeg, buyer, 'slip.jpg')).body.items).toMatchObject([{ format: 'pdf' }, { format: 'jpg' }]);
  const { items } = await slips();
  const open = (url: string) => app.inject({ method: 'GET', url, headers: { cookie: buyer.cookie } });
  const [first, second] = [await open(items[0].url), await open(items[1].url)];
  expect(first.rawPayload.equals(PDF)).toBe(true);
  expect(first.headers).toMatchObject({
    'content-disposition': expect.stringContaining('attachment'),
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect((await sharp(second.rawPayload).metadata()).exif).toBeUndefined();
  expect(await money()).toEqual(before);
});

test.each([
  ['a web page', '<html><script>alert(1)</script></html>', 'slip.pdf'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'slip.svg'],
  ['a cut picture', '\xff\xd8\xff\xe0 broken', 'slip.jpg'],
])('refuses %s', async (_what, content, name) => {
  expect((await send(Buffer.from(content, 'latin1'), buyer, name)).status).toBe(415);
  expect((await slips()).items).toEqual([]);
});

test('refuses a call without a file and a file above 10 MB', async () => {
  expect((await postForm(app, `/api/orders/${orderId}/slips`, [['note', 'x']], { cookie: buyer.cookie })).status).toBe(
    400,
  );
  expect((await send(Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]))).status).toBe(413);
});

test('an order takes five slips, also of simultaneous calls; the same file is one slip', async () => {
  await Promise.all(Array.from({ length: 3 }, () => send()));
  expect((await slips()).items).toHaveLength(1);
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => send(pdf(`slip ${index}`))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409]);
  expect(await slips()).toMatchObject({ items: { length: 5 }, may_send: false });
});

test('only the buyer sends and sees slips; staff access is audited', async () => {
  await send();
  const { url, id } = (await slips()).items[0];
  const other = await signIn(pool);
  const seller = (await pool.query('select seller_id as id from order_cars where order_id = $1', [orderId])).rows[0];
  expect(seller.id).not.toBe(buyer.id);
  expect((await send(pdf('other'), other)).status).toBe(404);
  expect((await getJson(app, `/api/orders/${orderId}/slips`, other.cookie)).status).toBe(404);
  expect((await getJson(app, url, other.cookie)).status).toBe(404);
  expect((await getJson(app, url)).status).toBe(401);
  const finance = await signInAdmin(pool, { role: 'finance' });
  const moderator = await signInAdmin(pool, { role: 'moderator' });
  expect((await getJson(app, url, moderator.cookie)).status).toBe(403);
  const { body } = await getJson(app, `/api/admin/orders/${orderId}/slips`, finance.cookie);
  expect(body.items).toMatchObject([{ id }]);
  expect((await app.inject({ method: 'GET', url, headers: { cookie: finance.cookie } })).statusCode).toBe(200);
  const { rows } = await pool.query(
    "select actor_kind, actor_id, details from audit_log where action = 'slip opened' and subject_id = $1",
    [String(orderId)],
  );
  expect(rows).toMatchObject([{ actor_kind: 'admin', actor_id: finance.id, details: { slip: id } }]);
});

test('a slip of another order is not found under this one', async () => {
  await send();
  const { id } = (await slips()).items[0];
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  const other = await holdForTransfer(pool, buyer.id, car);
  expect((await getJson(app, `/api/orders/${other.orderId}/slips/${id}`, buyer.cookie)).status).toBe(404);
});

test('an order that has ended takes no slip, and shows those it has', async () => {
  await send();
  await postJson(app, `/api/orders/${orderId}/cancel-hold`, {}, { cookie: buyer.cookie });
  expect((await send(pdf('late'))).status).toBe(409);
  expect(await slips()).toMatchObject({ items: { length: 1 }, may_send: false });
});

test('finance sees the slips of the suggested order of a statement line', async () => {
  await send();
  await enterBankAccount(pool);
  const finance = await signInAdmin(pool);
  const { reference } = (await getJson(app, `/api/orders/${orderId}`, buyer.cookie)).body;
  const [line] = await importEntries(app, finance.cookie, [{ amount: '2775.00', text: reference }]);
  const { body } = await getJson(app, `/api/admin/statements/lines/${line}`, finance.cookie);
  expect(body.orders).toMatchObject([{ order_id: orderId, slips: [{ format: 'pdf' }] }]);
});

test('the data export names the slips, a closed account has none, and the database refuses to change one', async () => {
  await send();
  const exported = await postJson(app, '/api/my-data', { password: PASSWORD }, { cookie: buyer.cookie });
  expect(exported.body.slips).toMatchObject([{ order_id: orderId, format: 'pdf', bytes: PDF.length }]);
  const change = "update slips set format = 'jpg' where order_id = $1";
  await expect(pool.query(change, [orderId])).rejects.toThrow('append-only');
  await eraseSlips(pool, buyer.id);
  expect((await slips()).items).toEqual([]);
});
