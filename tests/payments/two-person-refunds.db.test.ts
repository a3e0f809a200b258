import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { holdByWatchList } from '../support/data/watch-hits.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { type Buyer, CARD, newTransaction, payingCalls } from '../support/payments/paying.ts';
import { keptBy, readyOrder } from '../support/payments/ready-order.ts';
import { RefundingGateway } from '../support/payments/refunding-gateway.ts';
import { getJson, postJson, testApp } from '../support/server/test-app.ts';

/** A deposit of $11,100.00, above the limit of $10,000.00. */
const PRICE = 40_000;
const DEPOSIT = 1_087_500;
const { pool } = await testDatabase();
const gateway = new RefundingGateway();
const app = await testApp(pool, {}, gateway);
const calls = payingCalls(app);
type Staff = Awaited<ReturnType<typeof signInAdmin>>;
let maker: Staff;
let checker: Staff;
let buyer: Buyer;
let booking: { booking_id: number; payment_id: number; order_id: number };

beforeEach(async () => {
  await pool.query('delete from request_counts');
  [maker, checker] = [await signInAdmin(pool), await signInAdmin(pool)];
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  buyer = await signIn(pool);
  booking = await calls.buy(buyer, car, PRICE);
});

const refund = async (body: { amount?: number } = {}, cookie = maker.cookie) => {
  const kept = await keptBy(pool, booking.payment_id, body.amount);
  const refunded = { reason: 'Hail', ...kept, ...body };
  return postJson(app, `/api/admin/payments/${booking.payment_id}/refund`, refunded, { cookie });
};
const refunds = async () =>
  (
    await pool.query('select amount_cents, asked_by, approved_by from refunds where payment_id = $1', [
      booking.payment_id,
    ])
  ).rows;
const approve = async (cookie: string) => {
  const { items } = (await getJson(app, '/api/admin/approvals', checker.cookie)).body;
  const open = items.find(({ state }: { state: string }) => state === 'open');
  return postJson(app, `/api/admin/approvals/${open.id}/approve`, { hash: open.hash }, { cookie });
};
const change = async (body: object) => {
  const { body: before } = await getJson(app, `/api/booking/${booking.booking_id}`, maker.cookie);
  return postJson(
    app,
    `/api/booking/${booking.booking_id}`,
    { ...before, ...body },
    { cookie: maker.cookie, method: 'PUT' },
  );
};
const cash = (path: string, amount_cents: number, key: string = randomUUID()) =>
  postJson(
    app,
    `/api/admin/orders/${booking.order_id}/cash-${path}`,
    { key, method: 'cash', amount_cents, note: 'At the desk' },
    { cookie: maker.cookie },
  );
const held = async () => {
  const { rows } = await pool.query(
    `select coalesce(-sum(cents) filter (where account = 'deposits'), 0) as deposits, coalesce(sum(cents) filter (where account = 'cash'), 0) as cash
     from ledger_lines l join ledger_entries e on e.id = l.entry_id where e.order_id = $1`,
    [booking.order_id],
  );
  return rows[0];
};

test('a refund above the limit is made when a second person approves it, and changes nothing before', async () => {
  expect((await refund()).body).toMatchObject({ refund: 0, message: expect.stringContaining('has to approve it') });
  expect(await refunds()).toEqual([]);
  expect(await calls.statusOf((await calls.bookings(buyer))[0].listing_id)).toBe('sold');
  expect((await refund()).status).toBe(409);
  expect((await approve(maker.cookie)).body.flag).toBe('0');
  expect((await approve(checker.cookie)).body.flag).toBe('1');
  expect(await refunds()).toEqual([{ amount_cents: DEPOSIT, asked_by: 'admin', approved_by: checker.id }]);
  expect((await calls.bookings(buyer))[0]).toMatchObject({ booking_status: 'cancelled' });
});

test('no other call of the back office refunds above the limit', async () => {
  expect((await change({ booking_status: 'cancelled' })).status).toBe(409);
  expect((await change({ payment_status: 'refunded' })).status).toBe(409);
  const removed = await postJson(
    app,
    `/api/booking/${booking.booking_id}`,
    {},
    { cookie: maker.cookie, method: 'DELETE' },
  );
  expect(removed.status).toBe(409);
  expect(await refunds()).toEqual([]);
  expect((await calls.bookings(buyer))[0]).toMatchObject({ booking_status: 'confirmed' });
});

test('refunds of several payments of an order count together', async () => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 2_200_000 }]);
  booking = await calls.buy(buyer, car, 22_000);
  const { plan } = (await getJson(app, `/api/orders/${booking.order_id}`, buyer.cookie)).body;
  const part = {
    plan_item: plan[1].id,
    payment_method: 'credit_card',
    formData: CARD,
    transaction_id: newTransaction(),
    amount_cents: 500_000,
  };
  await postJson(app, `/api/orders/${booking.order_id}/payments`, part, { cookie: buyer.cookie });
  expect(plan[0].amount_cents).toBeLessThan(1_000_000);
  expect(await change({ booking_status: 'cancelled' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('second person') },
  });
  expect(await refunds()).toEqual([]);
});

test('the database refuses a refund above the limit requested by one administrator', async () => {
  const insert = `insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by) values ($1, $2, $2, 'x', 'admin')`;
  await expect(pool.query(insert, [booking.payment_id, DEPOSIT])).rejects.toThrow('needs a second person');
});

/** Books a car with a deposit below the limit, because the kept amount counts like the refund. */
async function bookCheaper(): Promise<void> {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 3_000_000 }]);
  booking = await calls.buy(buyer, car, 30_000);
}

test('below the limit one person refunds, and a buyer cancels by rule without staff', async () => {
  await bookCheaper();
  expect((await refund({ amount: 8_000 })).body).toMatchObject({ refund: 8_000 });
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  booking = await calls.buy(buyer, car, PRICE);
  expect((await calls.cancel(buyer, booking.booking_id, DEPOSIT / 100)).status).toBe(200);
  expect(await refunds()).toEqual([{ amount_cents: DEPOSIT, asked_by: 'user', approved_by: null }]);
});

test('refuses to approve a refund whose booking has ended since it was proposed', async () => {
  await refund();
  await calls.cancel(buyer, booking.booking_id, DEPOSIT / 100);
  expect((await approve(checker.cookie)).status).toBe(409);
  expect(await refunds()).toEqual([{ amount_cents: DEPOSIT, asked_by: 'user', approved_by: null }]);
  const { items } = (await getJson(app, '/api/admin/approvals', checker.cookie)).body;
  for (const { id, state } of items)
    if (state === 'open') await postJson(app, `/api/admin/approvals/${id}/cancel`, {}, { cookie: checker.cookie });
});

test('refuses a refund beyond the payment once its booking has ended', async () => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 200_000 }]);
  booking = await calls.buy(buyer, car, 2_000);
  const order = (await getJson(app, `/api/orders/${booking.order_id}`, buyer.cookie)).body;
  const balance = {
    plan_item: order.plan[1].id,
    payment_method: 'credit_card',
    formData: CARD,
    transaction_id: newTransaction(),
  };
  const paid = await postJson(app, `/api/orders/${booking.order_id}/payments`, balance, { cookie: buyer.cookie });
  expect(paid.status).toBe(200);
  await readyOrder(pool, booking.order_id);
  expect((await change({ booking_status: 'completed' })).status).toBe(200);
  expect((await refund({ amount: order.plan[0].amount_cents / 100 + 0.01 })).status).toBe(409);
  expect(await refunds()).toEqual([]);
  expect((await refund({ amount: order.plan[0].amount_cents / 100 })).status).toBe(200);
});

test('cash of a canceled order stays the buyer’s until staff return it, once per key and never more', async () => {
  await cash('receipts', 200_000);
  await calls.cancel(buyer, booking.booking_id, DEPOSIT / 100);
  expect(await held()).toEqual({ deposits: 200_000, cash: 200_000 });
  expect((await cash('returns', 200_001)).status).toBe(409);
  const key = randomUUID();
  expect((await cash('returns', 150_000, key)).body.flag).toBe('1');
  expect((await cash('returns', 150_000, key)).body.flag).toBe('1');
  expect((await cash('returns', 140_000, key)).status).toBe(422);
  expect(await held()).toEqual({ deposits: 50_000, cash: 50_000 });
  expect((await cash('returns', 50_001)).status).toBe(409);
  await cash('returns', 50_000);
  expect(await held()).toEqual({ deposits: 0, cash: 0 });
});

test('cash above the limit is returned when a second person approves it', async () => {
  await cash('receipts', 1_200_000);
  await approve(checker.cookie);
  expect((await cash('returns', 1_200_000)).body.message).toContain('has to approve it');
  expect(await held()).toMatchObject({ cash: 1_200_000 });
  expect((await approve(checker.cookie)).body.flag).toBe('1');
  expect(await held()).toMatchObject({ cash: 0, deposits: DEPOSIT });
});

test('cash above the limit that may not be returned is refused, not proposed', async () => {
  await cash('receipts', 1_200_000);
  await approve(checker.cookie);
  const clear = await holdByWatchList(pool, booking.order_id, maker.id);
  expect((await cash('returns', 1_200_000)).status).toBe(409);
  await clear();
  const { items } = (await getJson(app, '/api/admin/approvals', checker.cookie)).body;
  expect(items.filter(({ state }: { state: string }) => state === 'open')).toEqual([]);
});

test('cash is not returned while a hit holds the order', async () => {
  await cash('receipts', 50_000);
  const clear = await holdByWatchList(pool, booking.order_id, maker.id);
  expect((await cash('returns', 50_000)).status).toBe(409);
  expect(await held()).toMatchObject({ cash: 50_000 });
  await clear();
  expect((await cash('returns', 50_000)).body.flag).toBe('1');
  expect(await held()).toMatchObject({ cash: 0 });
});

test('cash returned in several parts counts together, on other days too', async () => {
  await cash('receipts', 1_200_000);
  await approve(checker.cookie);
  expect((await cash('returns', 900_000)).body.message).not.toContain('has to approve it');
  await pool.query('alter table cash_returns disable trigger user');
  await pool.query("update cash_returns set at = at - interval '3 days' where order_id = $1", [booking.order_id]);
  await pool.query('alter table cash_returns enable trigger user');
  expect((await cash('returns', 200_000)).body.message).toContain('has to approve it');
  expect(await held()).toMatchObject({ cash: 300_000 });
});

test.each(['cash', 'a refund'])('cash and refunds of an order count together, %s first', async (first) => {
  await bookCheaper();
  await cash('receipts', 600_000);
  const giveCash = () => cash('returns', 600_000);
  const giveRefund = () => refund({ amount: 6_000 });
  const [one, other] = first === 'cash' ? [giveCash, giveRefund] : [giveRefund, giveCash];
  expect((await one()).body.message).not.toContain('has to approve it');
  expect((await other()).body.message).toContain('has to approve it');
});

test('cash of a handed-over order is the seller’s and is not returned', async () => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 200_000 }]);
  booking = await calls.buy(buyer, car, 2_000);
  const { money } = (await getJson(app, `/api/orders/${booking.order_id}`, buyer.cookie)).body;
  await cash('receipts', money.open_cents);
  await readyOrder(pool, booking.order_id);
  expect((await change({ booking_status: 'completed' })).status).toBe(200);
  expect(await cash('returns', 100)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('the seller’s') },
  });
  expect(await held()).toMatchObject({ cash: money.open_cents });
});

test('refunds of several orders by one person within a day count together, in the database too', async () => {
  await bookCheaper();
  expect((await refund({ amount: 2_000 })).body.message).not.toContain('has to approve it');
  await bookCheaper();
  await cash('receipts', 700_000);
  expect((await cash('returns', 700_000)).body.message).not.toContain('has to approve it');
  await bookCheaper();
  expect((await refund({ amount: 1_100 })).body.message).toContain('has to approve it');
  const insert = `insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by, admin_id)
    select id, amount_cents, 110000, 'Alone', 'admin', $2 from payments where id = $1`;
  await expect(pool.query(insert, [booking.payment_id, maker.id])).rejects.toThrow('needs a second person');
  expect((await refund({ amount: 1_100 }, checker.cookie)).body.message).not.toContain('has to approve it');
});

test('simultaneous refunds of two orders by one person count together', async () => {
  await bookCheaper();
  const first = booking;
  await bookCheaper();
  const asked = [first, booking].map(async ({ payment_id: id }) =>
    postJson(
      app,
      `/api/admin/payments/${id}/refund`,
      { reason: 'Hail', amount: 6_000, ...(await keptBy(pool, id, 6_000)) },
      { cookie: maker.cookie },
    ),
  );
  const messages = (await Promise.all(asked)).map(({ body }) => body.message.includes('has to approve it'));
  expect(messages.sort()).toEqual([false, true]);
});
