import { beforeAll, expect, test } from 'vitest';
import { listingPath } from '#features/catalog/listings/model/listing.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { payingCalls } from '../support/payments/paying.ts';
import { pagesApp } from '../support/server/pages-app.ts';
import { getJson } from '../support/server/test-app.ts';

const PRICE = 10_000;
/** The inventory version is looked up at most every 500 ms. */
const SOON = { timeout: 5_000, interval: 100 };
const { pool } = await testDatabase();
const app = await pagesApp(pool, { PAYMENT_DELAY_MS: '0' });
const calls = payingCalls(app);
let car = 0;

beforeAll(async () => {
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
});

const hold = async () => (await getJson(app, `/api/listings/${car}`)).body.hold;
const html = async (path: string) => (await app.inject(path)).body;
const page = () => html(listingPath({ id: car, make: 'BYD', model: 'Seal', offer: 'Sell' }));

test('a car held by a payment looks reserved until the hold ends, although it was cached as free', async () => {
  expect(await hold()).toBeNull();
  expect(await page()).toContain(`href="/payment/${car}"`);
  expect((await calls.pay(await signIn(pool), car, PRICE)).status).toBe(200);
  await expect.poll(hold, SOON).toEqual({ until: expect.any(String), minutes: 15 });
  await expect.poll(page, SOON).toContain('Reserved, free again in 15 min');
  expect(await page()).not.toContain(`href="/payment/${car}"`);
  expect(await page()).toContain('https://schema.org/Reserved');
  for (const path of ['/CarExplore', '/CarExplore?q=byd+seal', '/used-cars/byd']) {
    expect(await html(path), path).toContain('Reserved, free again in 15 min');
  }
  const other = await signIn(pool);
  const payment = async () => (await app.inject({ url: `/payment/${car}`, headers: { cookie: other.cookie } })).body;
  expect(await payment()).toContain('Reserved, free again in 15 min</h1>');
  expect(await payment()).not.toContain('Confirm Payment</span>');
  expect((await calls.pay(other, car, PRICE)).status).toBe(409);

  await pool.query("update payments set expires_at = now() + interval '90 seconds' where listing_id = $1", [car]);
  await pool.query('delete from sale_claims where false');
  await expect.poll(hold, SOON).toMatchObject({ minutes: 2 });
  await pool.query('delete from sale_claims where listing_id = $1', [car]);
  await expect.poll(hold, SOON).toBeNull();
  await expect.poll(page, SOON).toContain(`href="/payment/${car}"`);
  expect(await payment()).toContain('Confirm Payment</span>');
});
