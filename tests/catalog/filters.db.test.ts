import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { FACET_NAMES, type FacetsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { addCars } from '../support/catalog/cars.ts';
import { addUser } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { getJson, testApp } from '../support/server/test-app.ts';

const LIST = '/api/listings/listings';
const KM_PER_MILE = 1.609344;
const sites: Record<string, FastifyInstance> = {};
let ids: number[];
let otherSeller: number;

beforeAll(async () => {
  const { pool } = await testDatabase();
  ids = await addCars(pool, [
    { make: 'BYD', model: 'Seal', year: 2023, priceCents: 2_000_000, location: 'Guangzhou, Guangdong' },
    { make: 'BYD', model: 'Han', year: 2021, priceCents: 2_400_000, location: 'Shenzhen, Guangdong', drive: 'all' },
    { make: 'Toyota', model: 'Hilux', year: 2019, priceCents: 1_900_000, carType: 'truck', location: 'Shanghai' },
    { make: 'Toyota', model: 'Corolla', year: 2016, priceCents: 700_000, location: 'Qingdao, Shandong', posted: 40 },
    { make: 'Toyota', model: 'Corolla', offer: 'Rent', priceCents: 4_500 },
    { make: 'Toyota', model: 'Hilux', offer: 'Rent', priceCents: 6_500 },
  ]);
  otherSeller = (await addUser(pool, { email: 'other@test.example' })).id;
  const set = (index: number, facts: string, ...values: unknown[]) =>
    pool.query(`update listings set ${facts} where id = $1`, [ids[index], ...values]);
  await set(
    0,
    `mileage = 12000, engine_cc = null, seating_capacity = 5, doors = 4, exterior_color = 'Pearl White',
    vin = 'LGXCE4CB5P0000001', steering = 'left', emission = 'china6', certification_report = $2`,
    `report-${'0a'.repeat(16)}`,
  );
  await set(
    1,
    `mileage = 50000, mileage_unit = 'mi', engine_cc = 1998, seating_capacity = 5, doors = 4,
    exterior_color = 'black', steering = 'right', emission = 'euro5', certification_report = 'TÜV'`,
  );
  await set(
    2,
    `mileage = null, engine_cc = 2755, seating_capacity = 7, doors = 5, exterior_color = 'white',
    user_id = $2`,
    otherSeller,
  );
  await set(3, `mileage = 90000, engine_cc = 1598, seating_capacity = 5, doors = 5, exterior_color = null`);
  await pool.query(
    `with payment as (
       insert into payments (user_id, transaction_id, body_hash, listing_id, offer, price_cents, tax_cents, fee_cents, total_cents,
         amount_cents, method, contact_email, state, expires_at)
       values ($2, 'TR1', '\\x00', $1, 'Sell', 100, 0, 0, 100, 100, 'credit_card', 'buyer@test.example', 'failed', now())
       returning id
     )
     insert into rental_days (listing_id, day, payment_id) select $1, date '2099-05-02' + n, id from payment, generate_series(0, 1) n`,
    [ids[4], otherSeller],
  );
  for (const inventory of ['memory', 'sql']) sites[inventory] = await testApp(pool, { INVENTORY: inventory });
});

describe.each(['memory', 'sql'])('INVENTORY=%s', (inventory) => {
  const list = (query: string) => getJson(sites[inventory]!, `${LIST}?${query}`);

  test.each([
    ['make=BYD&make=toyota', [0, 1, 2, 3]],
    ['make=BYD&model=Seal', [0]],
    ['make=BYD&model=han&make=Toyota', [1, 2, 3]],
    ['make=BYD&model=Corolla', []],
    ['make=Nobody', []],
    ['minYear=2019&maxYear=2021', [1, 2]],
    ['year=2019&minYear=2020', []],
    ['minMileageKm=12000&maxMileageKm=80000', [0]],
    [`minMileageKm=${Math.round(50_000 * KM_PER_MILE)}`, [1, 3]],
    ['minEngineCc=1598&maxEngineCc=1998', [1, 3]],
    ['seats=7', [2]],
    ['seats=5&seats=7&doors=5', [2, 3]],
    ['color=white', [0, 2]],
    ['color=White&color=black', [0, 1, 2]],
    ['province=Guangdong', [0, 1]],
    ['province=Guangdong&city=Shenzhen', [1]],
    ['province=Shanghai&province=Shandong', [2, 3]],
    ['steering=right', [1]],
    ['emission=euro5', [1]],
    ['emission=china6&emission=EURO5', [0, 1]],
    ['drive=all&carType=sedan&carType=truck', [1]],
    ['hasVin=true', [0]],
    ['hasVin=false', [0, 1, 2, 3]],
    ['hasReport=true', [0]],
    ['listedWithinDays=30', [0, 1, 2]],
    ['rentSell=Rent&from=2099-05-03&to=2099-05-04', [5]],
    ['rentSell=Rent&from=2099-05-04&to=2099-05-09', [4, 5]],
  ])('%s', async (query, expected) => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    expect(body.listings.map(({ id }: { id: number }) => ids.indexOf(id))).toEqual(expected);
    expect(body.pagination.totalItems).toBe(expected.length);
  });

  test('by seller', async () => {
    const { body } = await list(`seller=${otherSeller}`);
    expect(body.listings.map(({ id }: { id: number }) => id)).toEqual([ids[2]]);
  });

  test.each([
    ['sortBy=date', [0, 1, 2, 3]],
    ['sortBy=date&sortOrder=asc', [3, 2, 1, 0]],
    ['sortBy=mileage', [0, 1, 3, 2]],
    ['sortBy=mileage&sortOrder=desc', [3, 1, 0, 2]],
    ['sortBy=year', [0, 1, 2, 3]],
    ['sortBy=year&sortOrder=asc', [3, 2, 1, 0]],
    ['sortBy=match', [0, 1, 2, 3]],
  ])('%s orders all cars, with cars without the number last', async (query, expected) => {
    const { body } = await list(query);
    expect(body.listings.map(({ id }: { id: number }) => ids.indexOf(id))).toEqual(expected);
  });

  test.each([
    ['model=Seal', 'model'],
    ['minYear=20', 'minYear'],
    ['maxMileageKm=-1', 'maxMileageKm'],
    ['minEngineCc=99999', 'minEngineCc'],
    ['seats=99', 'seats'],
    ['doors=two', 'doors'],
    ['steering=up', 'steering'],
    ['emission=euro9', 'emission'],
    ['color=octarine', 'color'],
    ['color=white&color=octarine', 'color'],
    [`city=${'x'.repeat(61)}`, 'city'],
    [Array.from({ length: 31 }, (_, at) => `city=c${at}`).join('&'), 'city'],
    ['seller=me', 'seller'],
    ['hasVin=yes', 'hasVin'],
    ['listedWithinDays=0', 'listedWithinDays'],
    ['rentSell=Rent&from=2099-05-03', 'to'],
    ['rentSell=Rent&to=2099-05-03', 'from'],
    ['rentSell=Rent&from=2099-05-03&to=2099-05-01', 'to'],
    ['rentSell=Rent&from=2099-02-30&to=2099-05-01', 'from'],
    ['from=2099-05-03&to=2099-05-04', 'from'],
    ['minPrice=1&minPrice=2', 'minPrice'],
    ['sortBy=name', 'sortBy'],
    ['facets=wheels', 'facets'],
  ])('%s is 400 and names %s', async (query, field) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(Object.keys(body.fields).map((name) => name.split('.')[0])).toEqual([field]);
  });

  test.each(['', 'make=BYD', 'province=Guangdong&color=white', 'minYear=2017&carType=sedan', 'seats=7&hasVin=true'])(
    'each count of "%s" equals the total after choosing it',
    async (query) => {
      const { body } = await list(`${query}&facets=${FACET_NAMES.join()}`);
      const facets = Object.entries(body.facets as FacetsResponse);
      expect(facets.map(([name]) => name)).toEqual([...FACET_NAMES]);
      for (const [name, values] of facets) {
        const filters = new URLSearchParams(query);
        for (const dropped of name === 'year' ? ['year', 'minYear', 'maxYear'] : [name]) filters.delete(dropped);
        if (name === 'province') filters.delete('city');
        for (const { value, cars } of values ?? []) {
          filters.set(name, value);
          expect((await list(filters.toString())).body.pagination.totalItems, `${name}=${value}`).toBe(cars);
        }
      }
    },
  );

  test('counts models only with a make and cities only with a province', async () => {
    const { body } = await list('facets=model,city');
    expect(body.facets).toEqual({ model: [], city: [] });
    const chosen = await list('facets=model,city&make=Toyota&province=Guangdong');
    expect(chosen.body.facets).toEqual({ model: [], city: [] });
    expect((await list('facets=model&make=Toyota')).body.facets.model).toEqual([
      { value: 'Corolla', cars: 1 },
      { value: 'Hilux', cars: 1 },
    ]);
  });
});
