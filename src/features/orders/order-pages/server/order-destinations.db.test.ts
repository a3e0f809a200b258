import { expect, test } from 'vitest';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { clockOfShippedRules } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const PRICE = 10_000;

test('the page of an order has the light and the cost that its car and its booking show', async () => {
  const { pool } = await testDatabase();
  await loadSeed(pool);
  const app = await testApp(pool, { PAYMENT_DELAY_MS: '0' }, undefined, false, clockOfShippedRules());
  const buyer = await signIn(pool);
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', year: 2022, priceCents: PRICE * 100 }]);
  await pool.query("update listings set steering = 'left', engine_cc = 1500 where id = $1", [car]);
  const before = (await getJson(app, `/api/landed-costs?ids=${car}&country=AE&port=AEJEA`)).body.items[0];
  const destination = { country: 'AE', port: 'AEJEA' };
  const { order_id: order } = await payingCalls(app).buy(buyer, car, PRICE, { destination });
  const { destinations } = (await getJson(app, `/api/orders/${order}`, buyer.cookie)).body;
  expect(destinations).toEqual([
    expect.objectContaining({
      ...{ listing_id: car, car: '2022 BYD Seal', place: 'Jebel Ali, United Arab Emirates' },
      ...{ light: before.light, landed: before.landed, shown_as: before.shown_as },
    }),
  ]);
  const [booking] = (await getJson(app, '/api/my-bookings', buyer.cookie)).body.items;
  expect(destinations[0]).toMatchObject(booking.destination);
});
