import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { addCars } from '../../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../support/data/accounts.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { addCompany, billNow } from '../../support/payments/billing.ts';
import { type Buyer, newTransaction, payingCalls } from '../../support/payments/paying.ts';
import { acceptLicense, keptBy } from '../../support/payments/ready-order.ts';
import { RefundingGateway } from '../../support/payments/refunding-gateway.ts';
import { dayFromNow, testNow } from '../../support/runner/test-clock.ts';
import { getJson, postForm, postJson, testApp } from '../../support/server/test-app.ts';

const FEE = 30_000;
const PRICE_A_DAY = 50;
/** Price of a day with tax. */
const COST = 5_400;
const { pool } = await testDatabase();
const gateway = new RefundingGateway();
const app = await testApp(pool, {}, gateway);
const calls = payingCalls(app);
let staff: Buyer;
let renter: Buyer;
/** The rentals of the renter in the order of their bookings. */
let rentals: { order: number; booking: number; payment: number }[];

beforeAll(async () => {
  await addCompany(pool);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  [staff, renter, rentals] = [await signInAdmin(pool), await signIn(pool), []];
});

const newCar = async () =>
  (await addCars(pool, [{ make: 'BYD', model: 'Seal', offer: 'Rent', priceCents: PRICE_A_DAY * 100 }]))[0] ?? 0;
const feeOfNext = async () =>
  (await getJson(app, `/api/listings/${await newCar()}/booked-days`, renter.cookie)).body.fee_cents as number;
const orderOf = async (order: number) => (await getJson(app, `/api/orders/${order}`, renter.cookie)).body;
const office = (path: string, body: object) => postJson(app, `/api/admin/${path}`, body, { cookie: staff.cookie });
const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
};

type Step = () => Promise<unknown>;
const of = (at: number) => rentals[at] ?? { order: 0, booking: 0, payment: 0 };

/** Pays for a day of another car as the site quotes it; the other two calls come later. */
async function pay(from: number) {
  const car = await newCar();
  const { fee_cents } = (await getJson(app, `/api/listings/${car}/booked-days`, renter.cookie)).body;
  const total = (COST + fee_cents) / 100;
  const days = { start_date: dayFromNow(from), end_date: dayFromNow(from + 1), transaction_id: newTransaction() };
  await ok(calls.pay(renter, car, 0, { ...days, amount: total / 4 }));
  return async () => {
    await calls.sold(renter, car);
    const { status, body } = await calls.book(renter, car, days.transaction_id, 0, {
      total_price: total,
      paid_price: total / 4,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    rentals.push({ order: body.order_id, booking: body.booking_id, payment: body.payment_id });
  };
}
const rent =
  (from: number): Step =>
  async () =>
    (await pay(from))();
/** Two rentals that are both quoted with the fee, because neither is booked yet. */
const rentTwoAtOnce: Step = async () => {
  const both = [await pay(3), await pay(5)];
  for (const book of both) await book();
};
const cancel =
  (at: number): Step =>
  async () => {
    const own = (await calls.bookings(renter)).find((one: { booking_id: number }) => one.booking_id === of(at).booking);
    await ok(calls.cancel(renter, of(at).booking, own.cancellation.refund));
  };
const refundAsOffice = async (payment: number, amount?: number) =>
  ok(
    office(`payments/${payment}/refund`, {
      reason: 'The car broke down.',
      ...(amount !== undefined && { amount, ...(await keptBy(pool, payment, amount)) }),
    }),
  );
/** The office refunds this many dollars of the deposit, by default all, which ends a live booking. */
const refund =
  (at: number, amount?: number): Step =>
  () =>
    refundAsOffice(of(at).payment, amount);
const payBalance =
  (at: number): Step =>
  () =>
    ok(calls.payNext(renter, of(at).order));
/** Lets a rental begin now, twelve hours early. */
const beginSoon =
  (at: number): Step =>
  () =>
    pool.query("update bookings set starts_at = now() + interval '11 hours' where id = $1", [of(at).booking]);
const hasBegun =
  (at: number): Step =>
  () =>
    pool.query("update bookings set starts_at = starts_at - interval '9 days' where id = $1", [of(at).booking]);
const isOver =
  (at: number): Step =>
  () =>
    pool.query("update bookings set ends_at = starts_at + interval '1 day' where id = $1", [of(at).booking]);
const report =
  (at: number, step: 'pick_up' | 'return'): Step =>
  async () => {
    if (step === 'pick_up') await acceptLicense(pool, of(at).order);
    const event = { id: randomUUID(), step, certainty: 'actual', happens_at: testNow().toISOString() };
    await ok(postJson(app, `/api/orders/${of(at).order}/events`, event, { cookie: staff.cookie }));
  };
const complete =
  (at: number): Step =>
  () =>
    ok(office(`orders/${of(at).order}/complete`, {}));
const done = (at: number): Step[] => [
  payBalance(at),
  hasBegun(at),
  report(at, 'pick_up'),
  report(at, 'return'),
  complete(at),
];
/** Refunds both payments of a completed rental. */
const refundAll =
  (at: number): Step =>
  async () => {
    const { rows } = await pool.query('select id from payments where order_id = $1 order by id', [of(at).order]);
    for (const { id } of rows) await refundAsOffice(id);
  };
const aYearPasses: Step = () =>
  pool.query("update orders set created_at = created_at - interval '366 days' where user_id = $1", [renter.id]);

/**
 * `lives`: the life of each order, with `+fee` if it carries the fee and `+back` if all was refunded. `next`: the fee of another booking.
 * `kept`: the kept amount of canceled orders. Both in cents.
 */
type Case = { name: string; steps: Step[]; lives: string; next: number; kept?: number };
const CASES: Case[] = [
  { name: 'a first rental', steps: [rent(3)], lives: 'active+fee', next: 0 },
  { name: 'its cancellation', steps: [rent(3), cancel(0)], lives: 'cancelled', next: FEE },
  {
    name: 'its late cancellation, of which half of the deposit is kept',
    steps: [rent(3), beginSoon(0), cancel(0)],
    lives: 'cancelled',
    next: FEE,
    kept: (COST + FEE) / 8,
  },
  {
    name: 'another booking after the cancellation',
    steps: [rent(3), cancel(0), rent(3)],
    lives: 'cancelled active+fee',
    next: 0,
  },
  {
    name: 'the cancellation of the one with the fee',
    steps: [rent(3), rent(5), cancel(0)],
    lives: 'cancelled active+fee',
    next: 0,
  },
  {
    name: 'the cancellation of the one without the fee',
    steps: [rent(3), rent(5), cancel(1)],
    lives: 'active+fee cancelled',
    next: 0,
  },
  {
    name: 'the cancellation of both, the one with the fee first',
    steps: [rent(3), rent(5), cancel(0), cancel(1)],
    lives: 'cancelled cancelled',
    next: FEE,
  },
  {
    name: 'the cancellation of both, the one with the fee last',
    steps: [rent(3), rent(5), cancel(1), cancel(0)],
    lives: 'cancelled cancelled',
    next: FEE,
  },
  {
    name: 'the cancellation of the one with the fee after the other one was paid',
    steps: [rent(3), rent(5), payBalance(1), cancel(0), payBalance(1)],
    lives: 'cancelled active+fee',
    next: 0,
  },
  {
    name: 'the cancellation of the one with the fee after the car of the other one came back early',
    steps: [rent(5), rent(7), payBalance(1), hasBegun(1), report(1, 'pick_up'), report(1, 'return'), cancel(0)],
    lives: 'cancelled active+fee',
    next: 0,
  },
  {
    name: 'the cancellation of the one with the fee after the other one was completed',
    steps: [rent(5), rent(7), ...done(1), cancel(0)],
    lives: 'cancelled completed',
    next: FEE,
  },
  {
    name: 'a car that the renter did not pick up, charged and completed',
    steps: [rent(3), payBalance(0), hasBegun(0), isOver(0), complete(0)],
    lives: 'completed+fee',
    next: 0,
  },
  {
    name: 'a car that the renter did not pick up, ended by the office with a refund in part',
    steps: [rent(3), rent(5), hasBegun(0), refund(0, 50)],
    lives: 'cancelled active+fee',
    next: 0,
    kept: (COST + FEE) / 4 - 5_000,
  },
  { name: 'a rental that ends early', steps: [rent(3), ...done(0)], lives: 'completed+fee', next: 0 },
  {
    name: 'a refund in part of a completed rental',
    steps: [rent(3), ...done(0), refund(0, 50)],
    lives: 'completed+fee',
    next: 0,
  },
  {
    name: 'a refund of all of a completed rental',
    steps: [rent(3), ...done(0), refundAll(0)],
    lives: 'completed+back',
    next: FEE,
  },
  {
    name: 'another booking after a refund of all of a completed rental',
    steps: [rent(3), ...done(0), refundAll(0), rent(5)],
    lives: 'completed+back active+fee',
    next: 0,
  },
  { name: 'two rentals that were paid at once', steps: [rentTwoAtOnce], lives: 'active+fee active', next: 0 },
  {
    name: 'two rentals that were paid at once, of which the first is canceled',
    steps: [rentTwoAtOnce, cancel(0)],
    lives: 'cancelled active+fee',
    next: 0,
  },
  { name: 'the end of the year', steps: [rent(3), ...done(0), aYearPasses], lives: 'completed+fee', next: FEE },
  {
    name: 'a rental of the next year',
    steps: [rent(3), ...done(0), aYearPasses, rent(3)],
    lives: 'completed+fee active+fee',
    next: 0,
  },
  {
    name: 'its cancellation beside one of the year before',
    steps: [rent(3), rent(5), aYearPasses, rent(7), cancel(2)],
    lives: 'active+fee active cancelled',
    next: FEE,
  },
];

/** Returns the life of an order as in `lives`. */
async function lifeOf(order: number): Promise<string> {
  const { life, cars, money } = await orderOf(order);
  const [{ fee_cents: fee }] = cars;
  if (life === 'cancelled') return life;
  if (fee === 0) return life;
  return money.received_cents > 0 ? `${life}+fee` : `${life}+back`;
}

/** Returns the cost of an order in the books after invoices and credit notes, and what its renter has paid without refunds. */
async function booksOf(order: number) {
  const { rows } = await pool.query(
    `select coalesce(sum(l.cents) filter (where l.account = 'receivable' and e.kind in ('invoice', 'credit note')), 0)::int as billed,
       coalesce(sum(l.cents) filter (where l.account in ('gateway', 'refunds_due')), 0)::int as received
     from ledger_entries e join ledger_lines l on l.entry_id = e.id where e.order_id = $1`,
    [order],
  );
  return rows[0] as { billed: number; received: number };
}

/** Returns the fee on the invoices of an order, less its credit notes. */
async function feeOnPapers(order: number): Promise<number> {
  const { rows } = await pool.query(
    `select kind, paper::json -> 'lines' as lines from issued_documents
     where subject_kind = 'order' and subject_id = $1 and kind in ('invoice', 'credit_note')`,
    [order],
  );
  return rows
    .flatMap(({ kind, lines }) =>
      (lines as { text: string; cents: number }[])
        .filter(({ text }) => /^Registration fee/.test(text))
        .map(({ cents }) => (kind === 'invoice' ? cents : -cents)),
    )
    .reduce((sum, cents) => sum + cents, 0);
}

test.each(CASES)(
  'after $name, orders, books and the next booking agree about the fee',
  async ({ steps, lives, next, kept = 0 }) => {
    for (const step of steps) {
      await step();
      await billNow(pool);
    }
    expect((await Promise.all(rentals.map(({ order }) => lifeOf(order)))).join(' ')).toBe(lives);
    expect(await feeOfNext()).toBe(next);
    for (const { order } of rentals) {
      const { life, cars, money } = await orderOf(order);
      const { billed, received } = await booksOf(order);
      const said = await lifeOf(order);
      const cost = COST + (said.endsWith('+fee') ? FEE : 0);
      if (life === 'cancelled') expect([billed, received]).toEqual([kept, kept]);
      else if (said.endsWith('+back')) expect([billed, received]).toEqual([0, 0]);
      else {
        expect([cars[0].total_cents, money.owed_cents]).toEqual([cost, cost]);
        expect(await feeOnPapers(order)).toBe(cost - COST);
        if (life === 'active') expect(billed).toBe(cost);
      }
    }
    expect(await orderDifferences(pool)).toEqual([]);
  },
);

/** Charges fuel, which the renter pays before the rental is completed. */
const payForFuel: Step = async () => {
  const fields: [string, string | File][] = [
    ['key', randomUUID()],
    ['kind', 'fuel'],
    ['amount_cents', '7500'],
    ['reason', 'The tank was empty.'],
    ['evidence', new File(['%PDF-1.4\n% a bill\n%%EOF\n'], 'bill.pdf')],
  ];
  await ok(postForm(app, `/api/admin/orders/${of(0).order}/charges`, fields, { cookie: staff.cookie }));
  await payBalance(0)();
};
const refundsWait: Step = async () => {
  gateway.answers = 'pending';
};

test.each([
  ['of whose two payments one went back', [...done(0), refund(0)], 0],
  ['whose refunds are on their way', [...done(0), refundsWait, refundAll(0)], FEE],
  ['that paid for fuel as well', [...done(0).slice(0, -1), payForFuel, complete(0), refundAll(0)], FEE],
] as [string, Step[], number][])(
  'after a completed rental %s, the next booking has the fee or none',
  async (_, steps, next) => {
    for (const step of [rent(3), ...steps]) {
      await step();
      await billNow(pool);
    }
    gateway.answers = 'done';
    expect(await feeOfNext()).toBe(next);
    expect(await orderDifferences(pool)).toEqual([]);
  },
);
