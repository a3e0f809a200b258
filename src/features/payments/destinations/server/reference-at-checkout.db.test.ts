import { expect, test } from 'vitest';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { rulesCheckedToday } from '../../../../../tests/support/customs/rules.ts';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const PRICE = 15_000;
const { pool } = await testDatabase();
await loadSeed(pool, await rulesCheckedToday());
const app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });

test('the checkout stores the cost with the reference price that the buyer chose on the page of the car', async () => {
  const [car = 0] = await addCars(pool, [
    { make: 'Toyota', model: 'RAV4', year: 2021, priceCents: PRICE * 100, carType: 'suv' },
  ]);
  await pool.query(
    "update listings set steering = 'right', fuel_type = 'petrol', engine_cc = 1987, drive = 'all' where id = $1",
    [car],
  );
  const { body } = await getJson(app, `/api/landed-cost?listing_id=${car}&country=KE&port=KEMBA`);
  const chosen = body.reference.prices.at(-1).id;
  const destination = { country: 'KE', port: 'KEMBA', buyer: 'person', reference: chosen };
  const calls = payingCalls(app);
  const buyer = await signIn(pool);
  const invalid = await calls.pay(buyer, car, PRICE, { destination: { ...destination, reference: 'x' } });
  expect(invalid.status).toBe(400);
  expect((await calls.pay(buyer, car, PRICE, { destination })).status).toBe(200);
  const { rows } = await pool.query(
    "select quote -> 'landed' -> 'reference' ->> 'chosen' as chosen from payment_destinations",
  );
  expect(rows).toEqual([{ chosen }]);
});
