import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { loadSeed, readSeedRecords } from '#features/customs/import-rules/server/book/seed.ts';
import { publishRate } from '../../../../../tests/support/bookkeeping/exchange-rates.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const RATE_DAY = testNow().toISOString().slice(0, 10);
let app: FastifyInstance;
let ids: number[];
let pool: pg.Pool;

beforeAll(async () => {
  ({ pool } = await testDatabase());
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

const idsFound = async (q: string, rest = '') => (await search(q, rest)).listings.map((car: { id: number }) => car.id);
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
  expect(body.listings.map((car: { id: number }) => car.id)).toEqual(expected.map((index) => ids[index]));
  expect(body.pagination.totalItems).toBe(expected.length);
});

test('reports a corrected typo', async () => {
  expect((await search('toyta')).understood).toBe('Toyota');
  expect((await search('toyota')).understood).toBeUndefined();
  expect(await search('toyota zzzz')).toMatchObject({ understood: 'toyota', dropped: ['zzzz'] });
});

test('understands prices in words and combines them with the price filter', async () => {
  await pool.query("update listings set price_cents = 2500000 where model = 'Sealion 7'");
  expect(await idsFound('byd under $20000')).toEqual([ids[1], ids[2]]);
  expect(await idsFound('byd over 20k')).toEqual([ids[0]]);
  expect(await idsFound('byd over 20k', '&maxPrice=20000')).toEqual([]);
});

test('sorts by price across ranks', async () => {
  await pool.query("update listings set price_cents = 900000 where model = 'Sealion 7'");
  expect(await idsFound('seal', '&sortBy=price&sortOrder=asc')).toEqual([ids[0], ids[1]]);
  expect(await idsFound('seal')).toEqual([ids[1], ids[0]]);
});

test('combines a search with the drive', async () => {
  await pool.query("update listings set drive = 'rear' where model = 'Seal'");
  expect(await idsFound('byd seal', '&drive=Rear')).toEqual([ids[1]]);
  expect(await idsFound('byd seal', '&drive=front')).toEqual([]);
});

test('finds a public car by its id or whole VIN, regardless of the filters', async () => {
  const vin = 'LGXCE4CB5P0123456';
  await pool.query('update listings set vin = $1 where id = $2', [vin, ids[4]]);
  await pool.query("update listings set vin = 'LGXCE4CB5P0123457' where id = $1", [ids[5]]);
  expect(await idsFound(`#${ids[0]}`)).toEqual([ids[0]]);
  expect(await idsFound(`#${ids[0]}`, '&make=Toyota&rentSell=Rent')).toEqual([ids[0]]);
  expect(await idsFound(`#${ids[5]}`)).toEqual([]);
  expect(await idsFound('#999999999999999')).toEqual([]);
  expect(await idsFound(vin.toLowerCase())).toEqual([ids[4]]);
  expect(await idsFound(vin.slice(0, -1))).toEqual([]);
  expect(await idsFound('LGXCE4CB5P0123457')).toEqual([]);
  expect(JSON.stringify(await search(vin))).not.toContain(vin);
});

test('finds a public car by the stock number of its dealer, in any writing', async () => {
  const stock = async (id: number | undefined, number: string) =>
    pool.query('update listings set stock_number = $2 where id = $1', [id, number]);
  await stock(ids[3], 'TC-0042/b');
  await stock(ids[4], '88123');
  await stock(ids[0], 'Seal');
  await stock(ids[5], 'TC-0043');
  await stock(ids[2], 'row-4711');
  for (const q of ['TC-0042/b', 'tc0042b', 'TC 0042 B', 'stock no. tc-0042-b', '#tc0042b'])
    expect(await idsFound(q)).toEqual([ids[3]]);
  for (const q of ['88123', '#88123', 'ref 88123']) expect(await idsFound(q, '&make=BYD')).toEqual([ids[4]]);
  for (const q of ['TC-0043', 'row-4711', 'row4711', 'stock 99999']) expect(await idsFound(q)).toEqual([]);
  expect(await idsFound('seal')).toEqual([ids[1], ids[0]]);
  expect(JSON.stringify(await search('tc0042b'))).not.toContain('TC-0042');
  await pool.query('update listings set stock_number = null');
});

test('finds cars by place, whatever their texts say', async () => {
  await pool.query("update listings set location = 'Pudong, Shanghai' where id = $1", [ids[3]]);
  await pool.query("update listings set description = 'Shipped from Shanghai.' where id = $1", [ids[0]]);
  for (const q of ['Shanghai', '上海', 'Шанхай', 'شنغهاي', 'Xangai', '상하이'])
    expect([q, await idsFound(q)]).toEqual([q, [ids[3]]]);
  for (const q of ['byd 廣州', 'byd Гуанчжоу', 'BYD Cantón']) expect(await idsFound(q)).toEqual([ids[0], ids[1]]);
  await pool.query(
    "update listings set location = 'Guangzhou, China', description = 'One owner from new.' where id = any($1)",
    [[ids[0], ids[3]]],
  );
});

test('converts prices in other currencies with the newest rate, and says which it cannot convert', async () => {
  await pool.query('update listings set price_cents = 100000 * id');
  const rates = { KES: 130, TZS: 2_500 };
  for (const [currency, perUsd] of Object.entries(rates)) await publishRate(pool, currency, perUsd, RATE_DAY);
  // A write makes the process look for new rates.
  await app.inject({ method: 'POST', url: '/api/import/mistakes' });
  const max = Math.round((ids[2]! * 1_000 + 500) * rates.KES);
  const converted = await search(`byd under ${max} KES`);
  expect(converted.listings.map(({ id }: { id: number }) => id).sort()).toEqual([ids[0], ids[1], ids[2]]);
  expect(converted.foreignPrices).toEqual([
    { text: `under ${max} KES`, currencies: ['KES'], min: null, max: ids[2]! * 1_000 + 500, rateDate: RATE_DAY },
  ]);
  const least = await search(`under ${Math.round(ids[0]! * 1_000 * rates.KES)} KES`);
  expect(least.listings.map(({ id }: { id: number }) => id)).toEqual([ids[0]]);
  const open = { min: null, max: null, rateDate: null };
  expect(await search('byd under 5000000 naira')).toMatchObject({
    pagination: { totalItems: 3 },
    foreignPrices: [{ text: 'under 5000000 naira', currencies: ['NGN'], ...open }],
  });
  expect(await search('10 million shillings')).toMatchObject({
    pagination: { totalItems: 5 },
    foreignPrices: [{ text: '10 million shillings', currencies: ['KES', 'TZS', 'UGX', 'SOS'], ...open }],
  });
  await loadSeed(pool, await readSeedRecords());
  await app.inject({ method: 'POST', url: '/api/import/mistakes' });
  expect(await search('10 million shillings', '&to=TZ')).toMatchObject({
    foreignPrices: [{ currencies: ['TZS'], max: 4_000, rateDate: RATE_DAY }],
  });
  expect((await search('byd under $2000')).foreignPrices).toBeUndefined();
  await pool.query('update listings set price_cents = 1500000');
});

test.each([
  ['toyota -corolla', [4]],
  ['-byd', [3, 4]],
  ['byd -"seal"', [0, 2]],
  ['toyota -hybrid', [4]],
  ['"never_touched"', [4]],
  ['"silver paint"', [4]],
  ['"paint silver"', []],
  ['2019-2022 toyota', [3, 4]],
  ['toyota 2020+', [3]],
  ['тойота королла', [3]],
  ['تويوتا هايلكس', [4]],
  ['电动 or 混动 丰田', [3]],
  ['hilux or corolla diesel', [4]],
])('%j finds its cars', async (q, expected) => {
  expect((await idsFound(q)).sort()).toEqual(expected.map((index) => ids[index]));
});

test('an excluded color leaves cars of other and unknown colors', async () => {
  await pool.query("update listings set exterior_color = 'White' where id = $1", [ids[0]]);
  await pool.query("update listings set exterior_color = 'Black' where id = $1", [ids[1]]);
  expect((await idsFound('byd')).sort()).toEqual([ids[0], ids[1], ids[2]]);
  expect((await idsFound('byd -white')).sort()).toEqual([ids[1], ids[2]]);
  await pool.query('update listings set exterior_color = null');
});

test('names what it ignored, also of the words after a minus', async () => {
  expect(await search('corolla "hybrid" zzzz')).toMatchObject({ understood: 'corolla "hybrid"', dropped: ['zzzz'] });
  expect(await search('corolla -2019')).toMatchObject({ dropped: ['-2019'] });
  expect((await search('corolla')).dropped).toBeUndefined();
});

test('drops corrections, then unknown words, if a search finds nothing', async () => {
  expect(await idsFound('electirc')).toEqual([]);
  expect(await idsFound('desel')).toEqual([ids[4]]);
  const guessed = await search('byd qqqzzz');
  expect(guessed.listings).toHaveLength(3);
  expect(guessed.understood).toBe('byd');
});

test.each([
  ['byd 2023', '', { makes: { BYD: 1 }, carTypes: { sedan: 1 }, years: { 2023: 1 } }],
  ['byd 2023', '&year=2022', { makes: {}, carTypes: {}, years: { 2023: 1 } }],
  ['suv', '', { makes: { BYD: 1 }, carTypes: { suv: 1 }, years: { 2024: 1 } }],
  ['seal', '&carType=suv', { makes: { BYD: 1 }, carTypes: { sedan: 1, suv: 1 }, years: { 2024: 1 } }],
  ['', '&make=Toyota', { makes: { BYD: 3, Toyota: 2 }, carTypes: { sedan: 1, truck: 1 }, years: { 2022: 1, 2019: 1 } }],
  ['never', '', { makes: { Toyota: 1 }, carTypes: { truck: 1 }, years: { 2019: 1 } }],
])('the filters for %j%s list only values with cars, and their numbers', async (q, rest, expected) => {
  const { facets } = await search(q, `${rest}&include=facets`);
  const counts = Object.fromEntries(
    Object.entries(facets as Record<string, { value: string; cars: number }[]>).map(([name, values]) => [
      name,
      Object.fromEntries(values.map(({ value, cars }) => [value, cars])),
    ]),
  );
  expect(counts).toEqual(expected);
});

test('filters narrow a search, and pages continue across its ranks', async () => {
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
])('a search for %j finds nothing and does not fail', async (q) => {
  const body = await search(q);
  expect(body.pagination.totalItems).toBe(0);
});

test('rejects a null character and a search that is too long', async () => {
  for (const q of ['%00', 'x'.repeat(201)]) {
    expect((await getJson(app, `/api/listings/search?q=${q}`)).status, q).toBe(400);
  }
});

test('treats invalid UTF-8 as literal text and finds nothing', async () => {
  const { status, body } = await getJson(app, '/api/listings/search?q=%ed%a0%80');
  expect([status, body.pagination.totalItems]).toEqual([200, 0]);
});

test('a car is found by its make and by the words of its text once it is public, also if they were searched before', async () => {
  for (const q of ['Zeekr', 'mistletoe']) expect(await idsFound(q)).toEqual([]);
  const [car] = await addCars(pool, [{ make: 'Zeekr', model: '001', description: 'With a mistletoe.' }]);
  for (const q of ['Zeekr', 'mistletoe']) expect(await idsFound(q)).toEqual([car]);
});
