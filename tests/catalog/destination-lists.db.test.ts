import { beforeAll, describe, expect, test } from 'vitest';
import {
  insertRows,
  insertVersion,
  lockPublications,
} from '#features/customs/import-rules/server/book/rule-row-store.ts';
import { loadSeed, readSeedRecords } from '#features/customs/import-rules/server/book/seed.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../support/catalog/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { clockOfShippedRules } from '../support/runner/test-clock.ts';
import { getJson, testApp } from '../support/server/test-app.ts';

const LIST = '/api/listings/listings';
const SEARCH = '/api/listings/search';

const { pool } = await testDatabase();
await loadSeed(pool);
const app = await testApp(pool, {}, undefined, false, clockOfShippedRules());
const bySql = await testApp(pool, { INVENTORY: 'sql' }, undefined, false, clockOfShippedRules());
const list = (query: string) => getJson(app, `${LIST}?${query}`);

let ids: number[];

beforeAll(async () => {
  ids = await addCars(pool, [
    { make: 'BYD', model: 'Seal', year: 2022, priceCents: 1_500_000 },
    { make: 'BYD', model: 'Han', year: 2022, priceCents: 1_200_000 },
    { make: 'Toyota', model: 'Corolla', year: 2010, priceCents: 500_000 },
    { make: 'Toyota', model: 'Hilux', year: 2022, priceCents: 2_500_000 },
    { make: 'Toyota', model: 'Camry', offer: 'Rent' },
  ]);
  const set = (index: number, facts: string) => pool.query(`update listings set ${facts} where id = $1`, [ids[index]]);
  const young = "production_month = '2022-05', first_registration_month = '2022-09'";
  const petrol = "fuel_type = 'petrol', engine_cc = 1498";
  await set(0, `${young}, ${petrol}, steering = 'left', emission = 'euro6', certified = true`);
  // Georgia requires the emission standard.
  await set(1, `${young}, ${petrol}, steering = 'left', emission = null`);
  await set(
    2,
    "production_month = '2010-05', fuel_type = 'petrol', engine_cc = 1598, steering = 'left', emission = 'euro5'",
  );
  // Nigeria's green tax depends on the fuel.
  await set(3, `${young}, fuel_type = null, engine_cc = null, steering = 'left', emission = 'euro5'`);
});

const positions = (body: { listings: { id: number }[] }) => body.listings.map(({ id }) => ids.indexOf(id));

describe('a list with a destination', () => {
  test.each([
    ['to=GE&mayImport=green', [0, 3]],
    ['to=ge&mayImport=amber', [0, 3, 1]],
    ['to=GE', [0, 3, 1, 2]],
    ['to=GE&limit=2&page=2', [1, 2]],
    ['to=GE&sortBy=date', [0, 1, 2, 3]],
    ['to=GE&mayImport=green&make=BYD', [0]],
    ['to=KE&mayImport=amber', []],
    ['to=NG&port=NGLOS&sortBy=landed', [2, 1, 0, 3]],
    ['to=NG&port=NGLOS&sortBy=landed&sortOrder=desc', [0, 1, 2, 3]],
    ['to=NG&mode=container40&sortBy=landed', [2, 1, 0, 3]],
    ['to=NG&buyer=company&sortBy=landed&limit=2&page=2', [0, 3]],
    ['to=NG&sortBy=price', [2, 1, 0, 3]],
  ])('%s', async (query, expected) => {
    for (const site of [app, bySql]) {
      const { status, body } = await getJson(site, `${LIST}?${query}`);
      expect(status).toBe(200);
      expect(positions(body)).toEqual(expected);
    }
  });

  test('shows the lights, range and order of the call for single cars', async () => {
    const { body: one } = await getJson(app, `/api/landed-costs?ids=${ids.slice(0, 4).join()}&country=NG&port=NGLOS`);
    type Item = { listing_id: number; light: string; landed: { likely: number } | null };
    const likely = new Map((one.items as Item[]).map(({ listing_id, landed }) => [listing_id, landed?.likely ?? null]));
    expect(likely.get(ids[3]!)).toBeNull();
    const [cheap, middle, dear] = [2, 1, 0].map((at) => likely.get(ids[at]!)!);
    expect(cheap).toBeLessThan(middle!);
    expect(middle).toBeLessThan(dear!);
    const within = async (least: number) =>
      positions((await list(`to=NG&port=NGLOS&minLanded=${least}&maxLanded=${Math.ceil(dear!)}&sortBy=landed`)).body);
    expect(await within(Math.floor(middle!))).toEqual([1, 0]);
    expect(await within(Math.ceil(middle!) + 1)).toEqual([0]);
  });

  test('counts green cars, green and amber cars, and cars without a total, each under all other filters', async () => {
    const counted = await list('to=GE&mayImport=green&facets=mayImport,make');
    expect(counted.body.facets).toEqual({
      mayImport: [
        { value: 'green', cars: 2 },
        { value: 'amber', cars: 3 },
      ],
      make: [
        { value: 'BYD', cars: 1 },
        { value: 'Toyota', cars: 1 },
      ],
    });
    expect((await list('to=GE&make=BYD&facets=mayImport')).body.facets.mayImport).toEqual([
      { value: 'green', cars: 1 },
      { value: 'amber', cars: 2 },
    ]);
    const destination = { country: 'NG', port: 'NGLOS', mode: 'roro', buyer: 'person' };
    expect((await list('to=NG')).body.destination).toEqual({
      ...destination,
      withoutTotal: null,
      prohibited: null,
    });
    expect((await list('to=NG&sortBy=landed')).body.destination).toMatchObject({ withoutTotal: 1 });
    expect((await list('to=NG&minLanded=1')).body).toMatchObject({
      destination: { withoutTotal: 1 },
      pagination: { totalItems: 3 },
    });
    expect((await list('to=NG&sortBy=landed&make=BYD')).body.destination.withoutTotal).toBe(0);
  });

  test('counts the cars that a filter by light leaves out because they are prohibited', async () => {
    const prohibited = async (query: string) =>
      Promise.all(
        [app, bySql].map(async (site) => (await getJson(site, `${LIST}?${query}`)).body.destination.prohibited),
      );
    expect(await prohibited('to=GE&mayImport=amber')).toEqual([1, 1]);
    expect(await prohibited('to=GE&mayImport=green')).toEqual([1, 1]);
    expect(await prohibited('to=KE&mayImport=amber')).toEqual([4, 4]);
    expect(await prohibited('to=KE&mayImport=amber&make=BYD')).toEqual([2, 2]);
    expect(await prohibited('to=KE&facets=mayImport')).toEqual([4, 4]);
    expect(await prohibited('to=KE')).toEqual([null, null]);
  });

  test('shows a changed car in its new place', async () => {
    const order = async () => positions((await list('to=NG&sortBy=landed')).body);
    expect(await order()).toEqual([2, 1, 0, 3]);
    await pool.query('update listings set price_cents = 4000000 where id = $1', [ids[2]]);
    expect(await order()).toEqual([1, 0, 2, 3]);
    await pool.query("update listings set fuel_type = 'petrol', engine_cc = 1498 where id = $1", [ids[3]]);
    expect(await order()).toEqual([1, 0, 3, 2]);
    await pool.query('update listings set fuel_type = null, engine_cc = null where id = $1', [ids[3]]);
    await pool.query('update listings set price_cents = 500000 where id = $1', [ids[2]]);
    expect(await order()).toEqual([2, 1, 0, 3]);
  });

  test('lists cars with photos first among cars of the same light', async () => {
    const photos = (keys: string, at: number[]) =>
      pool.query('update listings set image_keys = $1 where id = any($2)', [keys, at.map((index) => ids[index])]);
    await photos('{}', [0, 1]);
    expect(positions((await list('to=GE')).body)).toEqual([3, 0, 1, 2]);
    expect(positions((await list('')).body)).toEqual([2, 3, 0, 1]);
    expect(positions((await list('limit=1&page=3')).body)).toEqual([0]);
    expect(positions((await list('sortBy=date')).body)).toEqual([0, 1, 2, 3]);
    await photos('{photo}', [0, 1]);
  });

  test('a list without a destination mentions none', async () => {
    const { body } = await list('facets=mayImport');
    expect(Object.keys(body)).toEqual(['listings', 'pagination', 'facets']);
    expect(body.facets).toEqual({ mayImport: [] });
  });

  test.each([
    ['to=K', 'to'],
    ['to=KEN', 'to'],
    ['to=XX', 'to'],
    ['to=XX&mayImport=green', 'to'],
    ['to=KE&rentSell=Rent', 'to'],
    ['to=KE&from=2099-05-03&rentSell=Rent', 'to'],
    ['to=KE&from=2099-05-03', 'from'],
    ['to=KE&port=NGLOS', 'port'],
    ['to=UG&port=KEMBA', 'port'],
    ['to=KE&port=Mombasa', 'port'],
    ['to=KE&mode=plane', 'mode'],
    ['to=KE&buyer=thief', 'buyer'],
    ['to=KE&mayImport=red', 'mayImport'],
    ['to=KE&minLanded=1.5', 'minLanded'],
    ['to=KE&maxLanded=-1', 'maxLanded'],
    ['mayImport=green', 'mayImport'],
    ['port=KEMBA', 'port'],
    ['maxLanded=9000', 'maxLanded'],
    ['sortBy=landed', 'sortBy'],
    ['rentSell=Rent&from=2099-05-03&to=2099-05-04&buyer=person', 'buyer'],
  ])('%s is 400 and names %s', async (query, field) => {
    for (const path of [LIST, SEARCH]) {
      const { status, body } = await getJson(app, `${path}?${query}`);
      expect([path, status]).toEqual([path, 400]);
      expect(Object.keys(body.fields)).toContain(field);
    }
  });
});

describe('a search with a destination', () => {
  test('filters, counts and sorts like a list', async () => {
    const { body } = await getJson(app, `${SEARCH}?q=byd&to=NG&sortBy=landed&facets=mayImport`);
    expect(positions(body)).toEqual([1, 0]);
    expect(body.destination.withoutTotal).toBe(0);
    expect(body.facets.mayImport).toEqual([{ value: 'amber', cars: 2 }]);
    expect(positions((await getJson(app, `${SEARCH}?q=byd&to=GE&mayImport=green`)).body)).toEqual([0]);
  });

  test('filters quoted words, which only SQL finds, by import rules', async () => {
    await pool.query("update listings set description = 'winter tires' where id = any($1)", [[ids[0], ids[2]]]);
    const quoted = `${SEARCH}?q=${encodeURIComponent('"winter tires"')}`;
    expect(positions((await getJson(app, `${quoted}&to=GE`)).body)).toEqual([0, 2]);
    const { body } = await getJson(app, `${quoted}&to=GE&mayImport=amber&sortBy=landed`);
    expect(positions(body)).toEqual([0]);
    expect(body.destination.prohibited).toBe(1);
  });

  test('a search whose cars are all prohibited says so instead of finding other words', async () => {
    const { body } = await getJson(app, `${SEARCH}?q=corolla&to=GE&mayImport=amber`);
    expect(positions(body)).toEqual([]);
    expect(body.destination.prohibited).toBe(1);
    expect(body.understood).toBeUndefined();
  });

  test('without a result, names the import filters to remove', async () => {
    const { body } = await getJson(app, '/api/listings/relaxations?q=&to=KE&mayImport=amber&make=BYD');
    expect(body.relaxations).toEqual([{ drop: 'mayImport', cars: 2, isLeast: false }]);
    expect(body.nearest).toEqual([]);
    const checked = await getJson(app, '/api/listings/relaxations?q=&to=GE&mayImport=green&make=BYD&model=Han');
    expect(checked.body.relaxations.filter(({ drop }: { drop: string }) => drop === 'mayImport')).toEqual([
      { drop: 'mayImport', mayImport: 'amber', cars: 1, isLeast: false },
    ]);
    const old = await getJson(app, '/api/listings/relaxations?q=&to=GE&mayImport=amber&maxYear=2011');
    expect(old.body.relaxations).toContainEqual({ drop: 'years', minYear: 2012, cars: 3, isLeast: false });
    const range = await getJson(app, '/api/listings/relaxations?q=&to=NG&maxLanded=1&make=BYD');
    expect(range.body.relaxations).toEqual([{ drop: 'landed', cars: 2, isLeast: false }]);
  });
});

test('without a result, offers the other steering side with its number of cars', async () => {
  await pool.query("update listings set steering = 'right' where id = $1", [ids[3]]);
  const { body } = await getJson(app, '/api/listings/relaxations?q=&to=KE&mayImport=amber&steering=left');
  expect(body.relaxations).toContainEqual({ drop: 'steering', steering: 'right', cars: 1, isLeast: false });
  await pool.query("update listings set steering = 'left' where id = $1", [ids[3]]);
});

test('without the index, refuses to assess more than 5,000 cars for one list, but lists them', async () => {
  const many = await testDatabase();
  await loadSeed(many.pool);
  await addCars(many.pool, [{ make: 'BYD', model: 'Seal', year: 2022 }]);
  await many.pool.query(
    `insert into listings (user_id, make_id, model_id, make, model, offer, status, year, price_cents, posted_at)
     select user_id, make_id, model_id, make, model, offer, status, year, price_cents, posted_at from listings, generate_series(1, 5000)`,
  );
  const site = await testApp(many.pool, { INVENTORY: 'sql' }, undefined, false, clockOfShippedRules());
  for (const query of ['to=GE&mayImport=green', 'to=NG&sortBy=landed', 'to=NG&minLanded=1', 'to=GE&facets=mayImport']) {
    const { status, body } = await getJson(site, `${LIST}?${query}`);
    expect([query, status, body.code]).toEqual([query, 503, 'overloaded']);
    expect(body.message).toContain('import rules');
  }
  expect((await getJson(site, `${LIST}?to=GE`)).body.listings).toHaveLength(10);
});

test('a rule that one process publishes is in the lists of another within two seconds', async () => {
  const other = await testApp(pool, {}, undefined, false, clockOfShippedRules());
  const green = async () => positions((await getJson(other, `${LIST}?to=GE&mayImport=green`)).body);
  expect(await green()).toEqual([0, 3]);
  const records = await readSeedRecords();
  const steering = records.rules.find(({ id }) => id === 'GE-steering-1')!;
  const corrected = {
    ...steering,
    id: 'GE-steering-1.1',
    supersedes: steering.id!,
    test: 'steering=right',
    fail: 'prohibited',
  };
  await withTransaction(pool, async (db) => {
    await lockPublications(db);
    const version = await insertVersion(db, { reason: 'seed', proposedBy: null, approvedBy: null });
    await insertRows(db, [{ list: 'rules', id: corrected.id, record: corrected }], version);
  });
  const publishedAt = performance.now();
  await expect.poll(green, { timeout: 2_000 }).toEqual([]);
  expect(performance.now() - publishedAt).toBeLessThan(2_000);
  expect((await getJson(other, `${LIST}?to=GE&mayImport=green`)).body.pagination.totalItems).toBe(0);
});
