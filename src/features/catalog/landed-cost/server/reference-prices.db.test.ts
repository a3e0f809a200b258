import { beforeAll, describe, expect, test } from 'vitest';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { clockOfShippedRules } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const { pool } = await testDatabase();
await loadSeed(pool);
const app = await testApp(pool, {}, undefined, false, clockOfShippedRules());
const get = (path: string, query: Record<string, string | number> = {}) =>
  getJson(
    app,
    `/api${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  );

describe('reference prices of an authority', () => {
  const ofCar = (query: Record<string, string | number> = {}) =>
    get('/landed-cost', { listing_id: listed, country: 'KE', port: 'KEMBA', ...query });
  let listed = 0;
  beforeAll(async () => {
    [listed = 0] = await addCars(pool, [
      { make: 'Toyota', model: 'RAV4', year: 2021, priceCents: 1_500_000, carType: 'suv' },
    ]);
    await pool.query(
      "update listings set steering = 'right', fuel_type = 'petrol', engine_cc = 1987, drive = 'all' where id = $1",
      [listed],
    );
  });

  test('a car in the list of Kenya has a whole sum, a range of its prices, and the buyer may choose one', async () => {
    const { body } = await ofCar();
    expect(body.missing).toEqual([]);
    expect(body.at_least).toBeNull();
    expect(body.asks).toEqual(['reference', 'production']);
    const { reference } = body;
    expect(reference).toMatchObject({ make: 'TOYOTA', currency: 'KES', valid_from: '2025-07-01', is_used: true });
    expect(reference.source).toMatchObject({ id: 'KE-CRSP25', kind: 'official' });
    expect(reference.prices.map(({ model }: { model: string }) => model)).toEqual(['RAV4 G', 'RAV4 G Z PACKAGE']);
    const chosen = (await ofCar({ reference: reference.prices[0].id, production: '2021-05' })).body;
    expect(chosen.reference.chosen).toBe(reference.prices[0].id);
    expect(chosen.asks).toEqual([]);
    const duty = (of: typeof body) =>
      of.charges.lines.find(({ code }: { code: string }) => code === 'importDuty').local;
    expect(duty(chosen).low).toBe(duty(chosen).high);
    expect(duty(body).low).toBeLessThan(duty(body).high);
    // 1.25 margin, 1.35 duty, 1.25 excise, 1.16 VAT; six calendar years, because the car arrives in 2027.
    const value = (reference.prices[0].price / 1.25 / 1.35 / 1.25 / 1.16) * 0.45;
    expect(Math.abs(duty(chosen).likely - value * 0.35)).toBeLessThan(1);
  });

  test('the price of the buyer comes before the list, and a price of another car is not taken', async () => {
    const own = (await ofCar({ new_price: 1_000_000, new_price_currency: 'KES' })).body;
    expect(own.asks).toEqual(['production']);
    expect(own.total.high).toBeLessThan((await ofCar()).body.total.low);
    expect((await ofCar({ reference: 'KE-2025-07-TOYOTA:1' })).body.reference.chosen).toBeNull();
    expect((await ofCar({ reference: 'x' })).status).toBe(400);
    expect((await ofCar({ production: '2021-13' })).status).toBe(400);
    expect((await ofCar({ co2: -1 })).status).toBe(400);
  });

  test('a month outside of the year of the listing does not make the car older', async () => {
    const before = (await ofCar({ production: '2012-01' })).body;
    expect(before.total).toEqual((await ofCar()).body.total);
  });

  test('the filter by landed cost counts the same price', async () => {
    const { body } = await get('/landed-costs', { country: 'KE', ids: listed });
    expect(body.items[0].landed).toEqual((await ofCar()).body.total);
  });
});
