import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';
import { addCars } from '../support/catalog/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { unreliableProxy } from '../support/journeys/unreliable-proxy.ts';
import { afterFile } from '../support/runner/after-file.ts';
import { scratchFolder } from '../support/runner/scratch-folder.ts';

/** The short form of `npm run drill -- frozen-database`: a built process whose database freezes behind a proxy. */
const MAX_ANSWER_MS = 5_000;
const MAX_CLOSE_MS = 17_000;
const { pool, url } = await testDatabase();
const proxy = await unreliableProxy(url);
afterFile(proxy.close);
const port = String(await freePort());
const origin = `http://127.0.0.1:${port}`;
let car = 0;
let site: ChildProcess;

beforeAll(async () => {
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal' }]);
  site = spawn(process.execPath, ['build/server/server.js'], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: await scratchFolder(),
      DATABASE_URL: Object.assign(new URL(url), { port: proxy.port }).href,
      EXCHANGE_RATES: 'none',
      PAYMENTS: 'simulated',
    },
  });
  afterFile(async () => {
    if (site.exitCode === null) site.kill('SIGKILL');
  });
  while ((await get('/api/ready')).status !== 200) await wait(50);
}, 70_000);

async function get(path: string) {
  const began = performance.now();
  const response = await fetch(origin + path).catch(() => null);
  const text = (await response?.text()) ?? '';
  const isJson = response?.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response?.status ?? 0,
    body: isJson ? JSON.parse(text) : text,
    mark: response?.headers.get('x-degraded') ?? null,
    ms: performance.now() - began,
  };
}

const PUBLIC = ['/', '/CarExplore', '/api/listings/listings?make=BYD', '/api/listings/featured'];
const PRIVATE = ['/sitemap.xml'];

test('answers within 5 s while the database is frozen, recovers, and ends in time when it freezes again', async () => {
  const publicReads = [...PUBLIC, `/api/listings/${car}`];
  for (const path of publicReads) expect((await get(path)).status, path).toBe(200);
  proxy.freezeAll();
  const first = await Promise.all([...publicReads, ...PRIVATE].map(get));
  expect(Math.max(...first.map(({ ms }) => ms))).toBeLessThan(MAX_ANSWER_MS);
  await expect.poll(async () => (await get('/')).mark, { timeout: MAX_ANSWER_MS }).toBe('database');
  for (const path of publicReads) expect(await get(path), path).toMatchObject({ status: 200, mark: 'database' });
  const refused = await get('/sitemap.xml');
  expect(refused).toMatchObject({ status: 503, mark: 'database' });
  expect(refused.ms).toBeLessThan(1_000);
  expect(await get('/api/ready')).toMatchObject({ status: 200, body: { degraded: true } });

  proxy.recover();
  await expect.poll(async () => (await get('/api/ready')).body, { timeout: 10_000 }).toEqual({ status: 'ok' });
  expect(await get('/sitemap.xml')).toMatchObject({ status: 200, mark: null });

  proxy.freezeAll();
  const began = performance.now();
  site.kill('SIGTERM');
  await once(site, 'exit');
  expect(performance.now() - began).toBeLessThan(MAX_CLOSE_MS);
}, 60_000);
