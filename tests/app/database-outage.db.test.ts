import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { openPool } from '#lib/server/database/postgres.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn } from '../support/data/accounts.ts';
import { withClient } from '../support/database/database-server.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { unreliableProxy } from '../support/journeys/unreliable-proxy.ts';
import { type Buyer, payingCalls } from '../support/payments/paying.ts';
import { afterFile } from '../support/runner/after-file.ts';
import { pagesApp } from '../support/server/pages-app.ts';
import { getJson, postJson } from '../support/server/test-app.ts';

const PRICE = 10_000;
const { pool, url } = await testDatabase();
const proxy = await unreliableProxy(url);
afterFile(proxy.close);
const narrow = await openPool(Object.assign(new URL(url), { port: proxy.port }).href, { max: 1 });
afterFile(() => narrow.end());
const strained = {
  status: 503,
  body: { flag: '0', code: 'overloaded', error: 'We’re very busy right now. Please try again in a moment.' },
  headers: { 'retry-after': '2' },
};
let app: FastifyInstance;
let buyer: Buyer;
let car: number;

beforeAll(async () => {
  app = await pagesApp(narrow, { PAYMENT_DELAY_MS: '0' });
  buyer = await signIn(pool);
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
});

const profile = () => getJson(app, '/api/get-profile', buyer.cookie);
const detail = () => getJson(app, `/api/listings/${car}`);
const ready = async () => {
  const { status, body } = await getJson(app, '/api/ready');
  return body.degraded ? 'degraded' : status;
};

test('returns 503 with Retry-After while no connection is free', async () => {
  const held = await narrow.connect();
  expect(await profile()).toMatchObject(strained);
  held.release();
  expect((await profile()).status).toBe(200);
});

test('calls succeed again after all connections were terminated', async () => {
  expect([(await profile()).status, (await detail()).status]).toEqual([200, 200]);
  const { rowCount } = await pool.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  expect(rowCount).toBeGreaterThan(2);
  await expect.poll(proxy.connections).toBe(0);
  expect([(await profile()).status, (await detail()).status]).toEqual([200, 200]);
});

test('calls return 503 and readiness is degraded while the database is unreachable, and recover afterwards', async () => {
  expect(await ready()).toBe(200);
  for (const leave of [proxy.refuseConnections, proxy.stopResponding]) {
    leave();
    expect(await ready()).toBe('degraded');
    expect(await profile()).toMatchObject(strained);
    expect((await getJson(app, '/api/health')).status, 'an external database is not ours to restart').toBe(200);
    proxy.recover();
    await expect.poll(ready).toBe(200);
    expect((await profile()).status).toBe(200);
  }
});

test.each(['/login', '/Profile', '/Dashboard', '/sitemap.xml'])(
  '%s returns an uncacheable 503 with Retry-After while the database is unreachable',
  async (url) => {
    proxy.refuseConnections();
    const { statusCode, headers } = await app.inject({ url, headers: { cookie: buyer.cookie } });
    proxy.recover();
    await expect.poll(ready).toBe(200);
    expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
    expect(headers['cache-control'] ?? 'no-store').toMatch(/^no-(store|cache)$/);
  },
);

test('public cars are shown with the age of the answer while the database is unreachable, and cannot be booked', async () => {
  const calls = payingCalls(app);
  const reads = ['/api/listings/listings?make=BYD', '/api/listings/search?q=seal', `/api/listings/${car}`];
  const urls = [...reads, '/api/listings/featured', `/api/listings/${car}/related`];
  const page = (url: string) => app.inject({ url });
  for (const url of [...urls, '/', '/CarExplore?make=BYD']) expect((await page(url)).statusCode, url).toBe(200);
  proxy.refuseConnections();
  for (const url of [...reads.map((read) => `${read}${read.includes('?') ? '&' : '?'}again=1`), ...urls]) {
    const { statusCode, headers } = await page(url);
    expect([url, statusCode, Number(headers['x-inventory-age-ms']) > 0]).toEqual([url, 200, true]);
  }
  for (const url of ['/', '/CarExplore?make=BYD']) expect((await page(url)).statusCode, url).toBe(200);
  expect(await calls.pay(buyer, car, PRICE)).toMatchObject(strained);
  proxy.recover();
  await expect.poll(ready).toBe(200);
  await expect.poll(async () => Number((await page(urls[0]!)).headers['x-inventory-age-ms'])).toBeLessThan(500);
});

test('readiness is degraded while open connections get no response', async () => {
  expect(await ready()).toBe(200);
  proxy.freeze();
  expect(await ready()).toBe('degraded');
  proxy.recover();
  await expect.poll(ready).toBe(200);
});

test('a payment waits two seconds for a locked car, then returns 503', async () => {
  const calls = payingCalls(app);
  await withClient(url, async (other) => {
    await other.query('begin');
    await other.query('select 1 from listings where id = $1 for update', [car]);
    const began = performance.now();
    expect(await calls.pay(buyer, car, PRICE)).toMatchObject(strained);
    expect(performance.now() - began).toBeGreaterThan(1_500);
  });
  expect((await calls.pay(buyer, car, PRICE)).status).toBe(200);
});

test('a transaction that keeps failing with serialization errors returns 503', async () => {
  await pool.query(`
    create function lose() returns trigger language plpgsql as $$ begin raise exception 'lost' using errcode = '40001'; end $$;
    create trigger lose before insert on newsletter_subscribers for each row execute function lose()`);
  expect(await postJson(app, '/api/newsletter', { email: 'reader@buyers.example' })).toMatchObject(strained);
});
