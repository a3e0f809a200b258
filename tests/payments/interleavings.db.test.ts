import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { circuitBreakerGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import type { PaymentDeps } from '#features/payments/payments/server/payment-deps.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import { systemClock } from '#lib/clock.ts';
import { bookingHooks } from '../../src/features/aftersales/bookings/server/book-captured.ts';
import { processBookings } from '../../src/features/aftersales/bookings/server/booking-worker.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { type Buyer, bookingAmount, ledgerBalances, newTransaction, payingCalls } from '../support/payments/paying.ts';
import { ScriptedGateway, type Step } from '../support/payments/scripted-gateway.ts';
import { postJson, testApp } from '../support/server/test-app.ts';
import { testDocuments } from '../support/site/documents/test-documents.ts';

const PRICE = 10_000;
let app: FastifyInstance;
let pool: pg.Pool;
let deps: PaymentDeps;
let calls: ReturnType<typeof payingCalls>;
let admin: string;
let buyer: Buyer;
let rival: Buyer;
let car: number;
const gateway = new ScriptedGateway();

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, gateway);
  calls = payingCalls(app);
  admin = (await signInAdmin(pool)).cookie;
  deps = {
    pool,
    clock: systemClock,
    rules: new RuleBookCache(pool),
    gateway: circuitBreakerGateway(gateway),
    hooks: bookingHooks(systemClock, 'http://localhost'),
    unconfirmedMayTrade: true,
  };
});
beforeEach(async () => {
  gateway.reset();
  await pool.query('delete from request_counts');
  [buyer, rival] = [await signIn(pool), await signIn(pool)];
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
});

/** Events that may occur while one buyer checks out. */
const interferences: Record<string, () => Promise<unknown>> = {
  'another buyer pays': async () => {
    await calls.pay(rival, car, PRICE);
    await calls.sold(rival, car);
  },
  'the seller changes the price': () => change('price_cents = 100'),
  'the seller deletes the car': () => change('deleted_at = now()'),
  'the seller pauses the car': () => change("status = 'paused'"),
  'an administrator sets it to requested': () => change("status = 'requested'"),
  'the hold expires': expire,
  'the hold expires and the worker runs': async () => {
    await expire();
    await settleDuePayments(deps, fail);
  },
  'the worker runs': async () => {
    await pool.query('update payments set due_at = now() where due_at is not null');
    await settleDuePayments(deps, fail);
  },
  'the buyer sends it all again in another tab': () => calls.buy(buyer, car, PRICE),
  'the buyer cancels': async () => {
    for (const { booking_id, cancellation } of await calls.bookings(buyer)) {
      await calls.cancel(buyer, booking_id, cancellation.refund ?? 0);
    }
  },
  'an administrator refunds': async () => {
    const { rows } = await pool.query('select max(id) as id from payments where listing_id = $1', [car]);
    await postJson(
      app,
      `/api/admin/payments/${rows[0].id ?? 1}/refund`,
      { reason: 'Found damaged' },
      { cookie: admin },
    );
  },
  'the answer is lost': async () => {
    throw new Error('connection reset');
  },
};

function expire() {
  return pool.query(
    `update payments set expires_at = now() - interval '1 second', due_at = now() where state in ('created', 'authorised')`,
  );
}

async function change(what: string): Promise<void> {
  await pool.query(`update listings set ${what} where id = $1`, [car]).catch((error: { code: string }) => {
    if (error.code !== 'CQ001') throw error;
  });
}

function fail(error: unknown): never {
  throw error;
}

const moments: ['before' | 'after', Step][] = [
  ['before', 'authorise'],
  ['after', 'authorise'],
  ['before', 'capture'],
  ['after', 'capture'],
];
const cases = moments.flatMap(([when, step]) => Object.keys(interferences).map((what) => [when, step, what] as const));

test.each(cases)('stays consistent and sells once if, %s the gateway’s %s, %s', async (when, step, what) => {
  gateway.once(when, step, interferences[what]!);
  await checkOut();
  await settleEverything();
  await expectConsistent();
});

test.each(Object.keys(interferences))('stays consistent and sells once if, between the calls, %s', async (what) => {
  await checkOut(interferences[what]!);
  await settleEverything();
  await expectConsistent();
});

async function checkOut(between: () => Promise<unknown> = async () => {}): Promise<void> {
  const transaction_id = newTransaction();
  const pause = () => between().catch(() => {});
  await calls.pay(buyer, car, PRICE, { transaction_id });
  await pause();
  await calls.sold(buyer, car);
  await pause();
  await calls.book(buyer, car, transaction_id, PRICE);
  await pause();
}

/** Ages everything by a minute and runs the workers until nothing is due. */
async function settleEverything(): Promise<void> {
  for (let round = 0; round < 6; round++) {
    await pool.query(
      `update payments set due_at = now(), changed_at = now() - interval '1 minute', created_at = created_at - interval '1 minute'
       where due_at is not null`,
    );
    await pool.query('update refunds set due_at = now() where done_at is null');
    await pool.query('update bookings set due_at = now() where due_at is not null');
    await settleDuePayments(deps, fail);
    await processBookings(
      {
        payments: deps,
        documents: testDocuments(pool),
        siteOrigin: 'http://localhost',
        reviewsOf: async () => new Map(),
      },
      fail,
    );
  }
}

/** Checks the invariants of every checkout: states, claims, charges and ledger agree. */
async function expectConsistent(): Promise<void> {
  const { rows: payments } = await pool.query(
    `select p.id, p.state, p.amount_cents, b.status as booking, r.amount_cents as refund, r.done_at is not null as done,
       exists (select 1 from sale_claims c where c.payment_id = p.id) as holds
     from payments p left join bookings b on b.payment_id = p.id left join refunds r on r.payment_id = p.id where p.listing_id = $1`,
    [car],
  );
  for (const payment of payments) {
    expect(['captured', 'refunded', 'voided', 'failed'], JSON.stringify(payment)).toContain(payment.state);
    const live = ['pending', 'confirmed', 'completed'].includes(payment.booking);
    if (payment.state === 'captured')
      expect(payment).toMatchObject({ booking: 'confirmed', refund: null, holds: true });
    if (payment.state === 'refunded') expect(payment).toMatchObject({ done: true, holds: false });
    if (payment.state === 'voided' || payment.state === 'failed')
      expect(payment).toMatchObject({ booking: null, holds: false });
    if (payment.state !== 'captured') expect(live).toBe(false);
    expect(gateway.netCharged(payment.id)).toBe(payment.state === 'captured' ? payment.amount_cents : 0);
  }
  const sold = payments.filter(({ state }) => state === 'captured');
  expect(sold.length).toBeLessThanOrEqual(1);
  const status = await calls.statusOf(car);
  if (sold.length === 1) expect(status).toBe('sold');
  else expect(status).not.toBe('sold');
  expect((await ledgerBalances(pool)).sum).toBe(0);
  const { rows } = await pool.query(
    `select coalesce(sum(cents), 0) as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id join payments p on p.id = e.payment_id
     where p.listing_id = $1 and account = 'gateway'`,
    [car],
  );
  expect(rows[0].cents).toBe(sold.reduce((sum, { amount_cents }) => sum + amount_cents, 0));
}

test('reports confirming after a lost authorization response, and books once it is resolved', async () => {
  gateway.loseResponse('authorise');
  const paid = await calls.pay(buyer, car, PRICE);
  expect(paid).toMatchObject({ status: 202, body: { progress: 'confirming', payment_status: 'pending' } });
  expect((await calls.pay(rival, car, PRICE)).status).toBe(409);
  await settleEverything();
  expect(await calls.readPayment(buyer, paid.body.transaction_id)).toMatchObject({
    progress: 'captured',
    booking_id: expect.any(Number),
  });
  expect(gateway.requests.filter((call) => call.startsWith('authorise'))).toHaveLength(1);
});

test('resolves a lost capture response and charges once', async () => {
  gateway.loseResponse('capture');
  const paid = await calls.pay(buyer, car, PRICE);
  expect((await calls.sold(buyer, car)).status).toBe(503);
  expect((await calls.sold(buyer, car)).status).toBe(409);
  await settleEverything();
  expect((await calls.sold(buyer, car)).status).toBe(200);
  expect((await calls.book(buyer, car, paid.body.transaction_id, PRICE)).status).toBe(200);
  expect(gateway.netCharged(paid.body.id)).toBe(bookingAmount(PRICE) * 100);
});

test('of 5 concurrent captures, one calls the gateway', async () => {
  await calls.pay(buyer, car, PRICE);
  const answers = await Promise.all(Array.from({ length: 5 }, () => calls.sold(buyer, car)));
  for (const { status } of answers) expect([200, 409]).toContain(status);
  expect(gateway.requests.filter((call) => call.startsWith('capture'))).toHaveLength(1);
  expect((await calls.sold(buyer, car)).status).toBe(200);
});

test('books and sends one email if the browser disappears after call 1', async () => {
  const paid = await calls.pay(buyer, car, PRICE);
  await settleEverything();
  expect(await calls.bookings(buyer)).toMatchObject([{ booking_status: 'confirmed', payment_status: 'paid' }]);
  const { rows } = await pool.query(
    "select 1 from mail_outbox where to_address = 'amina@buyers.example' and text like $1",
    [`%${paid.body.transaction_id}%`],
  );
  expect(rows).toHaveLength(1);
});

test('reports confirming while the gateway refuses the capture, and voids the payment when the hold expires', async () => {
  gateway.refusesCaptures = true;
  const paid = await calls.pay(buyer, car, PRICE);
  expect(await calls.sold(buyer, car)).toMatchObject({
    status: 409,
    body: { error: 'Your payment is being confirmed.' },
  });
  await settleEverything();
  expect(await calls.readPayment(buyer, paid.body.transaction_id)).toMatchObject({ progress: 'confirming' });
  await pool.query('update payments set expires_at = now() where id = $1', [paid.body.id]);
  await settleEverything();
  expect(await calls.readPayment(buyer, paid.body.transaction_id)).toMatchObject({ progress: 'failed' });
  expect(gateway.charges.get(paid.body.id)?.state).toBe('voided');
  expect((await calls.pay(rival, car, PRICE)).status).toBe(200);
});

test.each<[string, () => Promise<unknown>]>([
  ['expires', expire],
  ['is declined after all', async () => gateway.setAllStates('declined')],
])('emails a buyer who left when the payment %s', async (_how, happen) => {
  const { rows: before } = await pool.query('select email from users where id = $1', [buyer.id]);
  gateway.loseResponse('authorise');
  const paid = await calls.pay(buyer, car, PRICE);
  await happen();
  await settleEverything();
  const { rows } = await pool.query('select to_address from mail_outbox where text like $1', [
    `%${paid.body.transaction_id}%You haven’t been charged.%`,
  ]);
  expect(rows).toEqual([{ to_address: before[0].email }]);
});

test('voids a payment without a car when its hold expires', async () => {
  const paid = await calls.pay(buyer, null, PRICE);
  await pool.query('update payments set expires_at = now() where id = $1', [paid.body.id]);
  await settleEverything();
  expect(await calls.readPayment(buyer, paid.body.transaction_id)).toMatchObject({ progress: 'voided' });
  expect(gateway.charges.get(paid.body.id)?.state).toBe('voided');
});

test('answers 503 and holds nothing while the circuit breaker is open', async () => {
  const brokenGateway = new ScriptedGateway();
  const brokenCalls = payingCalls(await testApp(pool, {}, brokenGateway));
  for (let attempts = 0; attempts < 5; attempts++) {
    brokenGateway.loseResponse('authorise');
    const [other = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
    expect((await brokenCalls.pay(await signIn(pool), other, PRICE)).status).toBe(202);
  }
  const refused = await brokenCalls.pay(buyer, car, PRICE);
  expect(refused).toMatchObject({ status: 503, body: { error: 'Payments are temporarily unavailable.' } });
  const { rows } = await pool.query('select 1 from sale_claims where listing_id = $1', [car]);
  expect(rows).toEqual([]);
});

test('of 50 concurrent buyers, one gets the car and 49 get 409 without a charge', async () => {
  const buyers = await Promise.all(Array.from({ length: 50 }, () => signIn(pool)));
  await pool.query('delete from request_counts');
  const answers = await Promise.all(buyers.map((one, index) => calls.pay(one, car, PRICE, {}, `10.0.${index}.1`)));
  const lost = answers.filter(({ status }) => status !== 200);
  expect(lost).toHaveLength(49);
  for (const answer of lost)
    expect(answer).toMatchObject({ status: 409, body: { error: 'This car has just been sold.' } });
  expect(gateway.requests.filter((call) => call.startsWith('authorise'))).toHaveLength(1);
});
