import { SeededRandom } from '@carquay/demo/inventory/seeded-random.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { circuitBreakerGateway } from '#features/gateways/server/circuit-breaker-gateway.ts';
import { settleDuePayments } from '#features/payments/server/payment-worker.ts';
import { settleRefund } from '#features/payments/server/refunds/refund-payment.ts';
import { findRefund } from '#features/payments/server/refunds/refund-store.ts';
import { syncRefunds } from '#features/payments/server/refunds/sync-refunds.ts';
import { AppError } from '#lib/app-error.ts';
import { systemClock } from '#lib/clock.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { isLive } from '../../src/features/bookings/model/booking.ts';
import { bookingHooks } from '../../src/features/bookings/server/book-captured.ts';
import { findBookingOfPayment } from '../../src/features/bookings/server/booking-store.ts';
import { completeLockedBooking } from '../../src/features/bookings/server/booking-worker.ts';
import { lockedBooking, refundByAdmin } from '../../src/features/bookings/server/cancel-booking.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { addCars } from '../support/data/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { payingCalls } from '../support/payments/paying.ts';
import { RefundingGateway } from '../support/payments/refunding-gateway.ts';
import { testApp } from '../support/server/test-app.ts';

const PRICE = 10_000;
const PAID = 277_500;
const ORIGIN = { ip: '127.0.0.1', userAgent: '', requestId: 'a test' };
const { pool } = await testDatabase();
const gateway = new RefundingGateway();
const calls = payingCalls(await testApp(pool, {}, gateway));
const admin = (await signInAdmin(pool)).id;
const payments = {
  pool,
  clock: systemClock,
  gateway: circuitBreakerGateway(gateway),
  hooks: bookingHooks(systemClock, 'http://localhost'),
  unconfirmedMayTrade: true,
};
const tools = { payments, siteOrigin: 'http://localhost', reviewsOf: async () => new Map() };
let id = 0;

const buyCar = async () => {
  gateway.answers = 'done';
  await pool.query('delete from request_counts');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  id = (await calls.buy(await signIn(pool), car, PRICE)).payment_id;
};
beforeEach(buyCar);
afterEach(async () => {
  const { rows } = await pool.query('select 1 from ledger_lines group by entry_id having sum(cents) <> 0');
  expect(rows).toEqual([]);
});

const refund = (amountCents: number) => refundByAdmin(tools, admin, id, { amountCents, reason: 'Hail' }, ORIGIN);
const hear = () => syncRefunds(payments, id);
const complete = () =>
  withTransaction(pool, async (db) => {
    const seen = await findBookingOfPayment(db, id);
    await completeLockedBooking(db, (await lockedBooking(db, seen!)).booking);
  });

/** What stands on the accounts for this payment: credits of deposits and earnings above zero. */
async function accounts(): Promise<{ gateway: number; deposits: number; earnings: number }> {
  const { rows } = await pool.query(
    `select coalesce(sum(cents) filter (where account = 'gateway'), 0) as gateway,
       coalesce(-sum(cents) filter (where account = 'deposits'), 0) as deposits,
       coalesce(-sum(cents) filter (where account = 'earnings'), 0) as earnings
     from ledger_lines l join ledger_entries e on e.id = entry_id where payment_id = $1`,
    [id],
  );
  return rows[0];
}

test.each([
  ['more', PAID],
  ['less', PAID / 4],
])('a failed refund that is tried again with %s leaves nothing with the buyer’s deposits', async (_what, again) => {
  gateway.answers = 'failed';
  await refund(PAID / 2);
  expect(await accounts()).toEqual({ gateway: PAID, deposits: PAID / 2, earnings: PAID / 2 });
  gateway.answers = 'unheard';
  await refund(again);
  expect(await accounts()).toEqual({ gateway: PAID, deposits: again, earnings: PAID - again });
  gateway.answers = 'done';
  await settleRefund(payments, id);
  expect(await accounts()).toEqual({ gateway: PAID - again, deposits: 0, earnings: PAID - again });
});

test('what is given back by hand beyond the deposit is taken from what was earned, and comes back to it', async () => {
  gateway.answers = 'unheard';
  await refund(PAID / 2);
  gateway.giveByHand(id, PAID);
  await hear();
  expect(await accounts()).toEqual({ gateway: 0, deposits: 0, earnings: 0 });
  gateway.bringBack(id);
  await hear();
  expect(await accounts()).toEqual({ gateway: PAID, deposits: PAID / 2, earnings: PAID / 2 });
});

test('a part given back by hand that comes back after its booking was completed is earned', async () => {
  gateway.giveByHand(id, 10_000);
  await hear();
  await complete();
  expect(await accounts()).toEqual({ gateway: PAID - 10_000, deposits: 0, earnings: PAID - 10_000 });
  gateway.bringBack(id);
  await hear();
  expect(await accounts()).toEqual({ gateway: PAID, deposits: 0, earnings: PAID });
});

test('what comes back of before a failed refund is not owed with it', async () => {
  gateway.giveByHand(id, 30_000);
  await hear();
  gateway.answers = 'failed';
  await refund(50_000);
  gateway.giveByHand(id, 20_000);
  await hear();
  gateway.bringBack(id, ([first]) => first);
  await hear();
  expect(await accounts()).toEqual({ gateway: PAID - 20_000, deposits: 30_000, earnings: PAID - 50_000 });
});

test.each<[string, () => unknown, object]>([
  ['was given by hand', () => gateway.giveByHand(id, PAID), { gateway: 0, deposits: 0 }],
  ['of ours came back', () => refund(PAID).then(() => gateway.bringBack(id)), { gateway: PAID, deposits: PAID }],
])('a refund that %s and that no message told of is heard of a day later', async (_what, happen, expected) => {
  await happen();
  const settle = () => settleDuePayments(payments, (error) => Promise.reject(error));
  await settle();
  expect(await accounts()).not.toMatchObject(expected);
  await pool.query("update payments set refunds_due_at = refunds_due_at - interval '1 day' where id = $1", [id]);
  await settle();
  expect(await accounts()).toMatchObject(expected);
});

/** What may happen to a payment. */
const HAPPENINGS: Record<string, (random: SeededRandom) => unknown> = {
  'a refund is asked for': (random) => refund(random.whole(1, PAID)),
  'all is asked for': () => refund(PAID - gateway.given(id)),
  'the booking is completed': complete,
  'the refund is tried again': () => settleRefund(payments, id),
  'the provider decides': (random) => gateway.decide(id, random.pick(['done', 'failed'] as const)),
  'a part is given by hand': (random) => gateway.giveByHand(id, random.whole(1, gateway.left(id))),
  'the rest is given by hand': () => gateway.giveByHand(id, gateway.left(id)),
  'a refund comes back': (random) => gateway.bringBack(id, (given) => random.pick(given)),
};

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'whatever happens to a payment, its deposit is what may still go back (%i)',
  async (seed) => {
    const random = new SeededRandom(seed);
    const happened: string[] = [];
    for (let step = 0; step < 10; step++) {
      gateway.answers = random.pick(['done', 'pending', 'failed', 'unheard', 'lost'] as const);
      const what = random.pick(Object.keys(HAPPENINGS));
      happened.push(`${what} (${gateway.answers})`);
      await attempt(() => HAPPENINGS[what]!(random));
      await hear();
      await expectTruth(happened);
    }
  },
);

/** Lets something happen that may be refused. */
async function attempt(happening: () => unknown): Promise<void> {
  try {
    await happening();
  } catch (error) {
    if (!(error instanceof AppError) && (error as Error).name !== 'GatewayTimeout') throw error;
  }
}

async function expectTruth(happened: string[]): Promise<void> {
  const [booking, own, stands] = [await findBookingOfPayment(pool, id), await findRefund(pool, id), await accounts()];
  const here = PAID - gateway.given(id);
  const story = JSON.stringify({ happened, status: booking?.status, own, ...stands, here });
  expect(stands.gateway, story).toBe(here);
  expect(stands.deposits, story).toBeGreaterThanOrEqual(0);
  expect(stands.earnings, story).toBeGreaterThanOrEqual(0);
  if (own) expect(stands.deposits, story).toBeLessThanOrEqual(own.done ? 0 : own.amountCents);
  if (own && !own.done && !gateway.wasByHand(id)) expect(stands.deposits, story).toBe(own.amountCents);
  if (own?.failure) expect(stands.deposits, story).toBe(own.owedCents);
  if (booking && isLive(booking.status)) expect(stands.deposits, story).toBe(here);
  if (!own && booking?.status === 'cancelled') expect(stands.deposits, story).toBe(here);
  if (!own && booking?.status === 'completed') expect(stands.deposits, story).toBe(0);
}
