import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const CARS = 1_200;
const RENTALS = 3;
let app: FastifyInstance;
let cookie: string;

beforeAll(async () => {
  const { pool } = await testDatabase();
  const [first] = await addCars(pool, [
    { make: 'BYD', model: 'Seal', description: 'Leather inside, service due soon.' },
  ]);
  await pool.query(
    `insert into listings (user_id, make_id, model_id, make, model, offer, status, year, price_cents, description)
     select user_id, make_id, model_id, make, model, 'Sell', state, year, price_cents,
       case when n % 100 = 0 then 'Cloth inside, service done.' else description end
     from listings, generate_series(1, $2::int) n, unnest(array['active', 'sold']) state where id = $1`,
    [first, CARS],
  );
  await pool.query(
    `insert into listings (user_id, make_id, model_id, make, model, offer, status, year, price_cents, description, posted_at)
     select user_id, make_id, model_id, make, model, 'Rent', 'active', year, price_cents, description, now() + n * interval '1 s'
     from listings, generate_series(1, $2::int) n where id = $1`,
    [first, RENTALS],
  );
  await pool.query('vacuum analyze listings');
  cookie = (await signInAdmin(pool)).cookie;
  app = await testApp(pool, { INVENTORY: 'sql' });
});

const PUBLIC = '/api/listings/search?limit=50';
const MANAGED = '/api/listings/all?limit=50';
const wordsOf = (path: string) => (path.startsWith(PUBLIC) ? 'q' : 'search');
const found = async (path: string) => (await getJson(app, path, cookie)).body;

test.each([
  ['leather service', PUBLIC, { totalItems: 1_000, totalIsLeast: true }],
  ['cloth service', PUBLIC, { totalItems: CARS / 100 }],
  ['leather cloth', PUBLIC, { totalItems: 0 }],
  ['cloth servi', PUBLIC, { totalItems: CARS / 100 }],
  ['leather servi', PUBLIC, { totalItems: 1_000, totalIsLeast: true }],
  ['leather service', `${PUBLIC}&rentSell=Rent`, { totalItems: RENTALS }],
  ['cloth service', `${PUBLIC}&rentSell=Rent`, { totalItems: 0 }],
  ['leather service', `${MANAGED}&status=sold`, { totalItems: 1_000, totalIsLeast: true }],
  ['leather service', MANAGED, { totalItems: 2_000 + RENTALS, totalIsLeast: true }],
  ['cloth service', MANAGED, { totalItems: (2 * CARS) / 100 }],
  ['leather cloth', `${MANAGED}&status=sold`, { totalItems: 0 }],
])('%j in %s is counted up to the limit, and a limited count is marked', async (words, path, counted) => {
  const { pagination } = await found(`${path}&page=1&${wordsOf(path)}=${encodeURIComponent(words)}`);
  const totalPages = Math.ceil(counted.totalItems / 50);
  expect(pagination).toEqual({ page: 1, limit: 50, totalPages, ...counted });
});

test('the last counted page has cars', async () => {
  for (const path of [PUBLIC, `${MANAGED}&status=sold`]) {
    expect((await found(`${path}&page=20&${wordsOf(path)}=leather%20service`)).listings, path).toHaveLength(50);
  }
});

test('lists the few matching rentals in order among many cars for sale', async () => {
  const path = `${MANAGED}&page=1&search=leather%20service`;
  const cars: { _id: string }[] = (await found(path)).listings;
  const rented: { _id: string }[] = (await found(`${PUBLIC}&rentSell=Rent&page=1&q=leather%20service`)).listings;
  expect(rented).toHaveLength(RENTALS);
  expect(cars.slice(0, RENTALS).map(({ _id }) => _id)).toEqual(rented.map(({ _id }) => _id));
  expect(cars).toHaveLength(50);
});
