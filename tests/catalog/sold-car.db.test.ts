import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
import { signIn } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { type Buyer, payingCalls } from '../support/payments/paying.ts';
import { pagesApp } from '../support/server/pages-app.ts';
import { getJson, testApp } from '../support/server/test-app.ts';

const PRICE = 10_000;
/** Well below `MAX_CACHE_MS`: the inventory version is polled twice a second. */
const SOON = { timeout: 5_000, interval: 100 };
const MAX_CACHE_MS = 10_000;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let buyer: Buyer;
let car: number;
let other: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await pagesApp(pool, { PAYMENT_DELAY_MS: '0' });
  calls = payingCalls(app);
});
beforeEach(async () => {
  buyer = await signIn(pool);
  [car = 0, other = 0] = await addCars(
    pool,
    [1, 2].map(() => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100, certified: true })),
  );
});

type Listed = { listing_id: number }[] | { listings: { listing_id: number }[] };

/** Returns true if the car is in a response, cached or not. */
const holds = async (url: string, site = app) => {
  const body: Listed = (await getJson(site, url)).body;
  return (Array.isArray(body) ? body : body.listings).some(({ listing_id: id }) => id === car);
};
/** Returns whether the car's page offers to book it or shows it as sold. */
const offered = async () => {
  const { body } = await app.inject({ url: `/buy-car/byd-seal-${car}` });
  return ['Book this car', 'This car has been sold.'].filter((words) => body.includes(words));
};
const lists = () => [
  '/api/listings/listings?make=BYD&limit=50',
  '/api/listings/search?q=byd+seal&limit=50',
  '/api/listings/featured',
  `/api/listings/${other}/related?limit=24`,
];

test('a sold car disappears from all lists within 5 seconds and cannot be paid for', async () => {
  for (const url of lists()) await expect.poll(() => holds(url), { ...SOON, message: url }).toBe(true);
  expect(await offered()).toEqual(['Book this car']);
  await calls.buy(buyer, car, PRICE);
  for (const url of lists()) await expect.poll(() => holds(url), { ...SOON, message: url }).toBe(false);
  await expect.poll(() => calls.statusOf(car), SOON).toBe('sold');
  await expect.poll(offered, SOON).toEqual(['This car has been sold.']);
  expect((await calls.pay(await signIn(pool), car, PRICE)).status).toBe(409);
});

test('without the index, caches a response for at most ten seconds, even if a change was not recorded', async () => {
  const sqlApp = await testApp(pool, { INVENTORY: 'sql' });
  const url = '/api/listings/listings?make=BYD&limit=49';
  for (let attempt = 0; attempt < 3; attempt++) {
    await sleep(600);
    expect(await holds(url, sqlApp)).toBe(true);
  }
  const cachedSince = performance.now();
  await pool.query('alter table listings disable trigger user');
  await pool.query("update listings set status = 'sold' where id = $1", [car]);
  await pool.query('alter table listings enable trigger user');
  expect(await holds(url, sqlApp)).toBe(true);
  await expect.poll(() => holds(url, sqlApp), { timeout: MAX_CACHE_MS + 2_000, interval: 200 }).toBe(false);
  expect(performance.now() - cachedSince).toBeGreaterThan(2_000);
});
