import { expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const { pool } = await testDatabase();
const ids = await addCars(pool, [
  { make: 'BYD', model: 'Seal' },
  { make: 'BYD', model: 'Han', status: 'sold' },
  { make: 'BYD', model: 'Dolphin', offer: 'Rent', status: 'rented' },
  { make: 'BYD', model: 'Qin', status: 'requested' },
]);
const app = await testApp(pool);
const CARDS = '/api/listings/cards?ids=';

test('returns public cars in the order of their ids, each once', async () => {
  const { status, body } = await getJson(app, CARDS + [ids[2], 999_999, ids[1], ids[3], ids[0], ids[2]].join());
  expect(status).toBe(200);
  expect(body.listings.map((car: { id: number }) => car.id)).toEqual([ids[2], ids[0]]);
});

test.each(['', '1,', 'x', '0', '1,-2', Array.from({ length: 13 }, (_, place) => place + 1).join()])(
  'rejects ids=%s',
  async (list) => {
    expect((await getJson(app, CARDS + list)).status).toBe(400);
  },
);
