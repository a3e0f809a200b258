import { expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { testApp } from '../../../../../tests/support/server/test-app.ts';
import { paymentsToExport } from './personal-data.ts';

const PRICE = 10_000;
const PAID = 277_500;
const { pool } = await testDatabase();
const calls = payingCalls(await testApp(pool, { PAYMENT_DELAY_MS: '0' }));

test('exports every refund of a user, and counts only completed ones as refunded', async () => {
  const buyer = await signIn(pool);
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const { payment_id: id } = await calls.buy(buyer, car, PRICE);
  expect(await paymentsToExport(pool, buyer.id)).toMatchObject([{ refunded_cents: 0, refunds: [] }]);
  await pool.query(
    `insert into provider_refunds (reference, payment_id, amount_cents, heard_at, failed_at)
     values ('re_1', $1, 10000, now() - interval '2 days', null), ('re_2', $1, 500, now() - interval '1 day', now())`,
    [id],
  );
  await pool.query(
    "insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by) values ($1, $2, 20000, 'Hail', 'admin')",
    [id, PAID],
  );
  const refunds = [
    { amount_cents: 10_000, state: 'done' },
    { amount_cents: 500, state: 'failed' },
  ];
  const exported = () => paymentsToExport(pool, buyer.id);
  const own = (state: string) => [...refunds, { amount_cents: 20_000, state }];
  expect(await exported()).toMatchObject([{ refunded_cents: 10_000, refunds: own('pending') }]);
  await pool.query('update refunds set done_at = now() where payment_id = $1', [id]);
  expect(await exported()).toMatchObject([{ refunded_cents: 30_000, refunds: own('done') }]);
  await pool.query('update refunds set done_at = null, failed_at = now() where payment_id = $1', [id]);
  expect(await exported()).toMatchObject([{ refunded_cents: 10_000, refunds: own('failed') }]);
});
