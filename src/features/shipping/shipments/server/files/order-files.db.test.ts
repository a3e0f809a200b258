import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { sessionOf, signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { type Buyer, payingCalls } from '../../../../../../tests/support/payments/paying.ts';
import { msFromNow } from '../../../../../../tests/support/runner/test-clock.ts';
import { getJson, postForm, testApp } from '../../../../../../tests/support/server/test-app.ts';

const PRICE = 10_000;
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
let app: FastifyInstance;
let pool: pg.Pool;
let jpeg: Buffer;
let admin: { id: number; cookie: string };
let buyer: Buyer;
let seller: Buyer;
let orderId: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  admin = await signInAdmin(pool);
  jpeg = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#0b5b86' } })
    .withExif({ IFD0: { Software: 'Yard phone' } })
    .jpeg()
    .toBuffer();
});

beforeEach(async () => {
  await pool.query('delete from request_counts');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const { rows } = await pool.query('select user_id from listings where id = $1', [car]);
  seller = { id: rows[0].user_id, cookie: await sessionOf(pool, rows[0].user_id) };
  buyer = await signIn(pool);
  orderId = (await payingCalls(app).buy(buyer, car, PRICE)).order_id;
});

type Sent = { id?: string; kind?: string; content?: Buffer; name?: string; who?: { cookie: string }; order?: number };
const send = ({
  id = randomUUID(),
  kind = 'photo',
  content = jpeg,
  name = 'IMG_1.jpg',
  who = seller,
  order = orderId,
}: Sent = {}) =>
  postForm(
    app,
    `/api/orders/${order}/files`,
    [
      ['id', id],
      ['kind', kind],
      ['step', 'at_port'],
      ['captured_at', msFromNow(-3_600_000).toISOString()],
      ['file', new File([new Uint8Array(content)], name)],
    ],
    { cookie: who.cookie },
  );
const list = async (who: { cookie: string } = buyer) =>
  (await getJson(app, `/api/orders/${orderId}/files`, who.cookie)).body;
const openAs = (url: string, cookie: string) => app.inject({ method: 'GET', url, headers: { cookie } });

test('stores the original bytes of a photo with their hash, and shows it to the parties', async () => {
  const sha256 = createHash('sha256').update(jpeg).digest('hex');
  expect(await send()).toMatchObject({ status: 200, body: { sha256, repeated: false } });
  const { items } = await list();
  expect(items).toMatchObject([
    { kind: 'photo', step: 'at_port', name: 'IMG_1.jpg', by: 'seller', sha256, openings: null },
  ]);
  const opened = await openAs(items[0].url, buyer.cookie);
  expect(opened.rawPayload.equals(jpeg)).toBe(true);
  expect(opened.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': expect.stringContaining('attachment'),
    'content-security-policy': expect.stringContaining('sandbox'),
  });
});

test('repeating a file changes nothing, and the same id with other content or for another order is refused', async () => {
  const id = randomUUID();
  await send({ id });
  expect((await send({ id })).body).toMatchObject({ repeated: true });
  expect((await send({ id, content: PDF, name: 'x.pdf' })).status).toBe(422);
  expect((await send({ id, kind: 'invoice' })).status).toBe(422);
  const answers = await Promise.all(Array.from({ length: 4 }, () => send({ id })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await list()).items).toHaveLength(1);
});

test.each([
  ['a web page', Buffer.from('<html><script>alert(1)</script></html>'), 'photo.jpg'],
  ['a cut picture', Buffer.from('\xff\xd8\xff\xe0 broken', 'latin1'), 'photo.jpg'],
  ['a cut PDF', PDF.subarray(0, PDF.length - 8), 'bl.pdf'],
  ['a web page that begins like a PDF', Buffer.from('%PDF-1.4\n<html><script>alert(1)</script></html>'), 'bl.pdf'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'photo.svg'],
])('refuses %s', async (_what, content, name) => {
  expect((await send({ content, name })).status).toBe(415);
  expect((await list()).items).toEqual([]);
});

test.each([
  ['an unknown kind', { kind: 'secret' }],
  ['no UUID as id', { id: '1' }],
])('refuses %s', async (_what, change) => {
  expect((await send(change)).status).toBe(400);
});

test('records every opening, and only the operator sees the number', async () => {
  await send({ kind: 'bill_of_lading', content: PDF, name: 'bl.pdf' });
  const [file] = (await list()).items;
  for (const { cookie } of [buyer, seller, admin]) expect((await openAs(file.url, cookie)).statusCode).toBe(200);
  const { rows } = await pool.query('select actor, actor_id from order_file_openings where file_id = $1 order by id', [
    file.id,
  ]);
  expect(rows).toEqual([
    { actor: 'buyer', actor_id: buyer.id },
    { actor: 'seller', actor_id: seller.id },
    { actor: 'admin', actor_id: admin.id },
  ]);
  expect((await list(admin)).items[0].openings).toBe(3);
  await expect(pool.query('delete from order_file_openings')).rejects.toThrow('append-only');
});

test('returns which needed papers are there and which are missing', async () => {
  await send({ kind: 'inspection', content: PDF });
  expect((await list()).needed).toEqual(
    expect.arrayContaining([
      { kind: 'inspection', there: true },
      { kind: 'bill_of_lading', there: false },
    ]),
  );
});

test.each([
  ['buyer', 200, 200],
  ['seller', 200, 200],
  ['other user', 404, 404],
  ['visitor', 401, 401],
  ['administrator', 200, 200],
  ['support', 200, 200],
  ['finance', 200, 403],
  ['moderator', 403, 403],
] as const)('%s: opens %i, sends %i', async (who, opens, sends) => {
  await send();
  const [file] = (await list()).items;
  const cookie = await cookieOf(who);
  expect((await openAs(file.url, cookie)).statusCode).toBe(opens);
  expect((await openAs(`/api/orders/${orderId}/files`, cookie)).statusCode).toBe(opens);
  expect((await send({ who: { cookie } })).status).toBe(sends);
});

test('a party of another order gets 404 for the address of a file', async () => {
  await send();
  const [file] = (await list()).items;
  const other = await signIn(pool);
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', priceCents: PRICE * 100 }]);
  const theirs = (await payingCalls(app).buy(other, car, PRICE)).order_id;
  expect((await openAs(`/api/orders/${theirs}/files/${file.id}`, other.cookie)).statusCode).toBe(404);
  const { rows } = await pool.query(
    `insert into order_files (id, order_id, kind, name, format, bytes, sha256, actor, actor_id, captured_at)
     select gen_random_uuid(), order_id, kind, name, format, bytes, sha256, actor, actor_id, captured_at from order_files
     where id = $1 returning id`,
    [file.id],
  );
  expect((await openAs(`/api/orders/${theirs}/files/${rows[0].id}`, other.cookie)).statusCode).toBe(404);
});

test("a seller does not see a file about another seller's car", async () => {
  const other = await signIn(pool);
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', priceCents: PRICE * 100 }]);
  await pool.query(
    `insert into order_cars (order_id, listing_id, seller_id, price_cents, tax_cents, fee_cents, total_cents, commission_cents, sells)
     select order_id, $2, $3, price_cents, tax_cents, fee_cents, total_cents, commission_cents, false from order_cars where order_id = $1`,
    [orderId, car, other.id],
  );
  await send();
  await pool.query('alter table order_files disable trigger user');
  await pool.query('update order_files set listing_id = $2 where order_id = $1', [orderId, car]);
  await pool.query('alter table order_files enable trigger user');
  const [file] = (await list(buyer)).items;
  expect((await list(seller)).items).toEqual([]);
  expect((await openAs(file.url, seller.cookie)).statusCode).toBe(404);
  expect((await openAs(file.url, other.cookie)).statusCode).toBe(200);
});

async function cookieOf(who: string): Promise<string> {
  if (who === 'buyer') return buyer.cookie;
  if (who === 'seller') return seller.cookie;
  if (who === 'other user') return (await signIn(pool)).cookie;
  if (who === 'visitor') return '';
  if (who === 'administrator') return admin.cookie;
  return (await signInAdmin(pool, { role: who as 'support' })).cookie;
}
