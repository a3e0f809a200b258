import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { circuitBreakerGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import { settleRefundsOf } from '#features/payments/payments/server/refunds/refund-payment.ts';
import { insertRefund } from '#features/payments/payments/server/refunds/refund-store.ts';
import { systemClock } from '#lib/clock.ts';
import { bookingHooks } from '../../src/features/aftersales/bookings/server/book-captured.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import {
  type Buyer,
  bookingAmount,
  cardNumber,
  ledgerBalances,
  newTransaction,
  payingCalls,
} from '../support/payments/paying.ts';
import { ScriptedGateway } from '../support/payments/scripted-gateway.ts';
import { getJson, postJson, testApp } from '../support/server/test-app.ts';

const PRICE = 10_000;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let buyer: Buyer;
let car: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  calls = payingCalls(app);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  buyer = await signIn(pool);
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
});

test('refunds the amount shown when a buyer cancels, and frees the car', async () => {
  const booked = await calls.buy(buyer, car, PRICE);
  const [{ cancellation }] = await calls.bookings(buyer);
  expect(cancellation.refund).toBe(bookingAmount(PRICE));
  expect((await calls.cancel(buyer, booked.booking_id, 1)).status).toBe(409);
  expect((await calls.cancel(await signIn(pool), booked.booking_id, cancellation.refund)).status).toBe(404);
  expect(await calls.cancel(buyer, booked.booking_id, cancellation.refund)).toMatchObject({ status: 200 });
  expect(await calls.bookings(buyer)).toMatchObject([
    { booking_status: 'cancelled', payment_status: 'refunded', refund: { done: true, amount: cancellation.refund } },
  ]);
  expect(await calls.statusOf(car)).toBe('active');
  expect((await calls.cancel(buyer, booked.booking_id, cancellation.refund)).status).toBe(409);
  expect((await ledgerBalances(pool)).sum).toBe(0);
  await calls.buy(await signIn(pool), car, PRICE);
  expect(await calls.statusOf(car)).toBe('sold');
});

test('lets an administrator refund once, with a reason and at most what was paid', async () => {
  const admin = await signInAdmin(pool);
  const { transaction_id: transaction } = await calls.buy(buyer, car, PRICE);
  const { id } = await calls.readPayment(buyer, transaction);
  const refund = (body: object) => postJson(app, `/api/admin/payments/${id}/refund`, body, { cookie: admin.cookie });
  expect((await refund({})).status).toBe(400);
  expect((await refund({ reason: 'Hail damage', amount: bookingAmount(PRICE) + 0.01 })).status).toBe(409);
  const both = await Promise.all([refund({ reason: 'Hail damage' }), refund({ reason: 'Hail damage' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await calls.readPayment(buyer, transaction)).toMatchObject({ progress: 'refunded' });
  const { rows } = await pool.query(
    'select sum(cents) as cents from ledger_lines l join ledger_entries e on e.id = entry_id where payment_id = $1 and account = $2',
    [id, 'gateway'],
  );
  expect(rows[0].cents).toBe(0);
  const audited = "select actor_id, details from audit_log where action = 'payment refunded' and subject_id = $1";
  const cents = bookingAmount(PRICE) * 100;
  expect((await pool.query(audited, [id])).rows).toEqual([
    {
      actor_id: admin.id,
      details: {
        changed: ['status', 'leftCents'],
        before: { status: 'confirmed', leftCents: cents },
        after: { status: 'cancelled', leftCents: 0 },
        refundCents: cents,
        reason: 'Hail damage',
        booking: expect.any(Number),
      },
    },
  ]);
  const events = (await getJson(app, `/api/admin/payments/${id}/events`, admin.cookie)).body.events;
  expect(events.map(({ event }: { event: string }) => event)).toEqual([
    'created',
    'authorised',
    'captured',
    'refund asked',
    'booking cancelled',
    'refunded',
  ]);
});

/** Books with a test card whose refunds fail. */
async function bookWithFailingRefund() {
  const transaction_id = newTransaction();
  await calls.pay(buyer, car, PRICE, { transaction_id, formData: cardNumber('4000000000000580') });
  await calls.sold(buyer, car);
  return (await calls.book(buyer, car, transaction_id, PRICE)).body;
}

test('lists a failed refund in the back office', async () => {
  const { cookie } = await signInAdmin(pool);
  const { booking_id: id, payment_id: payment } = await bookWithFailingRefund();
  expect(await calls.cancel(buyer, id, bookingAmount(PRICE))).toMatchObject({
    status: 200,
    body: {
      refund_failed: true,
      message: expect.stringMatching(/^The booking has been canceled, but .* We still have the money/),
    },
  });
  expect((await calls.bookings(buyer))[0]).toMatchObject({
    booking_status: 'cancelled',
    payment_status: 'paid',
    refund: { done: false, failed: true },
  });
  const listed = (await getJson(app, '/api/payments?refund=failed', cookie)).body.items;
  expect(listed).toMatchObject([{ id: payment, refund_failed: true }]);
  expect((await ledgerBalances(pool)).sum).toBe(0);
});

test('shows the administrator a failed refund immediately, and emails the buyer', async () => {
  const { cookie } = await signInAdmin(pool);
  const failed = 'Refund failed; we still hold the money.';
  const { payment_id: payment } = await bookWithFailingRefund();
  const refund = () => postJson(app, `/api/admin/payments/${payment}/refund`, { reason: 'Hail damage' }, { cookie });
  expect((await refund()).body).toMatchObject({ refund_failed: true, message: expect.stringContaining(failed) });
  const { rows } = await pool.query(
    "select text from mail_outbox where subject like '%Seal%' order by id desc limit 2",
  );
  expect(rows.map(({ text }) => text)).toEqual([
    expect.stringContaining('so we still have the money'),
    expect.stringMatching(/We’re refunding .* to your original payment method.*If the refund fails, we’ll email you/s),
  ]);
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const { booking_id: id } = await bookWithFailingRefund();
  const seen = (await getJson(app, `/api/booking/${id}`, cookie)).body;
  const cancelled = { ...seen, booking_status: 'cancelled' };
  const changed = await postJson(app, `/api/booking/${id}`, cancelled, { cookie, method: 'PUT' });
  expect(changed.body).toMatchObject({
    booking_status: 'cancelled',
    refund_failed: true,
    message: expect.stringContaining(failed),
  });
});

test('records a refund once when two workers settle it concurrently', async () => {
  const { payment_id: payment } = await calls.buy(buyer, car, PRICE);
  const asked = { paymentId: payment, capturedCents: bookingAmount(PRICE) * 100, amountCents: 5_000 };
  await insertRefund(pool, { ...asked, reason: 'Hail', askedBy: 'admin' });
  const deps = {
    pool,
    clock: systemClock,
    rules: new RuleBookCache(pool),
    gateway: circuitBreakerGateway(new ScriptedGateway()),
    hooks: bookingHooks(systemClock, 'http://localhost'),
    unconfirmedMayTrade: true,
  };
  await Promise.all([1, 2, 3].map(() => settleRefundsOf(deps, payment)));
  const { rows } = await pool.query("select 1 from payment_events where payment_id = $1 and event = 'refunded'", [
    payment,
  ]);
  expect(rows).toHaveLength(1);
});

test('sends one email when two calls confirm a booking concurrently', async () => {
  const paid = await calls.pay(buyer, car, PRICE);
  await calls.sold(buyer, car);
  const { transaction_id: transaction } = paid.body;
  await Promise.all([1, 2, 3].map(() => calls.book(buyer, car, transaction, PRICE)));
  const { rows } = await pool.query('select 1 from mail_outbox where text like $1', [`%${transaction}%`]);
  expect(rows).toHaveLength(1);
});

test('does not confirm a canceled booking', async () => {
  const { booking_id: id, transaction_id: transaction } = await calls.buy(buyer, car, PRICE);
  await calls.cancel(buyer, id, bookingAmount(PRICE));
  expect(await calls.book(buyer, car, transaction, PRICE)).toMatchObject({
    status: 409,
    body: { error: 'The booking has been canceled.' },
  });
});

test('the database rejects changes and deletions in the ledger', async () => {
  await calls.buy(buyer, car, PRICE);
  for (const table of ['ledger_lines', 'ledger_entries', 'payment_events']) {
    await expect(pool.query(`delete from ${table}`)).rejects.toThrow('append-only');
  }
  await expect(
    pool.query("insert into ledger_lines (entry_id, account, cents) select max(id), 'earnings', 1 from ledger_entries"),
  ).rejects.toThrow('sum to zero');
});
