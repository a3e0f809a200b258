import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookingHooks } from '#features/aftersales/bookings/server/book-captured.ts';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { processOverdueOrders } from '#features/aftersales/bookings/server/overdue-orders.ts';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { circuitBreakerGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import { systemClock } from '#lib/clock.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { openBanksEveryDay } from '../../../../../tests/support/payments/bank-days.ts';
import { type Buyer, CARD, newTransaction, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { readyOrder } from '../../../../../tests/support/payments/ready-order.ts';
import { RefundingGateway } from '../../../../../tests/support/payments/refunding-gateway.ts';
import { clockAhead } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { testDocuments } from '../../../../../tests/support/site/documents/test-documents.ts';

const PRICE = 10_000;
const [DEPOSIT, BALANCE] = [277_500, 832_500];
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let gateway: RefundingGateway;
let admin: { id: number; cookie: string };
let buyer: Buyer;
let booking: { booking_id: number; payment_id: number; order_id: number; listing_id: number };

beforeAll(async () => {
  ({ pool } = await testDatabase());
  gateway = new RefundingGateway();
  app = await testApp(pool, {}, gateway);
  calls = payingCalls(app);
});

beforeEach(async () => {
  gateway.answers = 'done';
  // What one person takes in person within a day counts together.
  admin = await signInAdmin(pool);
  await pool.query('delete from request_counts');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  buyer = await signIn(pool);
  booking = await calls.buy(buyer, car, PRICE);
});

const order = async (who = buyer) => (await getJson(app, `/api/orders/${booking.order_id}`, who.cookie)).body;
const balanceItem = async () => (await order()).plan[1].id as number;
const payItem = async (change: Record<string, unknown> = {}, who = buyer) =>
  postJson(
    app,
    `/api/orders/${booking.order_id}/payments`,
    {
      plan_item: await balanceItem(),
      payment_method: 'credit_card',
      formData: CARD,
      transaction_id: newTransaction(),
      ...change,
    },
    { cookie: who.cookie },
  );
const office = (path: string, body?: unknown) =>
  postJson(app, `/api/admin/orders/${booking.order_id}/${path}`, body, { cookie: admin.cookie });
const cash = (amount_cents: number, key: string = randomUUID()) =>
  office('cash-receipts', { key, method: 'cash', amount_cents });
/** Makes everything due and runs the worker. */
const settle = async () => {
  await pool.query('update refunds set due_at = now()');
  // Only the newest payments become due, because the worker claims at most 20.
  await pool.query(
    'update payments set refunds_due_at = now() where refunds_due_at is not null and id > (select max(id) - 20 from payments)',
  );
  const hooks = bookingHooks(systemClock, 'http://localhost');
  const deps = {
    pool,
    clock: systemClock,
    gateway: circuitBreakerGateway(gateway),
    hooks,
    unconfirmedMayTrade: true,
    rules: new RuleBookCache(pool),
  };
  await settleDuePayments(deps, (error) => Promise.reject(error));
};
/** Balances of the order's accounts; debits are positive. */
const accounts = async () => {
  const { rows } = await pool.query(
    `select account, sum(cents) as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
     where e.order_id = $1 group by account having sum(cents) <> 0 order by account`,
    [booking.order_id],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
};

test('a booking makes an order with a payment plan, which only its buyer sees', async () => {
  expect(await order()).toMatchObject({
    number: expect.stringMatching(/^CQ-\d{6}$/),
    offer: 'Sell',
    life: 'active',
    money: { owed_cents: DEPOSIT + BALANCE, received_cents: DEPOSIT, open_cents: BALANCE, overdue: false },
    cars: [{ listing_id: booking.listing_id, booking_id: booking.booking_id, price_cents: PRICE * 100 }],
    plan: [
      { kind: 'deposit', amount_cents: DEPOSIT, paid_cents: DEPOSIT, state: 'paid' },
      { kind: 'balance', amount_cents: BALANCE, paid_cents: 0, state: 'due' },
    ],
    moves: [{ from: null, to: 'active', actor: 'buyer' }],
  });
  expect((await getJson(app, '/api/orders', buyer.cookie)).body.items).toMatchObject([{ id: booking.order_id }]);
  expect((await calls.bookings(buyer))[0]).toMatchObject({ order_id: booking.order_id });
  const other = await signIn(pool);
  expect((await getJson(app, `/api/orders/${booking.order_id}`, other.cookie)).status).toBe(404);
  expect((await payItem({}, other)).status).toBe(404);
});

test('takes the balance in parts, never more than is open, and the order can then be completed', async () => {
  expect(await office('complete')).toMatchObject({
    status: 409,
    body: { message: '$8,325.00 of this order is still unpaid. Complete it once everything is paid.' },
  });
  const part = { amount_cents: 500_000, transaction_id: newTransaction() };
  expect(await payItem(part)).toMatchObject({ status: 200, body: { progress: 'captured', amount: 5_000 } });
  expect((await payItem(part)).body).toMatchObject({ progress: 'captured', amount: 5_000 });
  expect((await payItem({ ...part, amount_cents: 400_000 })).status).toBe(422);
  expect((await order()).plan[1]).toMatchObject({ paid_cents: 500_000, state: 'part_paid' });
  expect((await payItem({ amount_cents: 332_501 })).status).toBe(409);
  expect((await payItem()).body).toMatchObject({ amount: 3_325 });
  expect((await payItem()).status).toBe(409);
  expect((await order()).money).toMatchObject({ received_cents: DEPOSIT + BALANCE, open_cents: 0 });
  expect(await accounts()).toEqual({ gateway: DEPOSIT + BALANCE, deposits: -DEPOSIT - BALANCE });

  await readyOrder(pool, booking.order_id);
  expect((await office('complete')).body).toMatchObject({ life: 'completed' });
  expect(await accounts()).toEqual({
    gateway: DEPOSIT + BALANCE,
    seller_payable: -950_000,
    tax_payable: -80_000,
    fees_to_pass_on: -30_000,
    earnings: -50_000,
  });
  expect((await office('complete')).status).toBe(409);
  expect((await payItem()).status).toBe(409);
  expect(await orderDifferences(pool)).toEqual([]);
});

test('refuses a second payment of an item while another one is still being confirmed', async () => {
  let second: unknown;
  gateway.once('before', 'capture', async () => {
    second = await payItem({ amount_cents: 100_000 });
  });
  const plan_item = (await order()).plan[1].id;
  expect((await payItem({ plan_item, amount_cents: 800_000 })).status).toBe(200);
  expect(second).toMatchObject({ status: 409, body: { message: expect.stringContaining('still being confirmed') } });
  expect((await order()).plan[1].paid_cents).toBe(800_000);
});

test('of simultaneous payments of the same balance, exactly one is taken', async () => {
  const plan_item = await balanceItem();
  const answers = await Promise.all(Array.from({ length: 5 }, () => payItem({ plan_item })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect((await order()).money).toMatchObject({ received_cents: DEPOSIT + BALANCE });
});

test.each([
  ['less than a dollar', { amount_cents: 99 }],
  ['half cents', { amount_cents: 100.5 }],
  ['no item', { plan_item: 'x' }],
  ['another method', { payment_method: 'cheque' }],
  ['an invalid card', { formData: { ...CARD, cvv: '1' } }],
])('refuses %s field by field', async (_what, change) => {
  const refused = await payItem(change);
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body.fields)).toHaveLength(1);
});

test('refuses the item of another order', async () => {
  const foreign = await balanceItem();
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  booking = await calls.buy(buyer, car, PRICE);
  expect((await payItem({ plan_item: foreign })).status).toBe(404);
});

test('cancels a paid order with a refund of every payment', async () => {
  await payItem();
  const [{ cancellation }] = await calls.bookings(buyer);
  expect(cancellation).toMatchObject({ refund: (DEPOSIT + BALANCE) / 100 });
  expect((await calls.cancel(buyer, booking.booking_id, cancellation.refund)).status).toBe(200);
  await settle();
  expect(await accounts()).toEqual({});
  expect(await order()).toMatchObject({
    life: 'cancelled',
    money: { received_cents: 0, open_cents: 0 },
    plan: [{ state: 'canceled' }, { state: 'canceled' }],
    moves: [{ to: 'active' }, { from: 'active', to: 'cancelled', actor: 'buyer' }],
  });
  expect((await payItem()).status).toBe(409);
  expect(await orderDifferences(pool)).toEqual([]);
});

test('refunds a payment that is taken after the order has ended', async () => {
  const item = await balanceItem();
  gateway.once('before', 'capture', () => calls.cancel(buyer, booking.booking_id, DEPOSIT / 100));
  expect((await payItem({ plan_item: item })).status).toBe(200);
  expect(await orderDifferences(pool)).toEqual([]);
  await settle();
  expect(await accounts()).toEqual({});
  expect((await order()).money).toMatchObject({ received_cents: 0 });
  expect(await orderDifferences(pool)).toEqual([]);
});

test('money that went back at the provider is open again', async () => {
  await payItem();
  gateway.refundAtProvider(booking.payment_id, 10_000);
  await settle();
  expect((await order()).money.open_cents).toBe(10_000);
  expect((await order()).plan[1]).toMatchObject({ state: 'part_paid', paid_cents: BALANCE - 10_000 });
  expect((await office('complete')).status).toBe(409);
  expect((await payItem()).body).toMatchObject({ amount: 100 });
  await readyOrder(pool, booking.order_id);
  expect((await office('complete')).status).toBe(200);
  expect(await orderDifferences(pool)).toEqual([]);
});

test('records cash once per key, never more than is open, and audits it', async () => {
  const key = randomUUID();
  expect((await cash(BALANCE + 1)).status).toBe(409);
  expect((await cash(32_500, key)).body).toMatchObject({ money: { open_cents: 800_000 } });
  expect((await cash(32_500, key)).body).toMatchObject({ money: { open_cents: 800_000 } });
  expect((await cash(32_501, key)).status).toBe(422);
  expect((await cash(800_000)).body).toMatchObject({
    money: { open_cents: 0 },
    cash_receipts: [{ cents: 32_500 }, { cents: 800_000 }],
  });
  const { rows } = await pool.query(
    "select count(*) as times from audit_log where action = 'cash received' and subject_id = $1",
    [booking.order_id],
  );
  expect(rows[0].times).toBe(2);
  expect(await accounts()).toEqual({ gateway: DEPOSIT, cash: BALANCE, deposits: -DEPOSIT - BALANCE });
});

test('the database keeps plans, moves and allocations, and sells a car in one order only', async () => {
  for (const [table, column] of [
    ['plan_items', 'amount_cents'],
    ['order_moves', 'reason'],
    ['allocations', 'cents'],
    ['cash_receipts', 'cents'],
    ['order_terms', 'commission_bps'],
  ]) {
    await expect(pool.query(`update ${table} set ${column} = ${column}`)).rejects.toThrow('append-only');
    await expect(pool.query(`delete from ${table}`)).rejects.toThrow('append-only');
  }
  const twice = `insert into order_cars select (select min(id) from orders), listing_id, seller_id, null, price_cents, tax_cents,
    fee_cents, total_cents, commission_cents, sells from order_cars where order_id = $1`;
  await expect(pool.query(twice, [booking.order_id])).rejects.toThrow('one_order_sells_a_car');
});

test('the back office finds orders by queue, number and buyer', async () => {
  const list = async (query: string) =>
    (await getJson(app, `/api/admin/orders?${query}`, admin.cookie)).body.items.map(({ id }: { id: number }) => id);
  const { number } = await order();
  expect(await list(`search=${number}`)).toEqual([booking.order_id]);
  expect(await list('queue=balance')).toContain(booking.order_id);
  expect(await list('queue=handover')).not.toContain(booking.order_id);
  await cash(BALANCE);
  expect(await list('queue=contract')).toContain(booking.order_id);
  const { rows } = await pool.query('select email from users where id = $1', [buyer.id]);
  expect(await list(`search=${encodeURIComponent(rows[0].email)}`)).toEqual([booking.order_id]);
  expect(await list('search=%25')).toEqual([]);
});

describe('an unpaid balance', () => {
  /** The balance is due after 7 days and the days of grace are over after 14. The statement of a last day comes the day after. */
  const [SOON, UNKNOWN, DUE, OVER, LATE] = [5, 8, 9.1, 14.1, 16.1];
  /** Runs the worker as if it were some days after the booking. */
  const daysLater = async (days: number) => {
    const clock = clockAhead(days);
    const payments = {
      pool,
      clock,
      gateway: circuitBreakerGateway(gateway),
      hooks: bookingHooks(clock, 'http://localhost'),
      unconfirmedMayTrade: true,
      rules: new RuleBookCache(pool),
    };
    const deps = {
      payments,
      siteOrigin: 'http://localhost',
      reviewsOf: async () => new Map(),
      documents: testDocuments(pool),
    };
    await processOverdueOrders(deps, (error) => Promise.reject(error));
  };
  const mails = async () => {
    const { rows } = await pool.query('select subject from mail_outbox where to_address = $1 order by id', [
      CARD.email,
    ]);
    return rows.map(({ subject }) => subject.split(' for the ')[0]).filter((subject) => /balance/i.test(subject));
  };
  beforeAll(() => openBanksEveryDay(pool));
  beforeEach(async () => {
    await pool.query('delete from mail_outbox');
    await pool.query('update orders set remind_at = null where id <> $1', [booking.order_id]);
  });

  test('is reminded of before it is due and when it is due, once each, and then releases the car and keeps half of the deposit', async () => {
    await daysLater(0);
    expect(await mails()).toEqual([]);
    for (const days of [SOON, SOON, UNKNOWN]) await daysLater(days);
    expect(await mails()).toEqual(['Balance due']);
    await pool.query('update orders set remind_at = now() where id = $1', [booking.order_id]);
    for (const days of [DUE, DUE]) await daysLater(days);
    expect(await mails()).toEqual(['Balance due', 'Balance overdue']);
    await daysLater(OVER);
    expect(await calls.statusOf(booking.listing_id)).toBe('sold');
    await daysLater(LATE);
    await daysLater(LATE);
    expect(await order()).toMatchObject({ life: 'cancelled', moves: [{}, { to: 'cancelled', actor: 'system' }] });
    expect(await calls.statusOf(booking.listing_id)).toBe('active');
    await settle();
    expect(await accounts()).toEqual({ gateway: DEPOSIT / 2, cancellation_kept: -DEPOSIT / 2 });
  });

  test('is not late because a part of the deposit went back', async () => {
    gateway.refundAtProvider(booking.payment_id, 10_000);
    await settle();
    await daysLater(DUE);
    expect((await order()).life).toBe('active');
    expect(await mails()).toEqual(['Balance overdue']);
    await daysLater(LATE);
    expect((await order()).life).toBe('cancelled');
  });

  test('is not reminded of once it is paid', async () => {
    await payItem();
    for (const days of [SOON, DUE, LATE]) await daysLater(days);
    expect(await mails()).toEqual([]);
    expect((await order()).life).toBe('active');
  });
});
