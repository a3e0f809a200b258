import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dayAfter, dayOf } from '#features/payments/payments/model/calendar-day.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { payBalance } from '../../../../../../tests/support/payments/orders.ts';
import {
  type Buyer,
  ledgerBalances,
  newTransaction,
  payingCalls,
} from '../../../../../../tests/support/payments/paying.ts';
import { readyOrder } from '../../../../../../tests/support/payments/ready-order.ts';
import { ScriptedGateway } from '../../../../../../tests/support/payments/scripted-gateway.ts';
import { testNow } from '../../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';

const PRICE = 18_500;
const TODAY = dayOf(testNow());
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let admin: { id: number; cookie: string };
let buyer: Buyer;
let car: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, new ScriptedGateway());
  calls = payingCalls(app);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  // What one person refunds within a day counts together.
  admin = await signInAdmin(pool);
  buyer = await signIn(pool);
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
});

type Booking = Record<string, unknown> & { booking_id: number; transaction_id: string; version: number };
const list = async (query: string) => (await getJson(app, `/api/booking?${query}`, admin.cookie)).body;
const idsOf = async (query: string) => (await list(query)).items.map(({ booking_id }: Booking) => booking_id);
const read = async (id: number) => (await getJson(app, `/api/booking/${id}`, admin.cookie)).body as Booking;
const call = (method: 'PUT' | 'DELETE' | 'POST', path: string, body?: unknown) =>
  postJson(app, path, body, { method, cookie: admin.cookie });
const change = (booking: Booking, changes: Record<string, unknown>) =>
  call('PUT', `/api/booking/${booking.booking_id}`, { ...booking, ...changes });
const auditOf = async (id: number) => {
  const { rows } = await pool.query(
    "select action, details from audit_log where subject_kind = 'booking' and subject_id = $1 order by id",
    [id],
  );
  return rows as { action: string; details: Record<string, unknown> }[];
};
const rent = async (from: number, to: number, who = buyer) => {
  const [rented = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', offer: 'Rent', priceCents: 5_000 }]);
  return rentCar(rented, from, to, who);
};
async function rentCar(rented: number, from: number, to: number, who: Buyer) {
  const price = 50 * (to - from);
  const dates = { start_date: dayAfter(TODAY, from), end_date: dayAfter(TODAY, to), transaction_id: newTransaction() };
  await calls.pay(who, rented, price, dates);
  await calls.sold(who, rented);
  return (await calls.book(who, rented, dates.transaction_id, price)).body as Booking;
}

test('filters, searches and pages bookings, and returns all without a query', async () => {
  const bought: Booking = await calls.buy(buyer, car, PRICE);
  const { booking_id: id, transaction_id: transaction, listing_id } = bought;
  const everything = (await getJson(app, '/api/booking', admin.cookie)).body;
  expect(everything.map((booking: Booking) => booking.booking_id)).toContain(id);
  for (const search of [
    id,
    buyer.id,
    listing_id,
    transaction,
    transaction.slice(0, -2).toLowerCase(),
    transaction.slice(2, -1),
  ]) {
    expect(await idsOf(`search=${search}`), String(search)).toContain(id);
  }
  for (const nothing of ['%25', '_', 'TR_', 'TR%25', "'", '(a%2B)%2B%24', '999999999999999']) {
    expect(await idsOf(`search=${nothing}`), nothing).toEqual([]);
  }
  const mine = `search=${transaction}`;
  for (const fits of ['status=confirmed', 'paymentStatus=paid', 'due=partial', 'minPaid=5070&maxPaid=5070']) {
    expect(await idsOf(`${mine}&${fits}`), fits).toEqual([id]);
  }
  for (const other of ['status=pending', 'paymentStatus=refunded', 'due=none', 'due=full', 'minPaid=5070.01']) {
    expect(await idsOf(`${mine}&${other}`), other).toEqual([]);
  }
  expect((await list('page=1&limit=1')).pagination).toEqual({
    page: 1,
    totalPages: everything.length,
    totalItems: everything.length,
  });
  expect((await list('page=999999')).items).toEqual([]);
  for (const junk of ['page=-1', 'page=0', 'limit=NaN', 'sort=id;--', 'status=gone', 'search=%00', 'minPaid=1e9']) {
    expect((await getJson(app, `/api/booking?${junk}`, admin.cookie)).status, junk).toBe(400);
  }
});

test('finds bookings by order and email, and shows car, buyer and the money of the order', async () => {
  const who = await signIn(pool);
  const { booking_id: id, order_id: order }: Booking = await calls.buy(who, car, PRICE);
  const { rows } = await pool.query('select name, email from users where id = $1', [who.id]);
  expect(await idsOf(`search=${encodeURIComponent(rows[0].email)}`)).toEqual([id]);
  expect((await list(`search=CQ-${order}`)).items).toMatchObject([
    {
      booking_id: id,
      sale: { car: expect.stringContaining('BYD'), buyer: rows[0], order_id: order, received: 5_070, due: 15_210 },
    },
  ]);
});

test('filters bookings by due amount: none, partial or full', async () => {
  const { booking_id: id, transaction_id: transaction } = (await calls.buy(buyer, car, PRICE)) as Booking;
  await pool.query('update bookings set paid_cents = total_cents where id = $1', [id]);
  expect(await idsOf(`search=${transaction}&due=none`)).toEqual([id]);
  await pool.query('update bookings set paid_cents = 0 where id = $1', [id]);
  expect(await idsOf(`search=${transaction}&due=full`)).toEqual([id]);
});

test('sorts bookings by the requested column', async () => {
  const [dear = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 9_000_000 }]);
  const who = await signIn(pool);
  const first: Booking = await calls.buy(who, dear, 90_000);
  const second: Booking = await calls.buy(who, car, PRICE);
  const both = [first.booking_id, second.booking_id];
  expect(await idsOf(`search=${who.id}&sort=total&order=desc`)).toEqual(both);
  expect(await idsOf(`search=${who.id}&sort=paid&order=asc`)).toEqual(both.toReversed());
  expect(await idsOf(`search=${who.id}&sort=booking&order=asc`)).toEqual(both);
  expect(await idsOf(`search=${who.id}`)).toEqual(both.toReversed());
});

test('shows a booking to its buyer and answers 404 to other users', async () => {
  const { booking_id: id }: Booking = await calls.buy(buyer, car, PRICE);
  expect((await getJson(app, `/api/booking/${id}`, buyer.cookie)).body).toMatchObject({ booking_id: id });
  const other = await getJson(app, `/api/booking/${id}`, (await signIn(pool)).cookie);
  const unknown = await getJson(app, '/api/booking/999999999', buyer.cookie);
  expect([other.status, unknown.status]).toEqual([404, 404]);
  expect({ ...other.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
});

test('completing a paid booking credits the seller once and is audited; with money open it is refused', async () => {
  const booking: Booking = await calls.buy(buyer, car, PRICE);
  expect(await change(booking, { booking_status: 'completed' })).toMatchObject({
    status: 409,
    body: { message: '$15,210.00 of this order is still unpaid. Complete it once everything is paid.' },
  });
  await payBalance(pool, booking.booking_id as number);
  await readyOrder(pool, booking.order_id as number);
  const done = await change(booking, { booking_status: 'completed' });
  expect(done).toMatchObject({
    status: 200,
    body: { flag: '1', message: 'Listing updated successfully!', booking_status: 'completed' },
  });
  expect(await auditOf(booking.booking_id)).toMatchObject([
    {
      action: 'booking changed',
      details: { changed: ['status'], before: { status: 'confirmed' }, after: { status: 'completed' } },
    },
  ]);
  const earned = await pool.query(
    `select account, cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
     join order_cars c on c.order_id = e.order_id where c.booking_id = $1 and e.kind = 'handover' order by line`,
    [booking.booking_id],
  );
  expect(earned.rows).toEqual([
    { account: 'deposits', cents: 2_028_000 },
    { account: 'seller_payable', cents: -1_757_500 },
    { account: 'tax_payable', cents: -148_000 },
    { account: 'fees_to_pass_on', cents: -30_000 },
    { account: 'earnings', cents: -92_500 },
  ]);
  const again = await change(await read(booking.booking_id), { booking_status: 'cancelled' });
  expect(again).toMatchObject({ status: 409, body: { error: expect.stringContaining('is over') } });
});

test('cancels a booking once: refunds it and frees the car', async () => {
  const before = await ledgerBalances(pool);
  const booking: Booking = await calls.buy(buyer, car, PRICE);
  const requests = Array.from({ length: 5 }, () =>
    change(booking, { booking_status: 'cancelled', reason: 'Damaged.' }),
  );
  const statuses = (await Promise.all(requests)).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 409, 409, 409, 409]);
  expect(await read(booking.booking_id)).toMatchObject({ booking_status: 'cancelled', payment_status: 'refunded' });
  expect(await calls.statusOf(car)).toBe('active');
  expect(await ledgerBalances(pool)).toEqual(before);
  const { rows } = await pool.query('select amount_cents, reason, asked_by from refunds where payment_id = $1', [
    booking.payment_id,
  ]);
  expect(rows).toEqual([{ amount_cents: 507_000, reason: 'Damaged.', asked_by: 'admin' }]);
});

test('refunds when the payment is set to refunded, and cancels the booking unless it is completed', async () => {
  const live: Booking = await calls.buy(buyer, car, PRICE);
  expect((await change(live, { payment_status: 'refunded' })).body).toMatchObject({
    booking_status: 'cancelled',
    payment_status: 'refunded',
  });
  const completed: Booking = await calls.buy(buyer, car, PRICE);
  await payBalance(pool, completed.booking_id as number);
  await readyOrder(pool, completed.order_id as number);
  await change(completed, { booking_status: 'completed' });
  const refunded = await change(await read(completed.booking_id), { payment_status: 'refunded' });
  expect(refunded).toMatchObject({ status: 409, body: { message: expect.stringContaining('The buyer has the car') } });
});

test('what was kept of a canceled booking is refunded with an email, and nothing of it is due', async () => {
  const booking: Booking = await calls.buy(buyer, car, PRICE);
  await postJson(
    app,
    `/api/admin/payments/${booking.payment_id}/refund`,
    { reason: 'Hail', amount: 1_000, keeps: 4_070 },
    { cookie: admin.cookie },
  );
  await pool.query('delete from mail_outbox');
  // As after a refund that failed.
  await pool.query("update bookings set payment_status = 'paid' where id = $1", [booking.booking_id]);
  const canceled = await read(booking.booking_id);
  expect(canceled).toMatchObject({ booking_status: 'cancelled', due_price: 0 });
  expect((await change(canceled, { payment_status: 'refunded', reason: 'By goodwill.' })).status).toBe(200);
  const { rows } = await pool.query("select text from mail_outbox where subject like 'A refund for the%'");
  expect(rows).toHaveLength(1);
  expect(rows[0].text).toMatch(/\$4,070\.00.*By goodwill\./s);
});

test('rejects changes of amounts, buyer, car and transaction with a reason', async () => {
  const booking: Booking = await calls.buy(buyer, car, PRICE);
  const facts = 'listing, car, user and transaction';
  const refusals: [Record<string, unknown>, string][] = [
    [{ listing_id: 1 }, facts],
    [{ car_id: 1 }, facts],
    [{ user_id: 1 }, facts],
    [{ transaction_id: 'TR1' }, facts],
    [{ total_price: 1 }, 'total and paid price'],
    [{ paid_price: 20_280 }, 'total and paid price'],
    [{ payment_status: 'failed' }, 'The payment status comes from'],
    [{ booking_status: 'pending' }, 'can only be completed or canceled'],
    [{ booking_status: 'completed', payment_status: 'refunded' }, 'be saved together'],
    [{ booking_end_date: dayAfter(TODAY, 3) }, 'The dates of a purchase'],
  ];
  for (const [changes, words] of refusals) {
    const refused = await change(booking, changes);
    expect(refused, words).toMatchObject({ status: 409, body: { error: expect.stringContaining(words) } });
  }
  const missing = await call('PUT', `/api/booking/${booking.booking_id}`, { ...booking, user_id: undefined });
  expect(missing).toMatchObject({ status: 400, body: { fields: { user_id: expect.any(String) } } });
  expect(await read(booking.booking_id)).toEqual({ ...booking, flag: undefined, message: undefined });
  expect(await auditOf(booking.booking_id)).toEqual([]);
});

test('rejects a save with a stale version', async () => {
  const booking: Booking = await calls.buy(buyer, car, PRICE);
  await pool.query('update bookings set version = version + 1 where id = $1', [booking.booking_id]);
  const stale = await change(booking, { booking_status: 'completed' });
  expect(stale).toMatchObject({ status: 409, body: { fields: { version: 'stale' } } });
  expect((await read(booking.booking_id)).booking_status).toBe('confirmed');
});

test('moves a rental to free days of the same number and emails the renter', async () => {
  const booking = await rent(2, 4);
  const to = { booking_start_date: dayAfter(TODAY, 3), booking_end_date: dayAfter(TODAY, 5) };
  const moved = await change(booking, to);
  expect(moved.body).toMatchObject({ booking_start_date: `${to.booking_start_date}T00:00:00.000Z` });
  const { days } = (await getJson(app, `/api/listings/${booking.listing_id}/booked-days`)).body;
  expect(days).toEqual([dayAfter(TODAY, 3), dayAfter(TODAY, 4)]);
  const mails = await pool.query("select subject from mail_outbox where subject like 'New dates for your %'");
  expect(mails.rows).toHaveLength(1);
  expect((await auditOf(booking.booking_id))[0]?.details).toMatchObject({
    before: { startDay: dayAfter(TODAY, 2) },
    after: { startDay: dayAfter(TODAY, 3) },
  });
  const now = await read(booking.booking_id);
  const other = await signIn(pool);
  await rentCar(booking.listing_id as number, 6, 8, other);
  const refusals: [number, number, string][] = [
    [5, 7, 'already booked'],
    [3, 6, 'number of days'],
    [-1, 1, ''],
  ];
  for (const [from, until, words] of refusals) {
    const dates = { booking_start_date: dayAfter(TODAY, from), booking_end_date: dayAfter(TODAY, until) };
    expect(await change(now, dates)).toMatchObject({ status: 409, body: { error: expect.stringContaining(words) } });
  }
  expect(await read(booking.booking_id)).toEqual(now);
});

test('frees the car when a rental moves away from today, and rejects moving one that has begun', async () => {
  const booking = await rent(1, 2);
  await pool.query("update listings set status = 'rented' where id = $1", [booking.listing_id]);
  const to = { booking_start_date: dayAfter(TODAY, 2), booking_end_date: dayAfter(TODAY, 3) };
  expect((await change(booking, to)).status).toBe(200);
  expect(await calls.statusOf(booking.listing_id as number)).toBe('active');
  const begun = await rent(0, 1);
  expect(await change(begun, to)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('The rental has started') },
  });
});

test('hides only finished bookings and restores them', async () => {
  const booking: Booking = await calls.buy(buyer, car, PRICE);
  const path = `/api/booking/${booking.booking_id}`;
  expect(await call('DELETE', path)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('still active') },
  });
  await payBalance(pool, booking.booking_id as number);
  await readyOrder(pool, booking.order_id as number);
  await change(booking, { booking_status: 'completed' });
  expect(await call('DELETE', path)).toMatchObject({
    status: 200,
    body: { flag: '1', message: 'Listing deleted successfully' },
  });
  expect((await getJson(app, path, admin.cookie)).status).toBe(404);
  expect(await idsOf(`search=${booking.transaction_id}`)).toEqual([]);
  expect((await getJson(app, path, buyer.cookie)).status).toBe(200);
  expect((await call('DELETE', path)).status).toBe(404);
  const restore = () => call('POST', `/api/admin/bookings/${booking.booking_id}/restore`);
  expect([(await restore()).status, (await restore()).status]).toEqual([200, 200]);
  expect(await idsOf(`search=${booking.transaction_id}`)).toEqual([booking.booking_id]);
  expect(await auditOf(booking.booking_id)).toMatchObject([
    { action: 'booking changed' },
    { action: 'booking deleted', details: { before: { status: 'completed' } } },
    { action: 'booking restored', details: { before: { deleted: true }, after: { deleted: false } } },
  ]);
});

test('refunds only what was not refunded at the provider, and audits that amount', async () => {
  const booking: Booking = await calls.buy(buyer, car, PRICE);
  const given = "insert into provider_refunds (reference, payment_id, amount_cents) values ('given', $1, 100000)";
  await pool.query(given, [booking.payment_id]);
  expect((await change(booking, { booking_status: 'cancelled', reason: 'Damaged.' })).status).toBe(200);
  const { rows } = await pool.query('select amount_cents from refunds where payment_id = $1', [booking.payment_id]);
  expect(rows).toEqual([{ amount_cents: 407_000 }]);
  expect((await auditOf(booking.booking_id))[0]?.details).toMatchObject({ refundCents: 407_000, reason: 'Damaged.' });
});
