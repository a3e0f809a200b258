import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../../../../tests/support/stock.ts';
import { getJson, testApp } from '../../../../tests/support/test-app.ts';
import { testDatabase } from '../../../../tests/support/test-database.ts';

let app: FastifyInstance;
let ids: number[];

beforeAll(async () => {
  const { pool } = await testDatabase();
  ids = await addCars(pool, [
    { make: 'BYD', model: 'Sealion 7', year: 2024, carType: 'suv' },
    { make: 'BYD', model: 'Seal', year: 2023 },
    { make: 'BYD', model: 'Han', year: 2022, location: 'Mombasa, Kenya' },
    { make: 'Toyota', model: 'Corolla', year: 2022, fuelType: 'hybrid' },
    {
      make: 'Toyota',
      model: 'Hilux',
      year: 2019,
      carType: 'truck',
      fuelType: 'diesel',
      description: '100% original, never_touched, silver paint',
    },
    { make: 'BYD', model: 'Seal', status: 'requested' },
    { make: 'Chevrolet', model: 'Silverado', status: 'sold' },
  ]);
  await pool.query(`update makes set aliases = '{比亚迪}' where name = 'BYD'`);
  app = await testApp(pool);
});

const search = async (q: string, rest = '') =>
  (await getJson(app, `/api/listings/search?q=${encodeURIComponent(q)}${rest}`)).body;

test.each([
  ['BYD Seal', [1, 0]],
  ['bydseal', [1, 0]],
  ['  seal  ', [1, 0]],
  ['2022 han', [2]],
  ['2022', [2, 3]],
  ['比亚迪', [0, 1, 2]],
  ['toyta corola', [3]],
  ['diesel pickup', [4]],
  ['byd mombasa', [2]],
  ['mombas', [2]],
  ['han 2019', []],
  ['silver', [4]],
  ['cilver', []],
  ['silverado', []],
  ['unheard-of', []],
  ['', [0, 1, 2, 3, 4]],
])('%j finds its cars in order', async (q, expected) => {
  const body = await search(q);
  expect(body.listings.map((car: { id: number }) => car.id)).toEqual(expected.map((at) => ids[at]));
  expect(body.pagination.totalItems).toBe(expected.length);
});

test('a corrected slip is said', async () => {
  expect((await search('toyta')).understood).toBe('Toyota');
  expect((await search('toyota')).understood).toBeUndefined();
});

test('filters narrow a search, and pages run on across its ranks', async () => {
  expect((await search('seal', '&carType=suv')).listings).toHaveLength(1);
  expect((await search('seal', '&make=Toyota')).pagination.totalItems).toBe(0);
  const second = await search('seal', '&limit=1&page=2');
  expect(second.listings[0].id).toBe(ids[0]);
});

test.each([
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  "';select pg_sleep(9)--",
  '(q+)+$',
  ':* | !& <->',
  '\u202eabc',
  '🚗',
  'x'.repeat(200),
  '"',
  "a'b",
])('%j is harmless and finds nothing', async (q) => {
  const body = await search(q);
  expect(body.pagination.totalItems).toBe(0);
});

test('what cannot be text, or is longer than a search, is refused', async () => {
  for (const q of ['%00', 'x'.repeat(201), '%ed%a0%80']) {
    const { status } = await getJson(app, `/api/listings/search?q=${q}`);
    expect([400, 200], q).toContain(status);
    if (q !== '%ed%a0%80') expect(status, q).toBe(400);
  }
});
