import { parse } from 'csv-parse/sync';
import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let admin: string;
let user: string;
let ids: number[];
const VIN = 'LGXCE4CB5P0123456';

beforeAll(async () => {
  const { pool } = await testDatabase();
  ids = await addCars(pool, [
    { make: 'BYD', model: 'Seal', year: 2023, priceCents: 2_000_000 },
    { make: 'BYD', model: 'Han', status: 'requested', year: 2022, priceCents: 2_400_000 },
    { make: 'Toyota', model: 'Hilux', status: 'sold', carType: 'truck', drive: 'all', priceCents: 1_900_050 },
    { make: 'Toyota', model: 'Corolla', offer: 'Rent', drive: 'front', priceCents: 4_500 },
    { make: 'Toyota', model: 'Corolla', status: 'paused', description: 'A <b>rusty</b> sill.' },
    { make: 'Toyota', model: 'Corolla', status: 'rejected', year: 2020, drive: 'front' },
    { make: 'BYD', model: 'Seal', status: 'rented' },
  ]);
  await pool.query('update listings set vin = $2 where id = $1', [ids[2], VIN]);
  await addCars(pool, [{ make: 'BYD', model: 'Gone' }]);
  await pool.query("update listings set deleted_at = now() where model = 'Gone'");
  await pool.query("update models set known = false where name = 'Han'");
  admin = (await signInAdmin(pool)).cookie;
  user = (await signIn(pool)).cookie;
  app = await testApp(pool);
});

const list = async (query: string) => (await getJson(app, `/api/listings/all?${query}`, admin)).body;
const placesOf = (cars: { id: number }[]) => cars.map(({ id }) => ids.indexOf(id));

test.each([
  ['', [0, 1, 2, 3, 4, 5, 6]],
  ['status=active', [0, 3]],
  ['status=requested', [1, 4, 5]],
  ['status=sold', [2]],
  ['status=rented', [6]],
  ['status=all&category=all&search=', [0, 1, 2, 3, 4, 5, 6]],
  ['category=Truck', [2]],
  ['category=SUV', []],
  ['drive=Front', [3, 5]],
  ['drive=front&sortBy=price&sortOrder=desc', [5, 3]],
  ['drive=all&category=truck', [2]],
  ['drive=rear', []],
  ['drive=all', [2]],
  ['drive=', [0, 1, 2, 3, 4, 5, 6]],
  ['drive=all&status=active', []],
  ['minPrice=19000.50&maxPrice=20000', [0, 2]],
  ['minPrice=19001', [0, 1]],
  ['sortBy=price', [3, 4, 5, 6, 2, 0, 1]],
  ['sortBy=price&sortOrder=desc&status=active', [0, 3]],
  ['search=seal', [0, 6]],
  ['search=byd&status=requested', [1]],
  ['search=2022', [1]],
  ['search=byd han', [1]],
  ['search=toyota corola', [3, 4, 5]],
  ['search=rusty', [4]],
  ['search=truck under 20k', [2]],
  [`search=${VIN.toLowerCase()}`, [2]],
  ['search=unheard-of', []],
])('%j finds its cars in order, with and without paging', async (query, places) => {
  expect(placesOf(await list(query))).toEqual(places);
  const { listings, pagination } = await list(`${query}&page=1`);
  expect(placesOf(listings)).toEqual(places);
  expect(pagination).toEqual({ page: 1, limit: 10, totalPages: places.length > 0 ? 1 : 0, totalItems: places.length });
  const filters = new URLSearchParams(query);
  for (const order of ['sortBy', 'sortOrder']) filters.delete(order);
  expect(await inTable(filters.toString())).toEqual([...places].sort((a, b) => a - b));
});

/** Returns the positions of the matching cars in the CSV export. */
async function inTable(query: string): Promise<number[]> {
  const { payload } = await app.inject({ url: `/api/admin/listings/csv?${query}`, headers: { cookie: admin } });
  const rows: Record<string, string>[] = parse(payload, { columns: true, bom: true });
  return placesOf(rows.map((row) => ({ id: Number(row['Listing ID']) })));
}

test('finds a listing by #id', async () => {
  expect(await inTable(`search=%23${ids[4]}`)).toEqual([4]);
  expect(placesOf(await list(`search=%23${ids[4]}`))).toEqual([4]);
});

test('page 2 continues page 1, and a page after the last is empty', async () => {
  expect(placesOf((await list('page=2&limit=3')).listings)).toEqual([3, 4, 5]);
  expect((await list('page=99999999&limit=3')).listings).toEqual([]);
});

test.each(['', 'sortBy=price', 'sortBy=price&sortOrder=desc', 'status=requested'])(
  'the pages of %j together are the whole list, for any page size',
  async (query) => {
    for (const limit of [1, 2, 3]) {
      const pages = await Promise.all(
        [...Array(8).keys()].map((index) => list(`${query}&page=${index + 1}&limit=${limit}`)),
      );
      expect(pages.flatMap(({ listings }) => placesOf(listings))).toEqual(placesOf(await list(query)));
    }
  },
);

test.each([
  '%',
  '_',
  '\\',
  "' or 1=1 --",
  "';select pg_sleep(9)--",
  '(q+)+$',
  ':* | !&',
  '\u202eabc',
  '🚗',
  '<script>',
])('a search for %j finds nothing and does not fail', async (search) => {
  expect((await list(`page=1&search=${encodeURIComponent(search)}`)).pagination.totalItems).toBe(0);
});

test.each([
  'page=0',
  'page=-1',
  'page=1e19',
  'page=NaN',
  'page=1&page=2',
  'limit=-1',
  'status=rejected',
  'category=boat',
  'minPrice=1e9',
  'minPrice=-1',
  'sortBy=password_hash',
  'sortOrder=asc;drop',
  'search=%00',
  `search=${'x'.repeat(201)}`,
])('rejects %s', async (query) => {
  expect((await getJson(app, `/api/listings/all?${query}`, admin)).status).toBe(400);
});

test('reduces a limit above the maximum to 50', async () => {
  expect((await list('page=1&limit=999999999')).pagination.limit).toBe(50);
});

test('shows the seller and the internal status only to administrators', async () => {
  const [car] = await list('search=han');
  expect(car).toMatchObject({
    listing_status: 'requested',
    state: 'requested',
    user_id: expect.any(Number),
    version: 1,
  });
  const place = `/api/listings/${ids[0]}`;
  const [asAdmin, asUser, asVisitor] = await Promise.all([
    getJson(app, place, admin),
    getJson(app, place, user),
    getJson(app, place),
  ]);
  expect(Object.keys(asAdmin.body)).toEqual(expect.arrayContaining(['user_id', 'state', 'version', 'reasons']));
  for (const { body } of [asUser, asVisitor]) {
    for (const hidden of ['user_id', 'state', 'version', 'reasons']) expect(body).not.toHaveProperty(hidden);
  }
});

test.each([
  ['/api/listings/listings', 100, '/api/listings/all?page=3&limit=50'],
  ['/api/api/listings/listings', 100, '/api/api/listings/all?page=3&limit=50'],
  ['/api/listings/all?category=van', 1_000, '/api/listings/all?category=van&page=21&limit=50'],
])('%s says how many cars there are and where the list continues', async (url, sent, next) => {
  const { pool } = await testDatabase();
  await addCars(pool, [{ make: 'BYD', model: 'Seal', carType: 'van' }]);
  const office = await testApp(pool);
  const { cookie } = await signInAdmin(pool);
  const whole = await getJson(office, url, cookie);
  expect([whole.headers['x-total-count'], whole.headers.link]).toEqual(['1', undefined]);
  await pool.query(
    `insert into listings (user_id, make_id, model_id, make, model, offer, status, year, price_cents, car_type, posted_at)
     select user_id, make_id, model_id, make, model, offer, status, year, price_cents, car_type, now() - make_interval(mins => n)
     from listings, generate_series(1, $1) n`,
    [sent],
  );
  const { body, headers } = await getJson(office, url, cookie);
  expect(body).toHaveLength(sent);
  expect([headers['x-total-count'], headers.link]).toEqual([String(sent + 1), `<${next}>; rel="next"`]);
  expect((await getJson(office, next, cookie)).body.listings).toHaveLength(1);
});

test('shows a non-public car only to administrators, never cached', async () => {
  for (const cookie of [undefined, user, admin, undefined, 'admin-session=forged']) {
    const { status, headers } = await getJson(app, `/api/listings/${ids[1]}`, cookie);
    expect(status).toBe(cookie === admin ? 200 : 404);
    if (cookie === admin) expect(headers['cache-control']).toBe('no-store');
  }
});

test('without a query, lists every status for administrators and active cars for others', async () => {
  const place = '/api/listings/listings';
  expect((await getJson(app, place)).body.listings).toHaveLength(1);
  expect(placesOf((await getJson(app, place, admin)).body)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect((await getJson(app, place, user)).body.listings).toHaveLength(1);
  expect((await getJson(app, `${place}?page=1`, admin)).body.listings).toHaveLength(1);
});
