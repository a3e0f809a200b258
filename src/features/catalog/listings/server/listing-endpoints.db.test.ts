import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { listingsQuery } from '../model/listing-contract.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let ids: number[];
const LIST = '/api/listings/listings';
const idsOf = (body: { listings: { id: number }[] }) => body.listings.map((car) => car.id);

beforeAll(async () => {
  ({ pool } = await testDatabase());
  ids = await addCars(pool, [
    { make: 'BYD', model: 'Seal', year: 2023, priceCents: 2_000_000, certified: true, drive: 'rear' },
    { make: 'BYD', model: 'Seal', year: 2022, priceCents: 1_850_050, fuelType: 'electric' },
    { make: 'BYD', model: 'Seal U', year: 2024, priceCents: 2_600_000, carType: 'suv', drive: 'all' },
    { make: 'BYD', model: 'Han', year: 2022, priceCents: 2_400_000, certified: true },
    { make: 'Toyota', model: 'Hilux', year: 2019, priceCents: 2_000_000, carType: 'truck', drive: 'all' },
    { make: 'Toyota', model: 'Corolla', status: 'requested' },
    { make: 'Toyota', model: 'Corolla', status: 'sold' },
    { make: 'Toyota', model: 'Corolla', offer: 'Rent', priceCents: 4_500 },
    { make: 'Toyota', model: 'Corolla', status: 'paused' },
  ]);
  app = await testApp(pool);
});

test('lists active cars of the requested offer, newest first, with paging numbers', async () => {
  const { body } = await getJson(app, `${LIST}?page=1&limit=2&rentSell=Sell&status=active`);
  expect(idsOf(body)).toEqual([ids[0], ids[1]]);
  expect(body.pagination).toEqual({ page: 1, limit: 2, totalPages: 3, totalItems: 5 });
  expect(idsOf((await getJson(app, `${LIST}?page=3&limit=2`)).body)).toEqual([ids[4]]);
  expect(idsOf((await getJson(app, `${LIST}?rentSell=Rent`)).body)).toEqual([ids[7]]);
});

test.each([
  ['make=byd', [0, 1, 2, 3]],
  ['make=BYD&year=2022', [1, 3]],
  ['carType=SUV', [2]],
  ['drive=ALL', [2, 4]],
  ['drive=all&sortBy=price', [4, 2]],
  ['drive=all&carType=truck&year=2019', [4]],
  ['drive=front', []],
  ['minPrice=20000&maxPrice=24000', [0, 3, 4]],
  ['minPrice=18500.50&maxPrice=18500.50', [1]],
  ['maxPrice=19000', [1]],
  ['sortBy=price&sortOrder=asc', [1, 0, 4, 3, 2]],
  ['sortBy=price&sortOrder=desc', [2, 3, 4, 0, 1]],
  ['make=byd&carType=sedan&maxPrice=21000&sortBy=price', [1, 0]],
  ['make=nobody', []],
  ['minRating=1', []],
  ['page=999999', []],
])('%s returns the matching cars and their total', async (query, expected) => {
  const { status, body } = await getJson(app, `${LIST}?${query}`);
  expect(status).toBe(200);
  expect(idsOf(body)).toEqual(expected.map((index) => ids[index]));
  if (!query.startsWith('page')) expect(body.pagination.totalItems).toBe(expected.length);
});

test.each([
  'page=-1',
  'page=0',
  'page=1e19',
  'page=NaN',
  'limit=x',
  'year=abc',
  'drive=2wd',
  'year=0000',
  'year=2020&year=2021',
  'make=%00',
  'maxPrice=-5',
  'sortBy=id',
  'status=sold',
])('%s is 400 and names the field', async (query) => {
  const { status, body } = await getJson(app, `${LIST}?${query}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ flag: '0', code: 'malformed', message: body.error });
  expect(Object.keys(body.fields)).toEqual([query.split('=')[0]]);
});

test('reduces a limit above the maximum to 50', async () => {
  expect((await getJson(app, `${LIST}?limit=1000000`)).body.pagination.limit).toBe(50);
});

test('facets count the cars of each filter value', async () => {
  const { body } = await getJson(app, `${LIST}?include=facets&make=BYD`);
  expect(body.facets.makes).toEqual([
    { value: 'BYD', cars: 4 },
    { value: 'Toyota', cars: 1 },
  ]);
  expect(body.facets.carTypes).toEqual([
    { value: 'sedan', cars: 3 },
    { value: 'suv', cars: 1 },
  ]);
  expect(body.facets.years.map((facet: { value: string }) => facet.value)).toEqual(['2024', '2023', '2022']);
});

test('the wanted facets count what choosing the value would give, and an unknown one is named', async () => {
  const { body } = await getJson(app, `${LIST}?facets=carType,fuelType,drive&make=BYD`);
  expect(Object.keys(body.facets)).toEqual(['carType', 'fuelType', 'drive']);
  for (const name of ['carType', 'fuelType', 'drive'])
    for (const { value, cars } of body.facets[name]) {
      const chosen = await getJson(app, `${LIST}?make=BYD&${name}=${value}`);
      expect(chosen.body.pagination.totalItems, `${name} ${value}`).toBe(cars);
    }
  expect(listingsQuery.parse({ facets: 'drive,drive,carType,drive' }).facets).toEqual(['drive', 'carType']);
  const refused = await getJson(app, `${LIST}?facets=fuelType,wheels`);
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('facets');
});

test('a filter by an option with capitals accepts it in any letter case, and refuses others', async () => {
  for (const condition of ['Fair', 'fair', 'FAIR'])
    expect((await getJson(app, `${LIST}?condition=${condition}`)).body.listings).toEqual([]);
  expect((await getJson(app, `${LIST}?condition=new`)).status).toBe(400);
});

describe('one car', () => {
  test('has the same id under all path aliases, and its price as number and as decimal', async () => {
    const car = (await getJson(app, `/api/listings/${ids[1]}`)).body;
    expect(car).toMatchObject({ listing_id: ids[1], id: ids[1], car_id: ids[1], _id: String(ids[1]), price: 18_500.5 });
    const decimal = (await getJson(app, `/api/api/listings/listings/${ids[1]}`)).body;
    expect(decimal.price).toEqual({ $numberDecimal: '18500.50' });
  });

  test('is found by link while active or sold, and is 404 for others while requested or paused', async () => {
    const statuses = await Promise.all(
      [0, 6, 5, 8].map(async (index) => (await getJson(app, `/api/listings/${ids[index]}`)).status),
    );
    expect(statuses).toEqual([200, 200, 404, 404]);
  });

  test('reveals no internal fields, and of its seller the id and the short name', async () => {
    const { rows } = await pool.query(
      "update users set name = 'Amina Wanjiru Otieno', mobile = '0712345678' returning id",
    );
    const { body } = await getJson(app, `/api/listings/${ids[0]}`);
    expect(Object.keys(body).filter((key) => /user|stock|version|deleted|free/.test(key))).toEqual([]);
    expect(body).toMatchObject({ sellerId: rows[0].id, sellerName: 'Amina O.' });
    expect(JSON.stringify(body)).not.toMatch(/Wanjiru|Otieno|0712345678|s@test/);
  });

  test('has no seller once the account is closed', async () => {
    await pool.query('update users set deleted_at = now()');
    const { body } = await getJson(app, `/api/listings/${ids[6]}`);
    await pool.query('update users set deleted_at = null');
    expect(body).toMatchObject({ listing_status: 'sold', sellerId: null, sellerName: null });
  });

  test('has related cars with their tags, best first, without itself', async () => {
    const { body } = await getJson(app, `/api/listings/${ids[0]}/related?limit=9`);
    expect(body[0]).toMatchObject({ id: ids[1], tags: ['Same Brand', 'Same Type', 'Similar Price'], score: 7 });
    expect(idsOf({ listings: body })).not.toContain(ids[0]);
  });
});

test('featured lists only inspected cars with pictures', async () => {
  expect(idsOf({ listings: (await getJson(app, '/api/api/listings/featured')).body })).toEqual([ids[0], ids[3]]);
});

test('unknown spellings of a path are 404', async () => {
  for (const path of [
    '/api//listings/featured',
    '/API/listings/featured',
    '/api/listings/featured/',
    '/api/api/api/listings/featured',
  ]) {
    const { statusCode } = await app.inject({ method: 'GET', url: path });
    expect(statusCode, path).toBe(404);
  }
});
