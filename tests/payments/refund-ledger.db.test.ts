import { readFile } from 'node:fs/promises';
import { SeededRandom } from '@carquay/demo/inventory/seeded-random.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { circuitBreakerGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import { settleRefundsOf } from '#features/payments/payments/server/refunds/refund-payment.ts';
import { pendingCents, refundsOfPayment } from '#features/payments/payments/server/refunds/refund-store.ts';
import { syncRefunds } from '#features/payments/payments/server/refunds/sync-refunds.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import { AppError } from '#lib/app-error.ts';
import { systemClock } from '#lib/clock.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { isLive, leftCents } from '../../src/features/aftersales/bookings/model/booking.ts';
import { bookingHooks } from '../../src/features/aftersales/bookings/server/book-captured.ts';
import { findBookingOfPayment } from '../../src/features/aftersales/bookings/server/booking-store.ts';
import { lockedBooking, refundByAdmin } from '../../src/features/aftersales/bookings/server/cancel-booking.ts';
import { completeLockedBooking } from '../../src/features/aftersales/bookings/server/change-booking.ts';
import { orderDifferences } from '../../src/features/aftersales/bookings/server/order-differences.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { useFirstTerms } from '../support/payments/orders.ts';
import { payingCalls } from '../support/payments/paying.ts';
import { RefundingGateway } from '../support/payments/refunding-gateway.ts';
import { testNow } from '../support/runner/test-clock.ts';
import { testApp } from '../support/server/test-app.ts';
import { testDocuments } from '../support/site/documents/test-documents.ts';

const PRICE = 10_000;
const PAID = 277_500;
const ORIGIN = { ip: '127.0.0.1', userAgent: '', requestId: 'a test' };
const { pool } = await testDatabase();
const gateway = new RefundingGateway();
const calls = payingCalls(await testApp(pool, {}, gateway));
let admin = await signInAdmin(pool);
const payments = {
  pool,
  clock: systemClock,
  rules: new RuleBookCache(pool),
  gateway: circuitBreakerGateway(gateway),
  hooks: bookingHooks(systemClock, 'http://localhost'),
  unconfirmedMayTrade: true,
};
const deps = {
  payments,
  documents: testDocuments(pool),
  siteOrigin: 'http://localhost',
  reviewsOf: async () => new Map(),
};
let id = 0;

const buyCar = async () => {
  gateway.answers = 'done';
  await pool.query('delete from request_counts');
  // Refunds of one person within a day count together.
  admin = await signInAdmin(pool);
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  id = (await calls.buy(await signIn(pool), car, PRICE)).payment_id;
  await useFirstTerms(pool, id);
};
beforeEach(buyCar);
afterEach(async () => {
  const { rows } = await pool.query('select 1 from ledger_lines group by entry_id having sum(cents) <> 0');
  expect(rows).toEqual([]);
});

const left = async () => {
  const booking = await findBookingOfPayment(pool, id);
  return booking && isLive(booking.status) ? leftCents(booking) : 0;
};
const refund = async (amountCents: number) => {
  const keepsCents = Math.max(0, (await left()) - amountCents);
  return refundByAdmin(deps, admin, id, { amountCents, keepsCents, reason: 'Hail' }, ORIGIN);
};
const SYSTEM = { actor: 'system', actorId: null } as const;
const sync = () => syncRefunds(payments, id);
const complete = () =>
  withTransaction(pool, async (db) => {
    const seen = await findBookingOfPayment(db, id);
    await completeLockedBooking(db, (await lockedBooking(db, seen!)).booking, SYSTEM, testNow());
  });

/** Returns the balances of this payment in cents. All except the gateway are positive when we owe or earned them. */
async function accounts(): Promise<{ gateway: number; deposits: number; due: number; earnings: number }> {
  const { rows } = await pool.query(
    `select coalesce(sum(cents) filter (where account = 'gateway'), 0) as gateway,
       coalesce(-sum(cents) filter (where account = 'deposits'), 0) as deposits,
       coalesce(-sum(cents) filter (where account = 'refunds_due'), 0) as due,
       coalesce(-sum(cents) filter (where account in ('earnings', 'cancellation_kept')), 0) as earnings
     from ledger_lines l join ledger_entries e on e.id = entry_id where payment_id = $1`,
    [id],
  );
  return rows[0];
}

test.each([
  ['more', PAID, 0],
  ['less', PAID / 4, PAID / 4],
])('a failed refund that is repeated with %s still owes the rest', async (_what, again, owed) => {
  gateway.answers = 'failed';
  await refund(PAID / 2);
  expect(await accounts()).toEqual({ gateway: PAID, deposits: PAID / 2, due: 0, earnings: PAID / 2 });
  gateway.answers = 'unreached';
  await refund(again);
  const earnings = PAID - again - owed;
  expect(await accounts()).toEqual({ gateway: PAID, deposits: owed, due: again, earnings });
  gateway.answers = 'done';
  await settleRefundsOf(payments, id);
  expect(await accounts()).toEqual({ gateway: PAID - again, deposits: owed, due: 0, earnings });
  expect(await refundsOfPayment(pool, id)).toMatchObject({ owedCents: owed });
});

test('several refunds of a payment have separate numbers, states and failures', async () => {
  await refund(100_000);
  gateway.answers = 'unreached';
  await refund(50_000);
  await refund(20_000);
  expect(await accounts()).toMatchObject({ gateway: PAID - 100_000, due: 70_000, earnings: PAID - 170_000 });
  gateway.answers = 'done';
  await settleRefundsOf(payments, id);
  expect(gateway.refunded(id)).toBe(170_000);
  // The middle one fails days later.
  gateway.failLater(id, (done) => done.find(({ cents }) => cents === 50_000));
  await sync();
  expect(await refundsOfPayment(pool, id)).toMatchObject({
    refunds: [
      { attempt: 1, amountCents: 100_000, done: true, failure: null },
      { attempt: 2, amountCents: 50_000, done: false, failure: 'unknown' },
      { attempt: 3, amountCents: 20_000, done: true, failure: null },
    ],
    owedCents: 50_000,
  });
  expect(await accounts()).toMatchObject({ gateway: PAID - 120_000, deposits: 50_000, due: 0 });
  expect((await pool.query('select state from payments where id = $1', [id])).rows).toEqual([{ state: 'refunded' }]);
  await refund(50_000);
  expect(await refundsOfPayment(pool, id)).toMatchObject({ refunds: { length: 4 }, owedCents: 0 });
  expect(gateway.refunded(id)).toBe(170_000);
  await expect(refund(PAID - 170_000 + 1)).rejects.toThrow();
  await refund(PAID - 170_000);
  expect(await accounts()).toEqual({ gateway: 0, deposits: 0, due: 0, earnings: 0 });
  await expect(refund(1)).rejects.toThrow();
});

test('takes a provider refund beyond the deposit from earnings, and reverses it if it fails', async () => {
  gateway.answers = 'unreached';
  await refund(PAID / 2);
  gateway.refundAtProvider(id, PAID);
  await sync();
  expect(await accounts()).toEqual({ gateway: 0, deposits: 0, due: 0, earnings: 0 });
  gateway.failLater(id);
  await sync();
  expect(await accounts()).toEqual({ gateway: PAID, deposits: 0, due: PAID / 2, earnings: PAID / 2 });
});

test('earns a provider refund that fails after the booking was completed', async () => {
  gateway.refundAtProvider(id, 10_000);
  await sync();
  await complete();
  expect(await accounts()).toEqual({ gateway: PAID - 10_000, deposits: 0, due: 0, earnings: PAID - 10_000 });
  gateway.failLater(id);
  await sync();
  expect(await accounts()).toEqual({ gateway: PAID, deposits: 0, due: 0, earnings: PAID });
});

test('does not add an earlier provider refund that fails to what a failed refund owes', async () => {
  gateway.refundAtProvider(id, 30_000);
  await sync();
  gateway.answers = 'failed';
  await refund(50_000);
  gateway.refundAtProvider(id, 20_000);
  await sync();
  gateway.failLater(id, ([first]) => first);
  await sync();
  expect(await accounts()).toEqual({ gateway: PAID - 20_000, deposits: 30_000, due: 0, earnings: PAID - 50_000 });
});

test.each<[string, () => unknown, object]>([
  ['was made at the provider', () => gateway.refundAtProvider(id, PAID), { gateway: 0, deposits: 0 }],
  ['of ours failed', () => refund(PAID).then(() => gateway.failLater(id)), { gateway: PAID, deposits: PAID }],
])('records a refund that %s a day later if no message arrived', async (_what, act, expected) => {
  await act();
  const settle = () => settleDuePayments(payments, (error) => Promise.reject(error));
  await settle();
  expect(await accounts()).not.toMatchObject(expected);
  await pool.query("update payments set refunds_due_at = refunds_due_at - interval '1 day' where id = $1", [id]);
  await settle();
  expect(await accounts()).toMatchObject(expected);
});

test.each([true, false])('sends a refund requested before refunds were due (migrated: %s)', async (isMigrated) => {
  await pool.query(
    `insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by) values ($1, $2, $2, 'Hail', 'admin')`,
    [id, PAID],
  );
  const owing = { gateway: PAID, deposits: PAID, due: 0, earnings: 0 };
  expect(await accounts()).toEqual(owing);
  if (isMigrated) {
    await pool.query(await readFile('db/migrations/028-refunds-due.sql', 'utf8'));
    expect(await accounts()).toEqual({ ...owing, deposits: 0, due: PAID });
  }
  await settleRefundsOf(payments, id);
  expect(await accounts()).toEqual({ gateway: 0, deposits: 0, due: 0, earnings: 0 });
});

/** `npm run chaos` runs more. */
const RANDOM_RUNS = Number(process.env.REFUND_RUNS ?? 20);

/** Actions that the random test combines. */
const ACTIONS: Record<string, (random: SeededRandom) => unknown> = {
  'refund a part': (random) => refund(random.whole(1, PAID)),
  'refund a little': (random) => refund(random.whole(1, PAID / 5)),
  'refund all': () => refund(PAID - gateway.refunded(id)),
  'complete the booking': complete,
  'retry the refund': () => settleRefundsOf(payments, id),
  'decide at the provider': (random) => gateway.decide(id, random.pick(['done', 'failed'] as const)),
  'refund a part at the provider': (random) => gateway.refundAtProvider(id, random.whole(1, gateway.left(id))),
  'refund the rest at the provider': () => gateway.refundAtProvider(id, gateway.left(id)),
  'fail a refund later': (random) => gateway.failLater(id, (done) => random.pick(done)),
};

test.each(Array.from({ length: RANDOM_RUNS }, (_, seed) => seed))(
  'keeps the deposit equal to what is refundable after random actions (seed %i)',
  async (seed) => {
    const random = new SeededRandom(seed);
    const actions: string[] = [];
    for (let step = 0; step < 10; step++) {
      gateway.answers = random.pick(['done', 'pending', 'failed', 'unreached', 'lost'] as const);
      const what = random.pick(Object.keys(ACTIONS));
      actions.push(`${what} (${gateway.answers})`);
      await attempt(() => ACTIONS[what]!(random));
      await sync();
      await expectConsistent(actions);
    }
  },
);

/** Runs an action and ignores expected rejections and timeouts. */
async function attempt(action: () => unknown): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof AppError) && (error as Error).name !== 'GatewayTimeout') throw error;
  }
}

async function expectConsistent(actions: string[]): Promise<void> {
  const [booking, own] = [await findBookingOfPayment(pool, id), await refundsOfPayment(pool, id)];
  const balances = await accounts();
  const left = PAID - gateway.refunded(id);
  const context = JSON.stringify({ actions, status: booking?.status, own, ...balances, left });
  expect(balances.gateway, context).toBe(left);
  expect(balances.deposits, context).toBeGreaterThanOrEqual(0);
  expect(balances.due, context).toBeGreaterThanOrEqual(0);
  expect(balances.earnings, context).toBeGreaterThanOrEqual(0);
  const held = balances.deposits + balances.due;
  const pending = pendingCents(own);
  const isAsked = own.refunds.length > 0;
  expect(balances.due, context).toBeLessThanOrEqual(pending);
  if (isAsked) expect(held, context).toBeLessThanOrEqual(pending + own.owedCents);
  if (isAsked && !gateway.hasProviderRefund(id)) {
    expect(held, context).toBe(pending + own.owedCents);
    expect(balances.due, context).toBe(pending);
  }
  if (own.refunds.some(({ failure }) => failure !== null) && pending === 0) expect(held, context).toBe(own.owedCents);
  if (booking && isLive(booking.status)) expect(held, context).toBe(left);
  if (!isAsked && booking?.status === 'cancelled') expect(held, context).toBe(left);
  if (!isAsked && booking?.status === 'completed') expect(held, context).toBe(0);
  expect(await orderDifferences(pool), context).toEqual([]);
}
