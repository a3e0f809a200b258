import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bookingHooks } from '#features/aftersales/bookings/server/book-captured.ts';
import { processBookings } from '#features/aftersales/bookings/server/booking-worker.ts';
import { confirmPending } from '#features/aftersales/bookings/server/change-booking.ts';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { referencesIn } from '#features/orders/orders/model/order-reference.ts';
import { circuitBreakerGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import { isPending } from '#features/payments/payments/server/refunds/refund-store.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import {
  lockTransferRefunds,
  recordRefundProven,
} from '#features/payments/payments/server/transfers/refund-transfers.ts';
import { systemClock } from '#lib/clock.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { patientPool, testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { openBanksEveryDay } from '../../../../../tests/support/payments/bank-days.ts';
import { type Buyer, CARD, newTransaction, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { addPayoutAccount } from '../../../../../tests/support/payments/payout-account.ts';
import { readyOrder } from '../../../../../tests/support/payments/ready-order.ts';
import { ScriptedGateway } from '../../../../../tests/support/payments/scripted-gateway.ts';
import { holdForTransfer } from '../../../../../tests/support/payments/transfers.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { testDocuments } from '../../../../../tests/support/site/documents/test-documents.ts';
import { receiveTransfer } from './receive-transfer.ts';

const PRICE = 10_000;
const [DEPOSIT, BALANCE] = [277_500, 832_500];
const HOLD_DAYS = 3;
/** The statement of the last day of a hold comes on the next one. */
const KNOWN_DAYS = HOLD_DAYS + 2;
let app: FastifyInstance;
let pool: pg.Pool;
let url: string;
let gateway: ScriptedGateway;
let calls: ReturnType<typeof payingCalls>;
let buyer: Buyer;
let car: number;
let orderId: number;
let holdId: number;
let line = 1_000;

beforeAll(async () => {
  ({ pool, url } = await testDatabase());
  gateway = new ScriptedGateway();
  app = await testApp(pool, {}, gateway);
  calls = payingCalls(app);
  await openBanksEveryDay(pool);
});

beforeEach(async () => {
  gateway.reset();
  await pool.query('delete from request_counts');
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  buyer = await signIn(pool);
  await addPayoutAccount(pool, buyer.id);
  const held = await holdForTransfer(pool, buyer.id, car);
  ({ orderId } = held);
  holdId = held.payment.id;
});

const paymentDeps = (daysLater = 0) => {
  const clock = { now: () => new Date(systemClock.now().getTime() + daysLater * 86_400_000) };
  const hooks = bookingHooks(clock, 'http://localhost');
  return {
    pool,
    clock,
    hooks,
    gateway: circuitBreakerGateway(gateway),
    unconfirmedMayTrade: true,
    rules: new RuleBookCache(pool),
  };
};
const receive = (cents: number, sourceLineId = ++line, id = orderId) =>
  withTransaction(pool, (db) =>
    receiveTransfer(
      db,
      { payments: paymentDeps(), siteOrigin: 'http://localhost' },
      { orderId: id, cents, reference: `FT${sourceLineId}`, sourceLineId, receivedAt: testNow() },
    ),
  );
const settle = async (daysLater = 0) => {
  await pool.query('update payments set due_at = now() where id = $1 and due_at is not null', [holdId]);
  await pool.query('update refunds set due_at = now() where done_at is null');
  await settleDuePayments(paymentDeps(daysLater), (error) => Promise.reject(error));
};
const order = async () => (await getJson(app, `/api/orders/${orderId}`, buyer.cookie)).body;
const accounts = async (id = orderId) => {
  const { rows } = await pool.query(
    `select account, sum(cents) as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
     where e.order_id = $1 group by account having sum(cents) <> 0`,
    [id],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
};
const refundsWaiting = async () => {
  const { rows } = await pool.query(
    'select r.payment_id, r.amount_cents from refunds r join payments p on p.id = r.payment_id where p.order_id = $1 and done_at is null order by 1',
    [orderId],
  );
  return rows.map((row) => [row.payment_id, row.amount_cents]);
};
const sent = async (paymentId: number) => {
  const { id: matchedBy } = await signInAdmin(pool);
  return withTransaction(pool, async (db) => {
    const refund = (await lockTransferRefunds(db, paymentId)).find(isPending);
    if (refund) await recordRefundProven(db, paymentDeps(), refund, { reference: 'OUT1', matchedBy });
    return refund?.amountCents ?? 0;
  });
};

test('a hold makes a held order with a reference and blocks other buyers', async () => {
  expect(await order()).toMatchObject({
    life: 'held',
    reference: expect.stringMatching(/^CQ-[A-HJKMNP-S][0-9A-HJKMNP-TV-Z]{5}$/),
    money: { owed_cents: DEPOSIT + BALANCE, received_cents: 0, open_cents: DEPOSIT + BALANCE },
    plan: [{ kind: 'deposit', state: 'due' }, { kind: 'balance' }],
  });
  expect(await calls.statusOf(car)).toBe('active');
  expect((await calls.pay(await signIn(pool), car, PRICE)).status).toBe(409);
  await expect(holdForTransfer(pool, (await signIn(pool)).id, car)).rejects.toMatchObject({ code: 'conflict' });
  await settle();
  expect((await order()).life).toBe('held');
  expect(gateway.requests).toEqual([]);
});

test('the deposit books the car, and later transfers pay the balance', async () => {
  expect(await receive(DEPOSIT)).toEqual({ outcome: 'booked', paymentId: holdId, shortfallCents: 0, surplusCents: 0 });
  expect(await order()).toMatchObject({
    life: 'active',
    money: { received_cents: DEPOSIT, open_cents: BALANCE },
    cars: [{ booking_id: expect.any(Number) }],
    moves: [
      { to: 'held', actor: 'buyer' },
      { to: 'active', actor: 'system' },
    ],
  });
  expect(await calls.statusOf(car)).toBe('sold');
  expect(await receive(BALANCE)).toMatchObject({ outcome: 'paid', surplusCents: 0 });
  expect((await order()).plan.map(({ state }: { state: string }) => state)).toEqual(['paid', 'paid']);
  expect(await accounts()).toEqual({ unidentified_receipts: DEPOSIT + BALANCE, deposits: -DEPOSIT - BALANCE });
  expect(await orderDifferences(pool)).toEqual([]);
  expect(gateway.requests).toEqual([]);
});

test('the worker confirms the booking of a transfer and mails the receipt', async () => {
  await receive(DEPOSIT);
  await pool.query('update bookings set due_at = now() where payment_id = $1', [holdId]);
  const deps = {
    payments: paymentDeps(),
    documents: testDocuments(pool),
    siteOrigin: '',
    reviewsOf: async () => new Map(),
  };
  await processBookings(deps, (error) => Promise.reject(error));
  expect((await calls.bookings(buyer))[0]).toMatchObject({ booking_status: 'confirmed', paid_price: DEPOSIT / 100 });
});

test('parts keep the order held until the deposit is complete', async () => {
  expect(await receive(100_000)).toMatchObject({ outcome: 'part' });
  expect(await order()).toMatchObject({ life: 'held', plan: [{ state: 'part_paid', paid_cents: 100_000 }, {}] });
  expect(await receive(DEPOSIT - 100_000)).toMatchObject({ outcome: 'booked' });
  expect(await order()).toMatchObject({ life: 'active', money: { received_cents: DEPOSIT, open_cents: BALANCE } });
  expect(await orderDifferences(pool)).toEqual([]);
});

test('of two simultaneous halves, the second one books', async () => {
  const outcomes = await Promise.all([receive(150_000), receive(150_000)]);
  expect(outcomes.map((one) => one.outcome).sort()).toEqual(['booked', 'part']);
  expect(await order()).toMatchObject({ life: 'active', money: { received_cents: 300_000 } });
  expect(await orderDifferences(pool)).toEqual([]);
});

test('what banks kept within the tolerance is borne by us, and a cent more is not', async () => {
  expect(await receive(DEPOSIT - 2_501)).toMatchObject({ outcome: 'part', shortfallCents: 0 });
  expect((await order()).life).toBe('held');
  const other = await signIn(pool);
  const [another = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const held = await holdForTransfer(pool, other.id, another);
  const short = await receive(DEPOSIT - 2_500, ++line, held.orderId);
  expect(short).toMatchObject({ outcome: 'booked', shortfallCents: 2_500 });
  expect(await accounts(held.orderId)).toEqual({
    unidentified_receipts: DEPOSIT - 2_500,
    bank_fees: 2_500,
    deposits: -DEPOSIT,
  });
  const { body } = await getJson(app, `/api/orders/${held.orderId}`, other.cookie);
  expect(body).toMatchObject({
    money: { received_cents: DEPOSIT - 2_500, shortfall_cents: 2_500, open_cents: BALANCE },
    plan: [{ state: 'paid' }, { state: 'due' }],
  });
  expect(await orderDifferences(pool)).toEqual([]);
});

test('money beyond the deposit pays the balance, and money beyond all is overpaid', async () => {
  expect(await receive(DEPOSIT + BALANCE + 5_000)).toMatchObject({ outcome: 'booked', surplusCents: 5_000 });
  expect(await order()).toMatchObject({
    money: { open_cents: 0, overpaid_cents: 5_000 },
    plan: [{ state: 'paid' }, { state: 'paid' }],
  });
  expect((await calls.bookings(buyer))[0]).toMatchObject({ paid_price: (DEPOSIT + BALANCE) / 100 });
  expect(await orderDifferences(pool)).toEqual([]);
});

test('a hold whose transfer does not come lapses, and the car is free', async () => {
  for (const days of [HOLD_DAYS - 1, HOLD_DAYS]) {
    await settle(days);
    expect((await order()).life).toBe('held');
  }
  await settle(KNOWN_DAYS);
  expect(await order()).toMatchObject({ life: 'cancelled', moves: [{}, { to: 'cancelled', actor: 'system' }] });
  expect((await calls.pay(await signIn(pool), car, PRICE)).status).toBe(200);
  expect(await orderDifferences(pool)).toEqual([]);
});

test('refunds a part of the deposit when the hold lapses, once finance has sent it', async () => {
  const part = await receive(100_000);
  await settle(KNOWN_DAYS);
  expect(await refundsWaiting()).toEqual([[part?.paymentId, 100_000]]);
  await settle(KNOWN_DAYS);
  expect(await refundsWaiting()).toEqual([[part?.paymentId, 100_000]]);
  expect(await sent(part?.paymentId ?? 0)).toBe(100_000);
  expect(await sent(part?.paymentId ?? 0)).toBe(0);
  expect((await order()).money.received_cents).toBe(0);
  expect(await accounts()).toEqual({});
  expect(await orderDifferences(pool)).toEqual([]);
  expect(gateway.requests).toEqual([]);
});

test('records money for an ended order and requests its refund', async () => {
  await settle(KNOWN_DAYS);
  const late = await receive(DEPOSIT);
  expect(late).toMatchObject({ outcome: 'returned', surplusCents: DEPOSIT });
  expect(await refundsWaiting()).toEqual([[late?.paymentId, DEPOSIT]]);
  expect(await orderDifferences(pool)).toEqual([]);
  await sent(late?.paymentId ?? 0);
  expect(await accounts()).toEqual({});
  expect(await orderDifferences(pool)).toEqual([]);
});

test('of a lapse and a transfer at the same moment, one decides', async () => {
  const [, received] = await Promise.all([settle(KNOWN_DAYS), receive(DEPOSIT)]);
  const { life } = await order();
  expect([life, received?.outcome]).toEqual(
    received?.outcome === 'booked' ? ['active', 'booked'] : ['cancelled', 'returned'],
  );
  expect(await calls.statusOf(car)).toBe(life === 'active' ? 'sold' : 'active');
  expect(await orderDifferences(pool)).toEqual([]);
});

test('a canceled booking refunds what arrived, without bank charges', async () => {
  await receive(DEPOSIT - 1_000);
  const [{ cancellation, _id }] = await calls.bookings(buyer);
  expect(cancellation.refund).toBe((DEPOSIT - 1_000) / 100);
  expect((await calls.cancel(buyer, Number(_id), cancellation.refund)).status).toBe(200);
  expect(await refundsWaiting()).toEqual([[holdId, DEPOSIT - 1_000]]);
  expect(await calls.statusOf(car)).toBe('active');
  await sent(holdId);
  expect(await accounts()).toEqual({ bank_fees: 1_000, cancellation_kept: -1_000 });
  expect(await orderDifferences(pool)).toEqual([]);
});

test('the booking and its email name all money that arrived, and what is open without what banks kept', async () => {
  await receive(100_000);
  await receive(DEPOSIT - 100_000 - 500);
  const [booking] = await calls.bookings(buyer);
  expect(booking).toMatchObject({ received_price: (DEPOSIT - 500) / 100, due_price: BALANCE / 100 });
  expect((await order()).money.open_cents).toBe(BALANCE);
  const bookings = { payments: paymentDeps(), documents: testDocuments(pool), siteOrigin: 'http://localhost' };
  await confirmPending({ ...bookings, reviewsOf: async () => new Map() }, Number(booking._id));
  const { rows } = await pool.query(
    "select text as body from mail_outbox where subject like 'Booking confirmed%' order by id desc limit 1",
  );
  const says = [
    'Paid $2,770.00 of $11,100.00',
    'pay $8,325.00 by',
    'on the page of your order',
    'The next steps are planned from ',
    'within 3 days of the booking you get everything back',
    `Write to us about order CQ-${String(orderId).padStart(6, '0')}: http://localhost/`,
  ];
  for (const words of says) expect(rows[0].body).toContain(words);
});

test('an order paid by transfer and card is handed over with all its money', async () => {
  await receive(DEPOSIT - 1_000);
  const [, item] = (await order()).plan;
  const body = { plan_item: item.id, payment_method: 'credit_card', formData: CARD, transaction_id: newTransaction() };
  expect((await postJson(app, `/api/orders/${orderId}/payments`, body, { cookie: buyer.cookie })).status).toBe(200);
  expect(await accounts()).toEqual({
    unidentified_receipts: DEPOSIT - 1_000,
    bank_fees: 1_000,
    gateway: BALANCE,
    deposits: -DEPOSIT - BALANCE,
  });
  await pool.query("update bookings set status = 'confirmed', due_at = null where payment_id = $1", [holdId]);
  const admin = await signInAdmin(pool);
  await readyOrder(pool, orderId);
  const completed = await postJson(app, `/api/admin/orders/${orderId}/complete`, undefined, { cookie: admin.cookie });
  expect(completed.body).toMatchObject({ life: 'completed' });
  expect(await accounts()).toMatchObject({ seller_payable: -950_000, earnings: -50_000 });
  expect(await accounts()).not.toHaveProperty('deposits');
});

test('references are distinct and as the code reads them', async () => {
  const { rows } = await (await patientPool(url)).query(
    'select count(*) as n, count(distinct order_reference(id)) as distinct from generate_series(1, 200000) as id',
  );
  expect(rows[0].distinct).toBe(rows[0].n);
  const some = await pool.query('select order_reference(id * 7919) as reference from generate_series(1, 2000) as id');
  for (const { reference } of some.rows) expect(referencesIn(reference)).toEqual([reference]);
});

test('a failing provider and its open circuit do not touch transfers', async () => {
  const failing = circuitBreakerGateway(gateway, { timeoutMs: 50, maxFailures: 1, openMs: 60_000, pollIntervalMs: 1 });
  gateway.once('before', 'find', () => {
    throw new Error('down');
  });
  const key = { paymentId: 1, method: 'credit_card', reference: null, amountCents: 1, createdAt: testNow() } as const;
  await expect(failing.find(key)).rejects.toThrow();
  expect(failing.isCircuitOpen()).toBe(true);
  const transfer = { ...key, method: 'bank_transfer' } as const;
  expect((await failing.find(transfer)).state).toBe('needs_action');
  expect(await failing.refund({ ...transfer, refundCents: 1, attempt: 1 })).toEqual({
    state: 'pending',
    failure: null,
  });
});
