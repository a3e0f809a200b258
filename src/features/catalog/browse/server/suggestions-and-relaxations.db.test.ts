import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import type { RelaxationsResponse, SuggestionsResponse } from '../model/search-contract.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let ids: number[];

beforeAll(async () => {
  ({ pool } = await testDatabase());
  ids = await addCars(pool, [
    { make: 'Toyota', model: 'Corolla', year: 2022, fuelType: 'hybrid' },
    { make: 'Toyota', model: 'Corolla', year: 2020, fuelType: 'petrol' },
    { make: 'Toyota', model: 'Corolla Cross', year: 2021, carType: 'suv', fuelType: 'hybrid' },
    { make: 'Toyota', model: 'Hilux', year: 2019, carType: 'truck', fuelType: 'diesel' },
    { make: 'Suzuki', model: 'Swift', year: 2018, carType: 'hatchback', fuelType: 'petrol' },
    { make: 'BYD', model: 'Seal', year: 2023, fuelType: 'electric' },
    { make: 'BYD', model: 'Han', year: 2023, fuelType: 'electric', status: 'sold' },
    { make: 'BYD', model: 'Song', year: 2023, offer: 'Rent', carType: 'suv', fuelType: 'electric' },
  ]);
  await pool.query("update listings set exterior_color = 'White' where id = $1", [ids[0]]);
  await pool.query("update listings set exterior_color = 'Black' where id = any($1)", [[ids[1], ids[3]]]);
  await pool.query('update listings set price_cents = 900000 + 100000 * (id % 5)');
  await pool.query(`update makes set aliases = '{丰田}' where name = 'Toyota'`);
  app = await testApp(pool);
});

async function suggestions(q: string, rest = ''): Promise<SuggestionsResponse['suggestions']> {
  return (await getJson(app, `/api/listings/suggestions?q=${encodeURIComponent(q)}${rest}`)).body.suggestions;
}
const written = ({ filters, cars }: SuggestionsResponse['suggestions'][number]) =>
  `${Object.entries(filters)
    .map(([name, values]) => `${name}=${values.join('+')}`)
    .join(' ')}: ${cars}`;

test.each<[string, string, string[]]>([
  [
    'toy',
    '',
    [
      'make=Toyota: 4',
      'make=Toyota model=Corolla: 2',
      'make=Toyota model=Corolla Cross: 1',
      'make=Toyota model=Hilux: 1',
      'make=Toyota carType=sedan: 2',
      'make=Toyota carType=suv: 1',
      'make=Toyota carType=truck: 1',
    ],
  ],
  [
    'corol',
    '',
    [
      'make=Toyota model=Corolla: 2',
      'make=Toyota model=Corolla Cross: 1',
      'make=Toyota model=Corolla fuelType=petrol: 1',
      'make=Toyota model=Corolla fuelType=hybrid: 1',
    ],
  ],
  ['toyota hi', '', ['make=Toyota model=Hilux: 1', 'make=Toyota model=Hilux fuelType=diesel: 1']],
  ['su', '', ['make=Suzuki: 1', 'carType=suv: 1', 'make=Suzuki model=Swift: 1', 'make=Suzuki carType=hatchback: 1']],
  ['hybrid toyota corolla cr', '', ['make=Toyota model=Corolla Cross fuelType=hybrid: 1']],
  ['тойо', '', ['make=Toyota: 4']],
  ['丰', '', ['make=Toyota: 4']],
  ['toyta', '', ['make=Toyota: 4']],
  ['toyota hybrid', '', ['make=Toyota fuelType=hybrid: 2']],
  ['electric', '&rentSell=Rent', ['fuelType=electric: 1', 'make=BYD fuelType=electric: 1']],
  ['byd', '&rentSell=Rent', ['make=BYD: 1', 'make=BYD model=Song: 1', 'make=BYD carType=suv: 1']],
  ['corolla 2021+', '', ['make=Toyota model=Corolla minYear=2021: 1']],
  ['toyota 2021+', '', ['make=Toyota minYear=2021: 2']],
  ['han', '', []],
  ['zzzz', '', []],
  ['zzzz toyota', '', []],
  ['toyota -corolla', '', []],
  ['"toyota', '', ['make=Toyota: 4']],
  ['', '', []],
  ['%', '', []],
])('suggests for %j%s what has cars, with their number', async (q, rest, expected) => {
  const found = (await suggestions(q, rest)).map(written);
  expect(expected.length === 1 ? found.slice(0, 1) : found).toEqual(expected);
});

test('each suggestion has as many cars as its filters find, at most eight of them', async () => {
  for (const q of ['t', 'to', 'toyota', 'corolla', 'suv', 'c', 'white', 'corolla under 20000', 'hybrid 2020-2022']) {
    const found = await suggestions(q);
    expect(found.length).toBeLessThanOrEqual(8);
    for (const { filters, cars } of found) {
      const params = new URLSearchParams(
        Object.entries(filters).flatMap(([name, all]) => all.map((value) => [name, value])),
      );
      const { pagination } = (await getJson(app, `/api/listings/listings?${params}`)).body;
      expect([q, filters, cars]).toEqual([q, filters, pagination.totalItems]);
    }
  }
});

test('the answer may be cached like the lists', async () => {
  const { headers } = await getJson(app, '/api/listings/suggestions?q=toyota');
  const list = await getJson(app, '/api/listings/listings');
  expect(headers['cache-control']).toBe(list.headers['cache-control']);
});

async function relaxations(search: string): Promise<{ drops: string[]; nearest: number[] }> {
  const { body } = await getJson(app, `/api/listings/relaxations?${search}`);
  const { relaxations: found, nearest } = body as RelaxationsResponse;
  return {
    drops: found.map(({ drop, word, q, cars }) => [drop, ...(word ? [`${word} > ${q}`] : []), cars].join(' ')),
    nearest: nearest.map(({ id }) => ids.indexOf(id)),
  };
}

test.each<[string, string[], number[]]>([
  ['make=Toyota&color=white&fuelType=diesel', ['color 1', 'fuelType 1'], [3, 0]],
  ['make=Toyota&model=Hilux&carType=suv', ['make 1', 'model 1', 'carType 1'], [2, 3]],
  ['make=BYD&minYear=2024&maxYear=2025', ['years 1'], [5]],
  ['q=white+hilux', ['q white > hilux 1', 'q hilux > white 1'], [3, 0]],
  ['q=toyota+corolla+diesel', ['q corolla > toyota diesel 1', 'q diesel > toyota corolla 3'], []],
  ['q=corolla+under+5000', ['q under 5000 > corolla 3'], []],
  ['q=corolla&color=red', ['color 3'], []],
  ['q=zzzz', ['q zzzz >  6'], []],
  ['make=Toyota&color=red&fuelType=electric', [], [0, 1, 2, 3]],
  ['make=Maserati&color=red&fuelType=electric', [], [5]],
  ['q=%23999999', [], []],
])('for %s names what to drop, and the nearest cars', async (search, drops, nearest) => {
  const found = await relaxations(search);
  expect(found.drops.sort()).toEqual(drops.sort());
  if (nearest.length > 0) expect(found.nearest.sort()).toEqual(nearest.sort());
});

test('names no cars as near that share nothing with the search', async () => {
  expect(await relaxations('make=Maserati&color=red&fuelType=cng')).toMatchObject({ drops: [], nearest: [] });
});

test('lists the cars nearest to a relaxed price first', async () => {
  await pool.query("update listings set price_cents = 100000 * id where status = 'active' and offer = 'Sell'");
  const { drops, nearest } = await relaxations('make=Toyota&maxPrice=10');
  expect(drops).toEqual(['price 4']);
  expect(nearest).toEqual([0, 1, 2, 3]);
  expect((await relaxations('make=Toyota&minPrice=900000')).nearest).toEqual([3, 2, 1, 0]);
});

test('refuses an invalid filter', async () => {
  expect((await getJson(app, '/api/listings/relaxations?color=octarine')).status).toBe(400);
  expect((await getJson(app, `/api/listings/suggestions?q=${'x'.repeat(201)}`)).status).toBe(400);
});
