import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let ids: number[];

beforeAll(async () => {
  const { pool } = await testDatabase();
  ids = await addCars(pool, [
    { make: 'BYD', model: 'Han', year: 2019, priceCents: 1_250_000 },
    { make: 'BYD', model: 'Han', year: 2023, priceCents: 3_100_050 },
    { make: 'BYD', model: 'Seal', year: 2024, priceCents: 2_600_000, carType: 'suv' },
    { make: 'BYD', model: 'Tang', status: 'sold' },
    { make: 'BYD', model: 'Dolphin', offer: 'Rent', priceCents: 4_500 },
    { make: 'Toyota', model: 'Corolla', year: 1928, priceCents: 900_000 },
  ]);
  app = await testApp(pool);
});

const inventory = async (query: string) => (await getJson(app, `/api/stock?${query}`)).body;

test('describes all cars of a make', async () => {
  const { listings, ...rest } = await inventory('make=byd');
  expect(listings.map(({ id }: { id: number }) => id)).toEqual([ids[0], ids[1], ids[2]]);
  expect(rest).toEqual({
    make: 'BYD',
    model: null,
    carType: null,
    fuelType: null,
    province: null,
    priceBand: null,
    pagination: { page: 1, limit: 10, totalPages: 1, totalItems: 3 },
    prices: { least: 12_500, most: 31_000.5 },
    years: { oldest: 2019, newest: 2024 },
    makes: [],
    models: [
      { make: 'BYD', model: 'Han', cars: 2 },
      { make: 'BYD', model: 'Seal', cars: 1 },
    ],
    carTypes: [
      { carType: 'sedan', cars: 2 },
      { carType: 'suv', cars: 1 },
    ],
    fuelTypes: [],
    provinces: [],
    priceBands: [],
  });
});

test('describes a fuel, a province and a price band of the offer', async () => {
  const all = {
    fuelTypes: [{ fuelType: 'petrol', cars: 4 }],
    provinces: [{ province: 'Guangdong', cars: 4 }],
    priceBands: [
      { priceBand: 'under-10000', cars: 1 },
      { priceBand: '10000-20000', cars: 1 },
      { priceBand: '20000-30000', cars: 1 },
      { priceBand: '30000-50000', cars: 1 },
    ],
  };
  expect(await inventory('')).toMatchObject(all);
  const { priceBands } = all;
  expect(await inventory('fuelType=Petrol')).toMatchObject({
    fuelType: 'petrol',
    pagination: { totalItems: 4 },
    fuelTypes: [],
    priceBands,
  });
  expect(await inventory('province=guangdong')).toMatchObject({ province: 'Guangdong', provinces: [], priceBands });
  expect(await inventory('priceBand=20000-30000')).toMatchObject({
    pagination: { totalItems: 1 },
    prices: { least: 26_000, most: 26_000 },
    makes: [{ make: 'BYD', cars: 1 }],
    provinces: all.provinces,
    priceBands: [],
  });
  expect((await getJson(app, '/api/stock?rentSell=Rent&priceBand=20000-30000')).status).toBe(400);
});

test('describes a model, a type, rentals and all cars', async () => {
  expect(await inventory('make=BYD&model=HAN')).toMatchObject({
    model: 'Han',
    pagination: { totalItems: 2 },
    years: { oldest: 2019, newest: 2023 },
  });
  expect(await inventory('carType=SUV')).toMatchObject({
    carType: 'suv',
    prices: { least: 26_000, most: 26_000 },
    makes: [{ make: 'BYD', cars: 1 }],
    models: [{ make: 'BYD', model: 'Seal', cars: 1 }],
    carTypes: [],
  });
  expect(await inventory('rentSell=Rent')).toMatchObject({ prices: { least: 45, most: 45 }, makes: [{ make: 'BYD' }] });
  expect(await inventory('')).toMatchObject({
    pagination: { totalItems: 4 },
    years: { oldest: 1928, newest: 2024 },
    makes: [
      { make: 'BYD', cars: 3 },
      { make: 'Toyota', cars: 1 },
    ],
  });
});

test('knows a model without cars and returns null for its facts', async () => {
  expect(await inventory('make=BYD&model=Tang')).toMatchObject({
    model: 'Tang',
    listings: [],
    pagination: { totalItems: 0 },
    prices: null,
    years: null,
  });
});

test.each(['make=Nobody', 'make=BYD&model=Corolla'])('%s is 404', async (query) => {
  expect((await getJson(app, `/api/stock?${query}`)).status).toBe(404);
});

test.each(['model=Han', 'carType=boat', 'page=0', 'rentSell=Lease'])('%s is 400', async (query) => {
  expect((await getJson(app, `/api/stock?${query}`)).status).toBe(400);
});

test('lists the year of a very old car in the filters', async () => {
  const { body } = await getJson(app, '/api/listings/listings?make=Toyota&include=facets');
  expect(body.facets.years).toEqual([{ value: '1928', cars: 1 }]);
});
