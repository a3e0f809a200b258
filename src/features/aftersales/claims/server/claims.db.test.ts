import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { payBalance } from '../../../../../tests/support/payments/orders.ts';
import { type Buyer, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { readyOrder } from '../../../../../tests/support/payments/ready-order.ts';
import { RefundingGateway } from '../../../../../tests/support/payments/refunding-gateway.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const PRICE = 10_000;
const TOTAL = 1_110_000;
const DEPOSIT = 277_500;
/** Price less 5 % commission. */
const SELLERS = 950_000;

let app: FastifyInstance;
let pool: pg.Pool;
let gateway: RefundingGateway;
let photo: Buffer;
let admin: { id: number; cookie: string };
let second: { id: number; cookie: string };
let buyer: Buyer;
let seller: Buyer;
let order: number;
let booking: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  gateway = new RefundingGateway();
  app = await testApp(pool, {}, gateway);
  admin = await signInAdmin(pool, { role: 'administrator' });
  second = await signInAdmin(pool, { role: 'administrator' });
  const gray = { width: 400, height: 300, channels: 3, background: '#888' } as const;
  photo = await sharp({ create: gray })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Lin Qiao' } })
    .toBuffer();
});

beforeEach(async () => {
  gateway.answers = 'done';
  await pool.query('delete from request_counts');
  await pool.query('delete from mail_outbox');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const { rows } = await pool.query('select user_id from listings where id = $1', [car]);
  seller = { id: rows[0].user_id, cookie: await sessionOf(pool, rows[0].user_id) };
  buyer = await signIn(pool);
  ({ order_id: order, booking_id: booking } = await payingCalls(app).buy(buyer, car, PRICE));
});

type Sent = { who?: Buyer; kind?: string; key?: string; text?: string; files?: Buffer[]; of?: number };
const form = (fields: Record<string, string>, files: Buffer[]): [string, string | File][] => [
  ...Object.entries(fields),
  ...files.map((file): [string, File] => ['evidence', new File([new Uint8Array(file)], 'IMG_1.jpg')]),
];
const open = ({
  who = buyer,
  kind = 'damaged',
  key = randomUUID(),
  text = 'A dent.',
  files = [],
  of = order,
}: Sent = {}) => postForm(app, `/api/orders/${of}/claims`, form({ kind, key, text }, files), { cookie: who.cookie });
const say = (
  claim: number,
  what: 'answer' | 'evidence',
  { who = seller, key = randomUUID(), text = 'It was so.', files = [] }: Sent = {},
) => postForm(app, `/api/claims/${claim}/${what}`, form({ key, text }, files), { cookie: who.cookie });
const withdraw = (claim: number, who = buyer) =>
  postJson(app, `/api/claims/${claim}/withdraw`, {}, { cookie: who.cookie });
const complete = async () => {
  await readyOrder(pool, order);
  return postJson(app, `/api/admin/orders/${order}/complete`, undefined, { cookie: admin.cookie });
};

async function accounts(of = order): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ account: string; cents: number }>(
    `select account, sum(cents)::int as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
     where e.order_id = $1 group by 1 having sum(cents) <> 0`,
    [of],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

async function expectBooks() {
  expect([await orderDifferences(pool), await bookFaults(pool)]).toEqual([[], []]);
}

test('freezes what is held of the order, tells both parties, and frees it when withdrawn', async () => {
  const opened = await open({ files: [photo] });
  expect(opened).toMatchObject({
    status: 200,
    body: { claim: { state: 'open', frozen_cents: DEPOSIT, role: 'buyer' } },
  });
  expect(await accounts()).toEqual({ gateway: DEPOSIT, frozen: -DEPOSIT });
  const { claim } = opened.body;
  expect((await getJson(app, `/api/claims/${claim.id}`, seller.cookie)).body.claim.statements).toHaveLength(1);
  const { rows } = await pool.query(
    "select u.id, m.text from mail_outbox m join users u on u.email = m.to_address where subject like 'Claim about order%'",
  );
  const textTo = (user: Buyer) => rows.find(({ id }) => id === user.id)?.text;
  expect(textTo(buyer)).toContain('We have received your claim.');
  expect(textTo(buyer)).toContain('The seller has until');
  expect(textTo(seller)).toContain('You have until');
  expect(textTo(seller)).toContain('Answer the claim');
  const file = await app.inject({ url: claim.statements[0].files[0].url, headers: { cookie: seller.cookie } });
  expect(file.headers['content-type']).toBe('image/jpeg');
  expect((await sharp(file.rawPayload).metadata()).exif).toBeUndefined();
  expect((await withdraw(claim.id)).body.flag).toBe('1');
  expect(await accounts()).toEqual({ gateway: DEPOSIT, deposits: -DEPOSIT });
  await expectBooks();
});

test('answers a repeated claim once, and refuses a second one and another buyer', async () => {
  const key = randomUUID();
  const first = await open({ key });
  const again = await open({ key });
  expect(again.body.claim.id).toBe(first.body.claim.id);
  expect((await open({ key, text: 'Another text.' })).status).toBe(422);
  expect((await open()).status).toBe(409);
  expect((await open({ who: seller })).status).toBe(404);
  expect((await open({ who: await signIn(pool) })).status).toBe(404);
  expect((await accounts()).frozen).toBe(-DEPOSIT);
});

test('refuses a claim of the wrong time', async () => {
  expect(await open({ kind: 'not_arrived' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('expected to arrive') },
  });
  await payBalance(pool, booking);
  await complete();
  expect((await open({ kind: 'not_arrived' })).status).toBe(409);
  await pool.query("update orders set ended_at = now() - interval '91 days' where id = $1", [order]);
  expect(await open()).toMatchObject({ status: 409, body: { message: expect.stringContaining('ended on') } });
});

test('lets nothing leave a frozen order, and freezes what arrives', async () => {
  await open();
  expect((await complete()).status).toBe(409);
  const bookings = await payingCalls(app).bookings(buyer);
  const { booking_id } = bookings.find(({ order_id }: { order_id: number }) => order_id === order);
  expect((await payingCalls(app).cancel(buyer, booking_id, DEPOSIT / 100)).status).toBe(409);
  await payBalance(pool, booking);
  expect(await accounts()).toEqual({ gateway: DEPOSIT, cash: TOTAL - DEPOSIT, frozen: -TOTAL });
  const back = { key: randomUUID(), method: 'cash', amount_cents: 100, note: 'x' };
  expect((await postJson(app, `/api/admin/orders/${order}/cash-returns`, back, { cookie: admin.cookie })).status).toBe(
    409,
  );
  await expectBooks();
});

test('the database refuses entries and refunds of a frozen order for every user', async () => {
  await open();
  const post = (kind: string, source: string, lines: [string, number][]) =>
    pool.query(
      `with entry as (insert into ledger_entries (order_id, source, source_id, kind, reference) values ($1, $2, $1, $3, $4) returning id)
       insert into ledger_lines (entry_id, account, cents) select entry.id, a, c from entry, unnest($5::text[], $6::bigint[]) as l (a, c)`,
      [order, source, kind, randomUUID(), lines.map(([account]) => account), lines.map(([, cents]) => cents)],
    );
  const frozen = 'is frozen';
  await expect(
    post('handover', 'order', [
      ['deposits', 100],
      ['seller_payable', -100],
    ]),
  ).rejects.toThrow(frozen);
  await expect(
    post('payout sent', 'payout', [
      ['seller_payable', 100],
      ['payouts_in_transit', -100],
    ]),
  ).rejects.toThrow(frozen);
  await expect(
    post('released', 'freeze', [
      ['frozen', 100],
      ['deposits', -100],
    ]),
  ).rejects.toThrow(frozen);
  await expect(
    post('claim decided', 'claim', [
      ['frozen', 100],
      ['gateway', -100],
    ]),
  ).rejects.toThrow(frozen);
  await expect(
    post('frozen', 'freeze', [
      ['deposits', 100],
      ['gateway', -100],
    ]),
  ).rejects.toThrow(frozen);
  await expect(pool.query('update order_freezes set ended_at = now() where order_id = $1', [order])).rejects.toThrow(
    'has not ended',
  );
  await expect(
    pool.query("update claims set state = 'executed', ended_at = now(), next_at = null where order_id = $1", [order]),
  ).rejects.toThrow('no decision');
  expect(SELLERS + second.id).toBeGreaterThan(0);
});

test('holds back a refund that was asked for before, and says what had left', async () => {
  gateway.answers = 'unreached';
  await payBalance(pool, booking);
  await complete();
  const opened = await open();
  expect(opened.body.claim).toMatchObject({ frozen_cents: SELLERS, refund_sent_cents: 0 });
  const { body } = await say(opened.body.claim.id, 'answer', { files: [photo] });
  expect(body.claim).toMatchObject({ state: 'answered', may: { answer: false, add: true } });
  expect((await say(opened.body.claim.id, 'answer')).status).toBe(409);
  expect((await say(opened.body.claim.id, 'evidence', { who: buyer, text: '' })).status).toBe(400);
});
