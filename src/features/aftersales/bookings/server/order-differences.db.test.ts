import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { dayAfter, dayOf } from '#features/payments/payments/model/calendar-day.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import {
  type Buyer,
  bookingAmount,
  newTransaction,
  payingCalls,
} from '../../../../../tests/support/payments/paying.ts';
import { ScriptedGateway } from '../../../../../tests/support/payments/scripted-gateway.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { testApp } from '../../../../../tests/support/server/test-app.ts';
import { orderDifferences } from './order-differences.ts';

const PRICE = 10_000;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let buyer: Buyer;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, new ScriptedGateway());
  calls = payingCalls(app);
  buyer = await signIn(pool);
  const cars = await addCars(pool, [
    { make: 'BYD', model: 'Seal', priceCents: PRICE * 100 },
    { make: 'BYD', model: 'Seal', priceCents: PRICE * 100 },
    { make: 'BYD', model: 'Seal', offer: 'Rent', priceCents: 5_000 },
  ]);
  const [bought = 0, canceled = 0, rented = 0] = cars;
  await calls.buy(buyer, bought, PRICE);
  const { booking_id: id } = await calls.buy(buyer, canceled, PRICE);
  expect((await calls.cancel(buyer, id, bookingAmount(PRICE))).status).toBe(200);
  const today = dayOf(testNow());
  const days = { start_date: dayAfter(today, 3), end_date: dayAfter(today, 4), transaction_id: newTransaction() };
  await calls.pay(buyer, rented, 50, days);
});

test('finds nothing after a purchase, a refund and an authorization', async () => {
  expect(await orderDifferences(pool)).toEqual([]);
});

test.each([
  [
    'captured',
    'insert into ledger_entries (payment_id, kind, reference) select min(id), $$capture$$, $$again$$ from payments',
    1,
  ],
  ['captured', 'update payments set amount_cents = amount_cents - 1 where id = (select min(id) from payments)', 1],
  [
    'refunded',
    "insert into provider_refunds (reference, payment_id, amount_cents) select 're_1', min(id), 5 from payments",
    1,
  ],
  [
    'due',
    `insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by)
     select min(id), min(amount_cents), 5, 'Hail', 'admin' from payments where amount_cents = (select amount_cents from payments order by id limit 1)`,
    1,
  ],
  ['booking', 'update bookings set paid_cents = paid_cents - 1 where id = (select min(id) from bookings)', 1],
  ['booking', 'update bookings set total_cents = total_cents + 100', 2],
])('finds orders that differ by their %s amounts: %s', async (what, sql, found) => {
  const db = await pool.connect();
  try {
    await db.query('begin');
    await db.query(sql);
    if (sql.includes('ledger_entries')) {
      await db.query(
        `insert into ledger_lines (entry_id, account, cents)
         select max(id), unnest(array['gateway', 'deposits']), unnest(array[5, -5]) from ledger_entries`,
      );
    }
    const differences = await orderDifferences(db);
    expect(differences).toHaveLength(found);
    expect(differences[0]?.what).toBe(what);
  } finally {
    await db.query('rollback');
    db.release();
  }
});
