import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bookingHooks } from '#features/aftersales/bookings/server/book-captured.ts';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { circuitBreakerGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import { settlePayment } from '#features/payments/payments/server/settle-payment.ts';
import type { Clock } from '#lib/clock.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { type Buyer, CARD, newTransaction, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { acceptLicense } from '../../../../../tests/support/payments/ready-order.ts';
import { RefundingGateway } from '../../../../../tests/support/payments/refunding-gateway.ts';
import { clockAhead, dayFromNow, testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const SECURITY = 20_000;
const gateway = new RefundingGateway();
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let renter: Buyer;
let order: number;
let booking: number;
let admin: Awaited<ReturnType<typeof signInAdmin>>;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, gateway);
  calls = payingCalls(app);
  admin = await signInAdmin(pool);
  await pool.query(
    `alter table order_terms disable trigger user; update order_terms set security_cents = ${SECURITY}; alter table order_terms enable trigger user`,
  );
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  await pool.query('delete from mail_outbox');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Dolphin', priceCents: 10_000, offer: 'Rent' }]);
  renter = await signIn(pool);
  const days = { start_date: dayFromNow(3), end_date: dayFromNow(4), transaction_id: newTransaction() };
  ({ order_id: order, booking_id: booking } = await calls.buy(renter, car, 100, days));
  await acceptLicense(pool, order);
});
afterEach(() => gateway.reset());

const hold = () =>
  postJson(
    app,
    `/api/orders/${order}/card-hold`,
    { payment_method: 'credit_card', formData: CARD, transaction_id: newTransaction(), amount_cents: SECURITY },
    { cookie: renter.cookie },
  );
/** A hold whose bank has agreed, but whose answer was lost. */
async function undecided(): Promise<number> {
  gateway.loseResponse('authorise');
  expect((await hold()).status).toBe(202);
  const { rows } = await pool.query('select max(payment_id) as id from card_holds where order_id = $1', [order]);
  return rows[0].id;
}
const authorize = (payment: number) =>
  pool.query("update payments set state = 'authorised', due_at = now() + interval '20 seconds' where id = $1", [
    payment,
  ]);
/** In how many hours a hold ends, and whether the worker looks at it now. */
async function endOf(payment: number) {
  const { rows } = await pool.query(
    'select ceil(extract(epoch from expires_at - now()) / 3600)::int as hours, due_at <= now() as due from payments where id = $1',
    [payment],
  );
  return rows[0];
}
const cancel = async () => {
  const { cancellation } = (await calls.bookings(renter))[0];
  expect((await calls.cancel(renter, booking, cancellation.refund)).status).toBe(200);
};
const deps = (clock: Clock) => ({
  ...{ pool, clock, gateway: circuitBreakerGateway(gateway), hooks: bookingHooks(clock, 'http://localhost') },
  ...{ rules: new RuleBookCache(pool), unconfirmedMayTrade: true },
});
const subjects = async () =>
  (await pool.query('select subject from mail_outbox order by id')).rows.map(({ subject }) => subject as string);

test('a hold that the bank confirms after its order was canceled is released', async () => {
  const payment = await undecided();
  await cancel();
  await pool.query("update payments set expires_at = now() + interval '1 hour' where id = $1", [payment]);
  await authorize(payment);
  expect(await endOf(payment)).toEqual({ hours: 0, due: true });
});

test('a hold that is confirmed too late is released, and the earlier one stays', async () => {
  expect((await hold()).status).toBe(200);
  const first = (await getJson(app, `/api/orders/${order}/card-hold`, renter.cookie)).body.hold.payment_id;
  await pool.query("update payments set expires_at = now() + interval '20 hours' where id = $1", [first]);
  const renewal = await undecided();
  await pool.query("update payments set expires_at = now() - interval '1 second' where id = $1", [renewal]);
  await authorize(renewal);
  expect([await endOf(renewal), await endOf(first)]).toEqual([
    { hours: 0, due: true },
    { hours: 20, due: false },
  ]);
});

test('a renewal that the bank confirms after the return lasts for the two days in which staff decide', async () => {
  const payment = await undecided();
  await pool.query(
    `insert into shipment_events (id, order_id, step, certainty, happens_at, time_zone, captured_at, actor, actor_id, note, evidence, content_hash)
     values ($1, $2, 'return', 'actual', now(), 'UTC', now(), 'admin', $3, '', '{}', sha256('return'))`,
    [randomUUID(), order, admin.id],
  );
  await authorize(payment);
  expect(await endOf(payment)).toEqual({ hours: 48, due: false });
});

test('a hold that was never decided mails nothing once its rental is canceled', async () => {
  const payment = await undecided();
  await cancel();
  await settlePayment(deps(clockAhead(1)), payment);
  expect((await subjects()).filter((subject) => subject.includes('deposit'))).toEqual([]);
});

test('sends no warning for a hold that the database has just ended by a clock ahead of ours', async () => {
  expect((await hold()).status).toBe(200);
  const { rows } = await pool.query('select max(payment_id) as id from card_holds where order_id = $1', [order]);
  const at = testNow();
  const toldOfEndIn = async (seconds: number) => {
    await pool.query(
      "update payments set expires_at = $2, changed_at = $3::timestamptz - interval '1 hour' where id = $1",
      [rows[0].id, new Date(at.getTime() + seconds * 1_000), at],
    );
    await settlePayment(deps({ now: () => at }), rows[0].id);
    return (await subjects()).some((subject) => subject.includes('ends soon'));
  };
  expect([await toldOfEndIn(1), await toldOfEndIn(60)]).toEqual([false, true]);
});

const take = () =>
  postJson(
    app,
    `/api/admin/orders/${order}/security`,
    { key: randomUUID(), kind: 'taken', method: 'cash', amount_cents: SECURITY },
    { cookie: admin.cookie },
  );
const release = (payment: number) =>
  postJson(app, `/api/admin/orders/${order}/card-hold/release`, { payment }, { cookie: admin.cookie });

test('staff take no second deposit while the whole deposit is held on the card', async () => {
  expect((await hold()).status).toBe(200);
  expect(await take()).toMatchObject({ status: 409, body: { error: 'The security deposit is already there.' } });
  const { hold: held } = (await getJson(app, `/api/orders/${order}/card-hold`, admin.cookie)).body;
  expect((await release(held.payment_id)).status).toBe(200);
  expect((await take()).status).toBe(200);
});

test('staff can take the deposit in another way after a pending hold is stopped', async () => {
  const payment = await undecided();
  expect(await take()).toMatchObject({ status: 409, body: { error: expect.stringContaining('is being asked') } });
  expect((await release(payment)).status).toBe(200);
  expect((await take()).status).toBe(200);
  expect((await pool.query('select state from payments where id = $1', [payment])).rows).toEqual([{ state: 'voided' }]);
});

test('an extension beyond the end of the hold is accepted only by a person who saw that end, and the renter is asked to renew it', async () => {
  expect((await hold()).status).toBe(200);
  const call = (path: string, body: object, { cookie }: { cookie: string }) =>
    postJson(app, `/api/orders/${order}/extensions${path}`, body, { cookie });
  const ask = { last_day: dayFromNow(9), total_cents: 6 * 10_800 };
  const { body: asked } = await call('', ask, renter);
  const [{ id, deposit_ends: ends }] = asked.items;
  expect(ends).toEqual({ cents: SECURITY, at: expect.any(String) });
  const accept = (seen: object) => call(`/${id}/answer`, { answer: 'accepted', ...seen }, admin);
  for (const seen of [{}, { deposit_ends: testNow().toISOString() }])
    expect(await accept(seen)).toMatchObject({ status: 409, body: { error: expect.stringContaining('$200.00') } });
  expect((await accept({ deposit_ends: ends.at })).body.items).toMatchObject([
    { answer: 'accepted', deposit_ends: null },
  ]);
  const { rows } = await pool.query("select text from mail_outbox where subject like 'You keep the car%'");
  expect(rows).toEqual([{ text: expect.stringContaining('Please have it held again') }]);
});

test('an extension that ends within the hold asks for no new one', async () => {
  expect((await hold()).status).toBe(200);
  const body = { last_day: dayFromNow(4), total_cents: 10_800 };
  const asked = await postJson(app, `/api/orders/${order}/extensions`, body, { cookie: renter.cookie });
  expect(asked.body.items).toMatchObject([{ answer: null, deposit_ends: null }]);
});
