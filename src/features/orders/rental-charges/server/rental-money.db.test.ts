import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { rentalsOver } from '#features/aftersales/bookings/server/booking-store.ts';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { staleWaits } from '#features/orders/order-pages/admin/server/admin-order-store.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { holdByWatchList } from '../../../../../tests/support/data/watch-hits.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { approveOpen } from '../../../../../tests/support/payments/orders.ts';
import { type Buyer, newTransaction, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { addPayoutAccount } from '../../../../../tests/support/payments/payout-account.ts';
import { acceptLicense } from '../../../../../tests/support/payments/ready-order.ts';
import { RefundingGateway } from '../../../../../tests/support/payments/refunding-gateway.ts';
import { dayFromNow, daysFromNow, testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const DAYS = 2;
const PRICE = 100;
const TOTAL = DAYS * PRICE * 108 + 30_000;
const DEPOSIT = TOTAL / 4;
const BALANCE = TOTAL - DEPOSIT;
const SECURITY = 20_000;
const PDF = Buffer.from('%PDF-1.4\n% a repair bill\n%%EOF\n');
let photo: Buffer;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let admin: { id: number; cookie: string };
let buyer: Buyer;
let order: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, new RefundingGateway());
  calls = payingCalls(app);
  admin = await signInAdmin(pool);
  const gray = { width: 400, height: 300, channels: 3, background: '#888' } as const;
  photo = await sharp({ create: gray })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Lin Qiao' } })
    .toBuffer();
});

beforeEach(async () => {
  await pool.query('delete from request_counts');
  await pool.query('delete from mail_outbox');
  order = await rental();
});

async function rental(): Promise<number> {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Dolphin', priceCents: PRICE * 100, offer: 'Rent' }]);
  buyer = await signIn(pool);
  const day = dayFromNow;
  const dates = { start_date: day(0), end_date: day(DAYS), transaction_id: newTransaction() };
  await calls.pay(buyer, car, PRICE, { ...dates, amount: DEPOSIT / 100 });
  await calls.sold(buyer, car);
  const booked = { total_price: TOTAL / 100, paid_price: DEPOSIT / 100 };
  const { order_id: id } = (await calls.book(buyer, car, dates.transaction_id, PRICE, booked)).body;
  await acceptLicense(pool, id);
  return id;
}

const office = (path: string, body?: unknown) =>
  postJson(app, `/api/admin/orders/${order}/${path}`, body, { cookie: admin.cookie });
const security = (kind: string, amount_cents: number, key: string = randomUUID()) =>
  office('security', { key, kind, method: 'cash', amount_cents });
const payCash = (amount_cents: number) => office('cash-receipts', { key: randomUUID(), method: 'card', amount_cents });
async function charge(fields: Record<string, string | number>, files: Buffer[] = [PDF], cookie = admin.cookie) {
  const form = new FormData();
  const values = {
    key: randomUUID(),
    kind: 'damage',
    amount_cents: 15_000,
    reason: 'A scratch on the door.',
    ...fields,
  };
  for (const [name, value] of Object.entries(values)) form.append(name, String(value));
  for (const file of files) form.append('evidence', new Blob([new Uint8Array(file)]), 'IMG_1.jpg');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const answer = await app.inject({
    method: 'POST',
    url: `/api/admin/orders/${order}/charges`,
    headers: { cookie, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}
function report(step: 'pick_up' | 'return') {
  const event = { id: randomUUID(), step, certainty: 'actual', happens_at: testNow().toISOString() };
  return postJson(app, `/api/orders/${order}/events`, event, { cookie: admin.cookie });
}
/** The renter pays and takes the car. */
async function pickUp(): Promise<void> {
  await payCash(BALANCE);
  expect((await report('pick_up')).status).toBe(200);
}
const show = async (who = buyer) => (await getJson(app, `/api/orders/${order}`, who.cookie)).body;
const bookingOf = async () => (await show()).cars[0].booking_id;
const endDaysAgo = async (days: number) =>
  pool.query('update bookings set starts_at = $2, ends_at = $3 where id = $1', [
    await bookingOf(),
    daysFromNow(-days - DAYS),
    daysFromNow(-days),
  ]);
/** Balances of the order's accounts; debits are positive. */
const accounts = async () => {
  const { rows } = await pool.query(
    `select account, sum(cents) as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
     where e.order_id = $1 and account not in ('receivable', 'billed_not_received')
     group by account having sum(cents) <> 0 order by account`,
    [order],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
};
const isConsistent = async () => {
  expect(await orderDifferences(pool)).toEqual([]);
  expect(await staleWaits(pool)).toEqual([]);
};

test('a security deposit is held apart from the money of the order, and returned once', async () => {
  const key = randomUUID();
  expect((await security('taken', SECURITY, key)).body.security).toMatchObject({ held_cents: SECURITY });
  expect((await security('taken', SECURITY, key)).body.security).toMatchObject({ held_cents: SECURITY });
  expect((await security('taken', SECURITY + 1, key)).status).toBe(422);
  const transfer = { key: randomUUID(), kind: 'taken', method: 'transfer', amount_cents: 1 };
  expect((await office('security', transfer)).status).toBe(400);
  expect(await show()).toMatchObject({
    money: { owed_cents: TOTAL, received_cents: DEPOSIT, open_cents: BALANCE },
    security: { asked_cents: 0, taken_cents: SECURITY, held_cents: SECURITY },
  });
  expect(await accounts()).toEqual({
    gateway: DEPOSIT,
    cash: SECURITY,
    deposits: -DEPOSIT,
    security_deposits: -SECURITY,
  });
  const { body: tooMuch } = await security('returned', SECURITY + 1);
  expect(tooMuch.message).toBe('That is more than the security deposit that is held.');
  const back = (account_id?: number) => office('security', { ...transfer, kind: 'returned', account_id });
  expect((await back()).status, 'no account').toBe(409);
  expect((await back(await addPayoutAccount(pool, buyer.id))).body.message).toContain('has to approve it');
  expect((await approveOpen(app, (await signInAdmin(pool)).cookie)).status).toBe(200);
  const { security: left } = (await security('returned', SECURITY - 1)).body;
  expect(left).toMatchObject({ held_cents: 0, returned_cents: SECURITY });
  expect((await security('returned', 1)).status).toBe(409);
  expect(await accounts()).toEqual({ gateway: DEPOSIT, deposits: -DEPOSIT, bank_in_transit: -1, cash: 1 });
  await isConsistent();
});

test('of simultaneous returns of one deposit, exactly one is recorded', async () => {
  await security('taken', SECURITY);
  const answers = await Promise.all(Array.from({ length: 4 }, () => security('returned', SECURITY)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test('money taken in person has a receipt that its buyer can download', async () => {
  await payCash(BALANCE);
  await security('taken', SECURITY);
  const { documents } = await show();
  expect(documents).toMatchObject([
    { kind: 'receipt', number: expect.stringMatching(/^R-/) },
    { kind: 'receipt', number: expect.stringMatching(/^R-/) },
  ]);
  for (const { url } of documents) {
    const file = await app.inject({ method: 'GET', url, headers: { cookie: buyer.cookie } });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    const other = await signIn(pool);
    expect((await getJson(app, url, other.cookie)).status).toBe(404);
  }
});

test('a charge takes the security deposit first and asks the buyer for the rest by a new plan, with an email', async () => {
  await payCash(BALANCE);
  await security('taken', SECURITY);
  await report('pick_up');
  const key = randomUUID();
  const charged = await charge({ key, amount_cents: 50_000 }, [photo, PDF]);
  expect(charged).toMatchObject({ status: 200, body: { security: { held_cents: 0, used_cents: SECURITY } } });
  expect((await charge({ key, amount_cents: 50_000 }, [photo, PDF])).body.charges).toHaveLength(1);
  expect((await charge({ key, amount_cents: 50_001 }, [photo, PDF])).status).toBe(422);
  const shown = await show();
  expect(shown).toMatchObject({
    money: { owed_cents: TOTAL + 50_000, received_cents: TOTAL + SECURITY, open_cents: 30_000 },
    plan: [
      { kind: 'deposit', paid_cents: DEPOSIT, state: 'paid' },
      { kind: 'balance', paid_cents: BALANCE, state: 'paid' },
      { kind: 'charge', amount_cents: 50_000, paid_cents: SECURITY, state: 'part_paid' },
    ],
    charges: [
      { kind: 'damage', amount_cents: 50_000, from_security_cents: SECURITY, reason: 'A scratch on the door.' },
    ],
  });
  expect(await accounts()).toEqual({
    gateway: DEPOSIT,
    card_terminal: BALANCE,
    cash: SECURITY,
    deposits: -TOTAL - SECURITY,
  });
  const { rows } = await pool.query('select subject from mail_outbox where subject like $1', ['A charge for%']);
  expect(rows).toHaveLength(1);
  await isConsistent();

  expect(await office('complete')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('$300.00') },
  });
  await payCash(30_000);
  await report('return');
  expect((await office('complete')).status).toBe(200);
  expect((await accounts()).deposits).toBeUndefined();
  expect((await accounts()).seller_payable).toBe(-(DAYS * PRICE * 95) - 50_000);
  await isConsistent();
});

test('only the buyer and staff see the evidence, photos without metadata and PDFs as sent', async () => {
  await pickUp();
  await charge({}, [photo, PDF]);
  const [{ evidence }] = (await show()).charges;
  expect(evidence.map(({ format }: { format: string }) => format)).toEqual(['jpg', 'pdf']);
  const fetched = (index: number, cookie: string) =>
    app.inject({ method: 'GET', url: evidence[index].url, headers: { cookie } });
  expect((await fetched(1, buyer.cookie)).rawPayload.equals(PDF)).toBe(true);
  expect((await fetched(0, admin.cookie)).rawPayload.includes('Lin Qiao')).toBe(false);
  expect((await fetched(0, admin.cookie)).headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': expect.stringContaining('attachment'),
  });
  const other = await signIn(pool);
  expect((await fetched(0, other.cookie)).statusCode).toBe(404);
});

test.each([
  ['a file that is neither PDF nor picture', {}, [Buffer.from('<script>alert(1)</script>')], 415],
  ['no reason', { reason: ' ' }, [], 400],
  ['damage but no evidence', {}, [], 422],
  ['no amount', { amount_cents: 0 }, [], 400],
  ['another kind', { kind: 'cleaning' }, [], 400],
])('refuses a charge with %s, and nothing changes', async (_what, fields, files, status) => {
  await pickUp();
  expect((await charge(fields, files)).status).toBe(status);
  expect(await show()).toMatchObject({ charges: [], money: { owed_cents: TOTAL } });
});

test('refuses security deposits and charges of sales and of orders that have ended', async () => {
  await payCash(BALANCE);
  await endDaysAgo(1);
  expect((await office('complete')).status).toBe(200);
  expect((await security('taken', SECURITY)).status).toBe(409);
  expect((await charge({})).status).toBe(409);
  await pool.query("update orders set offer = 'Sell' where id = $1", [order]);
  expect((await security('taken', SECURITY)).status).toBe(409);
  expect((await charge({})).status).toBe(409);
});

test('a rental that has ended with money open or a deposit held is not completed', async () => {
  const [booking, ends] = [await bookingOf(), daysFromNow(DAYS + 1)];
  await security('taken', SECURITY);
  expect(await rentalsOver(pool, ends)).not.toContain(booking);
  await payCash(BALANCE);
  expect(await rentalsOver(pool, ends)).not.toContain(booking);
  expect(await office('complete')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('security deposit is held') },
  });
  await security('returned', SECURITY);
  expect(await rentalsOver(pool, ends)).toContain(booking);
});

test('a charge waits for what it is about: the pick-up, a late return, or the day of a missed pick-up', async () => {
  const status = async (kind: string) => (await charge({ kind, amount_cents: 6_000 })).status;
  expect([await status('late_return'), await status('damage'), await status('fuel')]).toEqual([409, 409, 409]);
  expect(await charge({ kind: 'late_return' })).toMatchObject({
    body: { message: expect.stringContaining('picked up') },
  });
  await pickUp();
  expect([await status('late_return'), await status('no_show'), await status('fuel')]).toEqual([409, 409, 200]);
  expect((await show()).charges).toHaveLength(1);
  await endDaysAgo(3);
  expect(await status('late_return')).toBe(200);
});

test('a renter gets the car after everything is paid, the security deposit is taken and the renter before brought it back', async () => {
  await pool.query('delete from rental_drivers where order_id = $1', [order]);
  expect(await report('pick_up')).toMatchObject({ body: { message: expect.stringContaining('license') } });
  await acceptLicense(pool, order);
  expect(await report('pick_up')).toMatchObject({ status: 409, body: { message: expect.stringContaining('$') } });
  await payCash(BALANCE);
  await pool.query('alter table order_terms disable trigger user');
  await pool.query('update order_terms set security_cents = 20000');
  expect(await report('pick_up')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('security deposit') },
  });
  await security('taken', SECURITY);
  expect((await report('pick_up')).status).toBe(200);
  await pool.query('update order_terms set security_cents = 0');
  await pool.query('alter table order_terms enable trigger user');
  const first = order;
  order = await rental();
  await pool.query(
    `update order_cars set listing_id = (select listing_id from order_cars where order_id = $2) where order_id = $1`,
    [order, first],
  );
  await payCash(BALANCE);
  expect((await report('pick_up')).body.message).toContain('renter before');
  await pool.query("update orders set life = 'completed', ended_at = now() where id = $1", [first]);
  expect((await report('pick_up')).status).toBe(200);
});

test('a car that is with its renter keeps its order open and its security deposit held', async () => {
  await security('taken', SECURITY);
  expect((await report('return')).status).toBe(409);
  await pickUp();
  expect((await security('returned', SECURITY)).status).toBe(409);
  expect((await office('complete')).status).toBe(409);
  await endDaysAgo(3);
  expect((await report('return')).status).toBe(200);
  expect((await security('returned', SECURITY)).status).toBe(200);
  expect((await security('taken', SECURITY)).status).toBe(409);
  expect(await rentalsOver(pool, testNow())).toContain(await bookingOf());
});

test('neither staff nor the worker complete a rental whose car is with its renter', async () => {
  await pickUp();
  expect((await office('complete')).status).toBe(409);
  const ends = daysFromNow(DAYS + 1);
  expect(await rentalsOver(pool, ends)).not.toContain(await bookingOf());
  await report('return');
  expect(await rentalsOver(pool, ends)).toContain(await bookingOf());
});

test('the database keeps charges, evidence and moves of security deposits', async () => {
  await security('taken', SECURITY);
  await pickUp();
  await charge({}, [PDF]);
  for (const [table, column] of [
    ['order_charges', 'cents'],
    ['charge_evidence', 'format'],
    ['security_moves', 'cents'],
  ]) {
    await expect(pool.query(`update ${table} set ${column} = ${column}`)).rejects.toThrow('append-only');
    await expect(pool.query(`delete from ${table}`)).rejects.toThrow('append-only');
  }
});

test('refuses to return a security deposit while a watch-list hit holds the order', async () => {
  await security('taken', SECURITY);
  const clear = await holdByWatchList(pool, order, admin.id);
  expect((await security('returned', SECURITY)).status).toBe(409);
  expect((await show()).security).toMatchObject({ held_cents: SECURITY });
  await clear();
  expect((await security('returned', SECURITY)).status).toBe(200);
});

test('the booking and its receipt count what was paid in person', async () => {
  await payCash(BALANCE);
  const [booking] = (await getJson(app, '/api/my-bookings', buyer.cookie)).body.items;
  expect(booking).toMatchObject({ received_price: DEPOSIT / 100, in_person: BALANCE / 100, due_price: 0 });
  const receipt = await app.inject({
    url: `/api/my-bookings/${booking.booking_id}/receipt`,
    headers: { cookie: buyer.cookie },
  });
  expect(receipt.statusCode).toBe(200);
  const { rows } = await pool.query(
    "select paper::jsonb as paper from issued_documents where kind = 'receipt' and subject_kind = 'booking' and subject_id = $1",
    [booking.booking_id],
  );
  expect(rows.at(-1).paper).toMatchObject({ totalCents: TOTAL, paidCents: TOTAL, dueCents: 0 });
});

test('a charge is not repeated for another order with the same key', async () => {
  const key = randomUUID();
  await pickUp();
  expect((await charge({ key })).status).toBe(200);
  order = await rental();
  expect((await charge({ key })).status).toBe(422);
  expect((await show()).charges).toEqual([]);
});

test('an order with a security deposit is not canceled by a person', async () => {
  await security('taken', SECURITY);
  const [{ booking_id: id }] = (await getJson(app, '/api/my-bookings', buyer.cookie)).body.items;
  const { body: before } = await getJson(app, `/api/booking/${id}`, admin.cookie);
  const ended = { ...before, booking_status: 'cancelled' };
  const cancel = () => postJson(app, `/api/booking/${id}`, ended, { cookie: admin.cookie, method: 'PUT' });
  expect(await cancel()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('security deposit is held') },
  });
  expect((await show()).life).toBe('active');
  await security('returned', SECURITY);
  expect((await cancel()).status).toBe(200);
});
