import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let ids: number[];

beforeAll(async () => {
  const { pool } = await testDatabase();
  const han = { make: 'BYD', model: 'Han', year: 2021 };
  ids = await addCars(pool, [
    { ...han, priceCents: 900_000 },
    { ...han, priceCents: 1_000_000 },
    { ...han, priceCents: 1_000_000, year: 2022 },
    { ...han, priceCents: 1_000_000, year: 2020 },
    { ...han, priceCents: 1_100_000 },
    // None of these is similar.
    { ...han, priceCents: 5_000_000, year: 2019 },
    { ...han, priceCents: 5_000_000, year: 2025 },
    { ...han, priceCents: 5_000_000, status: 'sold' },
    { ...han, priceCents: 5_000, offer: 'Rent' },
    { make: 'BYD', model: 'Seal', priceCents: 5_000_000 },
    { ...han, priceCents: 5_000_000, status: 'requested' },
  ]);
  app = await testApp(pool);
});

const position = (id: number) => getJson(app, `/api/listings/${id}/price-position`);

test('a car is compared with public cars for sale of its model and about its age', async () => {
  const { status, body } = await position(ids[0]!);
  expect(status).toBe(200);
  expect(body.position).toMatchObject({ level: 'lower', median: 10_000, difference: -0.1, cars: 4, adjustments: null });
  expect(body.position.nearest.map((car: { listing_id: number }) => car.listing_id).sort()).toEqual(ids.slice(1, 5));
  expect(body.position.nearest).toContainEqual({
    listing_id: ids[4],
    name: '2021 BYD Han',
    make: 'BYD',
    model: 'Han',
    year: 2021,
    mileageKm: 40_000,
    price: 11_000,
    forYear: 0,
    forMileage: 0,
    adjusted: 11_000,
  });
});

test('rentals and models with few cars have no comparison, cars that are not public are not found', async () => {
  expect((await position(ids[8]!)).body).toEqual({ position: null });
  expect((await position(ids[9]!)).body).toEqual({ position: null });
  expect((await position(ids[10]!)).status).toBe(404);
  expect((await position(999_999)).status).toBe(404);
  expect((await getJson(app, '/api/listings/x/price-position')).status).toBe(400);
});
