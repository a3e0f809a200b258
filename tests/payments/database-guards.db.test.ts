import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
import { signIn } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { payingCalls } from '../support/payments/paying.ts';
import { testApp } from '../support/server/test-app.ts';

const PRICE = 10_000;
const { pool } = await testDatabase();
const calls = payingCalls(await testApp(pool, { PAYMENT_DELAY_MS: '0' }));
const UNIQUE = '23505';
const CHECK = '23514';
const APPEND_ONLY = '42501';
let car = 0;
let booked: { booking_id: number; payment_id: number };
let other: { id: number };

beforeAll(async () => {
  const cars = await addCars(
    pool,
    [1, 2].map(() => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  [car = 0] = cars;
  booked = await calls.buy(await signIn(pool), car, PRICE);
  other = (await calls.pay(await signIn(pool), cars[1] ?? 0, PRICE)).body;
});

/** Statements that constraints and triggers must reject, even if the code before them is wrong. */
const rejectedStatements: [what: string, code: string, sql: () => string][] = [
  ['a second buyer of a car', UNIQUE, () => `insert into sale_claims values (${car}, ${other.id})`],
  [
    'a second booking of a sold car',
    UNIQUE,
    () => `insert into bookings (payment_id, listing_id, user_id, offer, starts_at, ends_at, total_cents, paid_cents)
      select ${other.id}, listing_id, user_id, offer, starts_at, ends_at, total_cents, paid_cents from bookings where id = ${booked.booking_id}`,
  ],
  [
    'a second booking for a payment',
    UNIQUE,
    () => `insert into bookings (payment_id, listing_id, user_id, offer, starts_at, ends_at, total_cents, paid_cents, status)
      select payment_id, listing_id, user_id, offer, starts_at, ends_at, total_cents, paid_cents, 'cancelled' from bookings
      where id = ${booked.booking_id}`,
  ],
  [
    'a payment of a transaction id that its user has used',
    UNIQUE,
    () => `insert into payments (user_id, transaction_id, body_hash, amount_cents, method, contact_email, expires_at)
      select user_id, transaction_id, '\\x00', 1, 'upi', '', now() from payments where id = ${other.id}`,
  ],
  [
    'a refund of more than was captured',
    CHECK,
    () => `insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by)
      select id, amount_cents, amount_cents + 1, 'x', 'admin' from payments where id = ${booked.payment_id}`,
  ],
  [
    'a second capture in the ledger',
    UNIQUE,
    () => `insert into ledger_entries (payment_id, kind) values (${booked.payment_id}, 'capture')`,
  ],
  ['a captured payment without its time', CHECK, () => `update payments set state = 'captured' where id = ${other.id}`],
  ['a changed line of the ledger', APPEND_ONLY, () => 'update ledger_lines set cents = 0'],
  ['a sold car that goes back on offer', 'CQ001', () => `update listings set status = 'active' where id = ${car}`],
];

test.each(rejectedStatements)('the database rejects %s', async (_what, code, sql) => {
  await expect(pool.query(sql())).rejects.toMatchObject({ code });
});
