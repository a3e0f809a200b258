import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#app/app.ts';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { GuardedPool } from '#lib/server/database/guarded-pool.ts';
import { openReplica } from '#lib/server/database/replica/open-replica.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { afterFile } from '../support/runner/after-file.ts';
import { scratchFolder } from '../support/runner/scratch-folder.ts';
import { getJson, postJson } from '../support/server/test-app.ts';

/** Two databases with the same ids and different data, which show which one answers. */
const { pool: primary, url } = await testDatabase();
const other = await testDatabase();
const replica = new GuardedPool({ connectionString: other.url });
replica.on('error', () => {});
replica.on('connect', (client) => client.on('error', () => {}));
afterFile(() => replica.end());
const counts = { replica: 0, primary: 0, retried: 0 };
let lagMs = 0;
let app: FastifyInstance;
let sqlApp: FastifyInstance;
let turn = 0;

beforeAll(async () => {
  for (const [pool, model] of [
    [primary, 'Seal'],
    [other.pool, 'Han'],
  ] as const) {
    await addCars(pool, [{ make: 'BYD', model, location: 'Shenzhen, Guangdong' }]);
    await pool.query("update users set name = $1 || ' Chen'", [model]);
    await loadSeed(pool);
  }
  app = await siteWith('memory');
  sqlApp = await siteWith('sql');
});
beforeEach(() => {
  lagMs = 0;
  Object.assign(counts, { replica: 0, primary: 0, retried: 0 });
});

async function siteWith(inventory: string): Promise<FastifyInstance> {
  const config = readConfig({ DATA_DIR: await scratchFolder(), READS_PER_MINUTE: '0', INVENTORY: inventory });
  const state = { freshAt: () => performance.now() - lagMs, problem: () => null, stop: async () => {} };
  const site = await createApp({
    config,
    pool: primary,
    replica: { ...state, pool: replica },
    readCounts: counts,
    mode: 'test',
  });
  afterFile(() => site.close());
  return site;
}

/** Returns a new address, which no cache has. */
const fresh = (path: string) => `${path}${path.includes('?') ? '&' : '?'}unused=${++turn}`;
const read = async (path: string, { site = app, cookie = '' } = {}) =>
  (await site.inject({ url: fresh(path), headers: { cookie } })).body;
const cards = (cookie?: string) => read('/api/listings/cards?ids=1', cookie === undefined ? {} : { cookie });

test.each([
  ['cars by their ids', '/api/listings/cards?ids=1', 'memory'],
  ['the landed cost of a car', '/api/landed-costs?to=KE&country=KE&ids=1', 'memory'],
  ['a seller', '/api/sellers/1', 'memory'],
  ['sitemaps', '/sitemaps/cars-0.xml', 'memory'],
  ['lists that the index does not answer', '/api/listings/listings', 'sql'],
])('%s are read from the replica', async (_what, path, inventory) => {
  const body = await read(path, { site: inventory === 'sql' ? sqlApp : app });
  expect([body, counts.replica > 0]).toEqual([expect.not.stringMatching(/Seal|byd-seal/), true]);
});

test.each([
  ['lists of the index', '/api/listings/listings'],
  ['a car', '/api/listings/1'],
  ['a car that is about to be paid', '/api/listings/listings/1'],
  ['makes and models', '/api/search/suggest?q=se'],
])('%s are read from the primary', async (_what, path) => {
  expect([await read(path), counts.replica]).toEqual([expect.not.stringContaining('Han'), 0]);
});

test('after a change, its author reads from the primary for some seconds', async () => {
  expect(await cards()).toContain('Han');
  const { cookie } = await signIn(primary);
  const { status, cookies, headers } = await postJson(app, '/api/favourites/merge', { ids: [1] }, { cookie });
  expect(status).toBe(200);
  expect(String(headers['set-cookie'])).toMatch(/wrote=1; Max-Age=5; Path=\/; HttpOnly; SameSite=Lax/);
  expect(await cards(cookies)).toContain('Seal');
  expect(await cards()).toContain('Han');
});

test('a read sets no cookie, nor does a change without a replica', async () => {
  expect((await getJson(app, '/api/listings/cards?ids=1')).headers['set-cookie']).toBeUndefined();
});

test('a replica that is more than a second behind is not used', async () => {
  lagMs = 900;
  // The primary answers until the last change of the inventory is older than the lag.
  await expect.poll(() => cards()).toContain('Han');
  expect(counts.replica).toBe(1);
  lagMs = 1_100;
  expect(await cards()).toContain('Seal');
  expect(counts).toMatchObject({ replica: 1, retried: 0 });
});

test('caches nothing for a version of the inventory newer than the replica', async () => {
  const list = () => read('/api/listings/listings', { site: sqlApp });
  lagMs = 700;
  await expect.poll(list).not.toContain('Seal');
  await addCars(primary, [{ make: 'BYD', model: 'Seal' }]);
  // With INVENTORY=sql, the process polls the version twice a second.
  await wait(600);
  expect(await list()).toContain('Seal');
  await expect.poll(list).not.toContain('Seal');
});

test('a replica that breaks while it reads is replaced by the primary', async () => {
  replica.closeOff();
  expect(await cards()).toContain('Seal');
  replica.reopen();
  expect(counts).toEqual({ replica: 0, primary: 0, retried: 1 });
});

test('the start refuses a database that is not a replica of the other', async () => {
  const lines: string[] = [];
  const open = (address: string) => openReplica({ url: address, primary, max: 2, report: (line) => lines.push(line) });
  await expect(open(other.url)).rejects.toThrow('DATABASE_READ_URL is not a replica of DATABASE_URL.');
  const away = await open(Object.assign(new URL(url), { port: '1' }).href);
  await away.stop();
  expect(lines).toEqual([
    expect.stringMatching(/^Warning: the replica at 127\.0\.0\.1:1\/\S+ cannot be used: .*ECONNREFUSED.* Its reads go/),
  ]);
});
