import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bookingHooks } from '#features/aftersales/bookings/server/book-captured.ts';
import { rentalsOver } from '#features/aftersales/bookings/server/booking-store.ts';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { circuitBreakerGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import {
  type Buyer,
  CARD,
  cardNumber,
  newTransaction,
  payingCalls,
} from '../../../../../tests/support/payments/paying.ts';
import { acceptLicense } from '../../../../../tests/support/payments/ready-order.ts';
import { RefundingGateway } from '../../../../../tests/support/payments/refunding-gateway.ts';
import { clockAhead, dayFromNow, daysFromNow, testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const DAYS = 2;
const PRICE = 100;
const TOTAL = DAYS * PRICE * 108 + 30_000;
const SECURITY = 20_000;
const gateway = new RefundingGateway();
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
type Staff = Awaited<ReturnType<typeof signInAdmin>>;
let staff: Staff;
let second: Staff;
let renter: Buyer;
let order: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, gateway);
  calls = payingCalls(app);
  [staff, second] = [await signInAdmin(pool), await signInAdmin(pool)];
  await terms(`security_cents = ${SECURITY}`);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  await pool.query('delete from mail_outbox');
  gateway.reset();
  order = await rental(0, DAYS);
});
afterEach(async () => {
  expect(await orderDifferences(pool)).toEqual([]);
});

async function terms(change: string): Promise<void> {
  await pool.query(
    `alter table order_terms disable trigger user; update order_terms set ${change}; alter table order_terms enable trigger user`,
  );
}

async function rental(from: number, to: number): Promise<number> {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Dolphin', priceCents: PRICE * 100, offer: 'Rent' }]);
  renter = await signIn(pool);
  const days = { start_date: dayFromNow(from), end_date: dayFromNow(to), transaction_id: newTransaction() };
  const { order_id: id } = await calls.buy(renter, car, PRICE * (to - from), days);
  await acceptLicense(pool, id);
  return id;
}

const holdBody = (change: object = {}) => ({
  payment_method: 'credit_card',
  formData: CARD,
  transaction_id: newTransaction(),
  amount_cents: SECURITY,
  ...change,
});
const hold = (change: object = {}, who = renter) =>
  postJson(app, `/api/orders/${order}/card-hold`, holdBody(change), { cookie: who.cookie });
const show = async (cookie = renter.cookie) => (await getJson(app, `/api/orders/${order}/card-hold`, cookie)).body;
const office = (path: string, body: object, by = staff) =>
  postJson(app, `/api/admin/orders/${order}/${path}`, body, { cookie: by.cookie });
const paymentId = async () => (await show()).hold.payment_id as number;
const release = async (payment?: number) => office('card-hold/release', { payment: payment ?? (await paymentId()) });
const capture = async (amount_cents: number, payment?: number) =>
  office('card-hold/capture', { payment: payment ?? (await paymentId()), amount_cents });
const report = (step: 'pick_up' | 'return') =>
  postJson(
    app,
    `/api/orders/${order}/events`,
    { id: randomUUID(), step, certainty: 'actual', happens_at: testNow().toISOString() },
    { cookie: staff.cookie },
  );
async function charge(amount_cents: number) {
  const form = new FormData();
  const values = { key: randomUUID(), kind: 'fuel', amount_cents, reason: 'The tank was empty.' };
  for (const [name, value] of Object.entries(values)) form.append(name, String(value));
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return app.inject({
    method: 'POST',
    url: `/api/admin/orders/${order}/charges`,
    headers: { cookie: staff.cookie, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}
/** Pays the rental, has the deposit held, and reports that the car was out and is back. */
async function returned(): Promise<void> {
  await office('cash-receipts', { key: randomUUID(), method: 'card', amount_cents: (TOTAL * 3) / 4 });
  await hold();
  expect((await report('pick_up')).status).toBe(200);
}
function work(daysLater = 0) {
  const clock = clockAhead(daysLater);
  const deps = {
    ...{ pool, clock, gateway: circuitBreakerGateway(gateway), hooks: bookingHooks(clock, 'http://localhost') },
    ...{ rules: new RuleBookCache(pool), unconfirmedMayTrade: true },
  };
  return settleDuePayments(deps, (error) => Promise.reject(error));
}
const makeDue = () => pool.query('update payments set due_at = now() where id in (select payment_id from card_holds)');
const subjects = async () =>
  (await pool.query('select subject from mail_outbox order by id')).rows.map(({ subject }) => subject as string);
/** Balances of the order's accounts; debits are positive. */
const accounts = async () => {
  const { rows } = await pool.query(
    `select account, sum(cents)::int as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
     where e.order_id = $1 and account not in ('receivable', 'billed_not_received')
     group by account having sum(cents) <> 0 order by account`,
    [order],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
};

test('a deposit is held on the card without being taken, counts at the pick-up, and is released once', async () => {
  await office('cash-receipts', { key: randomUUID(), method: 'card', amount_cents: (TOTAL * 3) / 4 });
  expect((await report('pick_up')).body.message).toContain('security deposit');
  const before = await accounts();
  expect((await show()).may).toMatchObject({ may: 'yes' });
  expect(await hold()).toMatchObject({ status: 200, body: { progress: 'authorised', amount: SECURITY / 100 } });
  expect(await show()).toMatchObject({
    may: { may: 'no' },
    hold: { state: 'held', held_cents: SECURITY, taken_cents: 0, card_last4: '4242' },
  });
  expect(await accounts()).toEqual(before);
  expect((await report('pick_up')).status).toBe(200);
  expect((await release()).status).toBe(409);
  expect(await show()).toMatchObject({ ask_cents: SECURITY });
  await report('return');
  expect(await show()).toMatchObject({ may: null, ask_cents: 0 });
  const payment = await paymentId();
  expect((await Promise.all([release(payment), release(payment)])).map(({ status }) => status)).toEqual([200, 200]);
  await work();
  expect((await show()).hold).toMatchObject({ state: 'ended' });
  expect(gateway.charges.get(payment)?.state).toBe('voided');
  expect((await subjects()).filter((subject) => subject.includes('deposit is released'))).toHaveLength(1);
  expect(await accounts()).toEqual(before);
});

test('the same call twice is one hold, and a second one is refused', async () => {
  const body = { transaction_id: newTransaction() };
  const answers = await Promise.all([hold(body), hold(body), hold(), hold()]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  await hold(body);
  const { rows } = await pool.query('select payment_id from card_holds where order_id = $1', [order]);
  expect(rows).toHaveLength(1);
  expect((await hold()).status).toBe(409);
});

test('refuses other users, other amounts, wallets and cars for sale', async () => {
  expect((await hold({}, await signIn(pool))).status).toBe(404);
  expect((await hold({ amount_cents: SECURITY - 1 })).status).toBe(409);
  expect((await hold({ payment_method: 'paypal' })).status).toBe(400);
  expect((await getJson(app, `/api/orders/${order}/card-hold`, (await signIn(pool)).cookie)).status).toBe(404);
  const transaction_id = newTransaction();
  const message = 'Your bank declined the hold. Nothing was taken.';
  const declined = { transaction_id, formData: cardNumber('4000000000000002') };
  expect(await hold(declined)).toMatchObject({ status: 402, body: { message } });
  expect((await calls.readPayment(renter, transaction_id)).message).toBe(message);
  expect((await show()).hold).toMatchObject({ state: 'failed' });
  expect((await hold()).status).toBe(200);
});

test('of a simultaneous capture and release, one succeeds, only after the return and for the charged amount', async () => {
  await returned();
  await charge(5_000);
  await charge(2_500);
  expect((await capture(7_500)).status).toBe(409);
  await report('return');
  const payment = await paymentId();
  expect((await capture(7_499)).status).toBe(409);
  const both = await Promise.all([capture(7_500, payment), capture(7_500, payment), release(payment)]);
  expect(both.some(({ status }) => status === 200)).toBe(true);
  await work();
  const { state, taken_cents: cents } = (await show()).hold;
  expect([
    ['taken', 7_500],
    ['ended', 0],
  ]).toContainEqual([state, cents]);
  expect(gateway.netCharged(payment)).toBe(cents);
});

test('a capture pays the charges, is posted to the ledger, and the order completes', async () => {
  await returned();
  await charge(5_000);
  await charge(2_500);
  await report('return');
  expect(await office('complete', {})).toMatchObject({ status: 409 });
  const before = await accounts();
  expect(await capture(7_500)).toMatchObject({ status: 200 });
  expect((await capture(7_500)).status).toBe(200);
  expect((await accounts()).gateway).toBe((before.gateway ?? 0) + 7_500);
  const shown = (await getJson(app, `/api/orders/${order}`, renter.cookie)).body;
  expect(shown.money).toMatchObject({ open_cents: 0, received_cents: TOTAL + 7_500 });
  expect(await subjects()).toContainEqual(expect.stringContaining('We took $75.00'));
  expect((await office('complete', {})).status).toBe(200);
});

test('a capture whose response is lost is retried, captures once, and blocks other payments of the charges', async () => {
  await returned();
  await charge(5_000);
  await report('return');
  await charge(2_500);
  gateway.loseResponse('capture');
  expect((await capture(7_500)).status).toBe(200);
  expect((await show()).hold).toMatchObject({ state: 'taking' });
  const { rows } = await pool.query('select max(id) as id from plan_items where order_id = $1', [order]);
  const card = { payment_method: 'credit_card', formData: CARD, transaction_id: newTransaction() };
  const again = { plan_item: rows[0].id, amount_cents: 2_500, ...card };
  expect(await postJson(app, `/api/orders/${order}/payments`, again, { cookie: renter.cookie })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('still being confirmed') },
  });
  await makeDue();
  // So claims a process of the release before, which would capture the whole amount.
  const claim =
    'update payments set due_at = now() where id in (select id from payments where due_at <= now()) returning id';
  expect((await pool.query(claim)).rows).not.toContainEqual({ id: await paymentId() });
  await work();
  expect((await show()).hold).toMatchObject({ state: 'taken', taken_cents: 7_500 });
  expect((await accounts()).gateway).toBe(TOTAL / 4 + 7_500);
});

test('a lost answer of the bank becomes a hold, or is released when the order has ended meanwhile', async () => {
  gateway.loseResponse('authorise');
  expect((await hold()).status).toBe(202);
  await makeDue();
  await work(0.001);
  expect((await show()).hold).toMatchObject({ state: 'held' });

  order = await rental(3, 4);
  gateway.loseResponse('authorise');
  await hold();
  await cancelByOffice();
  await work();
  expect((await show()).hold).toMatchObject({ state: 'ended' });
  expect(gateway.charges.get(await paymentId())?.state).toBe('voided');
});

async function cancelByOffice() {
  const [{ booking_id: id }] = (await getJson(app, '/api/my-bookings', renter.cookie)).body.items;
  const { body } = await getJson(app, `/api/booking/${id}`, staff.cookie);
  const cancel = { ...body, booking_status: 'cancelled' };
  expect((await postJson(app, `/api/booking/${id}`, cancel, { cookie: staff.cookie, method: 'PUT' })).status).toBe(200);
}

test('canceling a rental releases its deposit', async () => {
  order = await rental(3, 4);
  await hold();
  await cancelByOffice();
  await work();
  expect((await show()).hold).toMatchObject({ state: 'ended' });
  expect(gateway.charges.get(await paymentId())?.state).toBe('voided');
  expect((await hold()).status).toBe(409);
});

test('a hold lasts until the return: a longer rental brings its deposit, and an early one waits', async () => {
  order = await rental(0, 8);
  expect((await show()).may).toMatchObject({ may: 'no', why: expect.stringContaining('is longer') });
  order = await rental(10, 11);
  expect((await show()).may).toMatchObject({ may: 'no', why: expect.stringContaining('six days before') });
  expect((await hold()).status).toBe(409);
});

test('emails renter and office once before a hold ends, and a new hold replaces it', async () => {
  await returned();
  const first = await paymentId();
  await pool.query(
    "update payments set expires_at = now() + interval '20 hours', due_at = now(), changed_at = now() - interval '1 hour' where id = $1",
    [first],
  );
  await work();
  await makeDue();
  await work();
  const told = (await subjects()).filter((subject) => subject.includes('ends soon'));
  expect(told.length).toBeGreaterThan(1);
  expect(
    new Set(
      (await pool.query("select to_address from mail_outbox where subject like '%ends soon%'")).rows.map(
        (row) => row.to_address,
      ),
    ).size,
  ).toBe(told.length);
  expect((await show()).may).toMatchObject({ may: 'yes' });
  expect((await hold()).status).toBe(200);
  await work();
  expect(gateway.charges.get(first)?.state).toBe('voided');
  expect((await show()).hold).toMatchObject({ state: 'held' });
});

test('a renewal that the bank declines leaves the earlier hold to be taken', async () => {
  await returned();
  const first = await paymentId();
  await pool.query("update payments set expires_at = now() + interval '20 hours' where id = $1", [first]);
  expect((await hold({ formData: cardNumber('4000000000000002') })).status).toBe(402);
  expect((await show()).hold).toMatchObject({ payment_id: first, state: 'held' });
  await charge(5_000);
  await report('return');
  expect(await capture(5_000, first)).toMatchObject({ status: 200 });
  expect((await show()).hold).toMatchObject({ payment_id: first, state: 'taken', taken_cents: 5_000 });
});

test('what is held is released two days after the return, and the rental is completed', async () => {
  await returned();
  await report('return');
  const booking = (await getJson(app, '/api/my-bookings', renter.cookie)).body.items[0].booking_id;
  await pool.query('update bookings set starts_at = $2, ends_at = $3 where id = $1', [
    booking,
    daysFromNow(-4),
    daysFromNow(-2),
  ]);
  expect(await rentalsOver(pool, testNow())).not.toContain(booking);
  const { rows } = await pool.query(
    "select expires_at < now() + interval '49 hours' as soon from payments where id = $1",
    [await paymentId()],
  );
  expect(rows).toEqual([{ soon: true }]);
  await pool.query('update payments set expires_at = now(), due_at = now() where id = $1', [await paymentId()]);
  await work();
  expect((await show()).hold).toMatchObject({ state: 'ended' });
  expect(await rentalsOver(pool, testNow())).toContain(booking);
});

test('more than one person may take needs a second one, who approves exactly that amount', async () => {
  await returned();
  await charge(5_000);
  await report('return');
  await terms('cash_limit_cents = 4000');
  try {
    expect((await show(staff.cookie)).capture_alone_cents).toBeLessThan(5_000);
    expect((await show()).capture_alone_cents).toBeNull();
    expect((await capture(5_000)).body.message).toContain('has to approve it');
    expect((await show()).hold).toMatchObject({ state: 'held' });
    const { items } = (await getJson(app, '/api/admin/approvals', second.cookie)).body;
    const { id, hash } = items.find(({ state }: { state: string }) => state === 'open');
    const approve = (by: Staff) => postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie: by.cookie });
    expect((await approve(staff)).body.flag).not.toBe('1');
    expect((await approve(second)).body.flag).toBe('1');
    await work();
    expect((await show()).hold).toMatchObject({ state: 'taken', taken_cents: 5_000 });
  } finally {
    await terms('cash_limit_cents = 1000000');
  }
});

test('the database captures a hold only as decided, books no car with it, and keeps decisions', async () => {
  await hold();
  const payment = await paymentId();
  const set = (change: string) => pool.query(`update payments set ${change} where id = $1`, [payment]);
  await expect(set("state = 'capturing'")).rejects.toThrow('nobody has decided');
  const car =
    "listing_id = (select max(id) from listings), offer = 'Sell', price_cents = 100000, tax_cents = 0, fee_cents = 0, total_cents = 100000";
  await expect(set(car)).rejects.toThrow('books no car');
  const decide = (cents: number) =>
    pool.query('insert into card_captures (payment_id, cents, admin_id) values ($1, $2, $3)', [
      payment,
      cents,
      staff.id,
    ]);
  await expect(decide(SECURITY + 1)).rejects.toThrow('more than');
  await terms('cash_limit_cents = 100');
  await expect(decide(101)).rejects.toThrow('second person');
  await terms('cash_limit_cents = 1000000');
  await decide(100);
  await expect(pool.query('delete from card_captures')).rejects.toThrow('append-only');
  await pool.query('update payments set expires_at = now(), due_at = now() where id = $1', [payment]);
  await work();
});

test('a capture of an expired hold leaves the charge open and emails the office', async () => {
  await returned();
  await charge(5_000);
  await report('return');
  gateway.setAllStates('voided');
  await capture(5_000);
  await work();
  expect((await show()).hold).toMatchObject({ state: 'lost' });
  expect((await getJson(app, `/api/orders/${order}`, renter.cookie)).body.money).toMatchObject({ open_cents: 5_000 });
  expect(await subjects()).toContainEqual(expect.stringContaining('could not be taken'));
});
