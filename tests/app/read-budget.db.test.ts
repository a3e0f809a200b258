import { beforeAll, expect, test, vi } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { pagesApp } from '../support/server/pages-app.ts';

const { pool } = await testDatabase();
const app = await pagesApp(pool, { READS_PER_MINUTE: '20' });
const ids = await addCars(
  pool,
  Array.from({ length: 30 }, (_, at) => ({ make: 'BYD', model: `Seal ${at}`, priceCents: 1_000_000 })),
);
// Budgets refill continuously. The clock is stopped, so slow requests refill nothing.
beforeAll(() => void vi.spyOn(performance, 'now').mockReturnValue(performance.now()));

const get = (url: string, remoteAddress: string) => app.inject({ url, remoteAddress });
const statusesOf = async (urls: string[], ip: string) => {
  const statuses = [];
  for (const url of urls) statuses.push((await get(url, ip)).statusCode);
  return statuses;
};
const refused = (statuses: number[]) => statuses.filter((status) => status === 429).length;

test('reading ids in turn gets 429 with Retry-After above the budget, except for cached responses', async () => {
  const urls = ids.map((id) => `/api/listings/${id}`);
  const statuses = await statusesOf(urls, '192.0.2.1');
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(refused(statuses)).toBe(10);
  const { headers } = await get('/api/listings/999999', '192.0.2.1');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await get(urls[29]!, '192.0.2.2')).statusCode).toBe(200);
  expect((await get(urls[29]!, '192.0.2.1')).statusCode).toBe(200);
});

test('searches cost twice as much as cars', async () => {
  const urls = Array.from({ length: 12 }, (_, at) => `/api/listings/search?q=nothing${at}`);
  expect(refused(await statusesOf(urls, '192.0.2.3'))).toBe(2);
});

test('a page costs its visitor once, for any number of reads', async () => {
  const urls = Array.from({ length: 12 }, (_, at) => `/CarExplore?make=BYD&page=${at + 1}`);
  expect(refused(await statusesOf(urls, '192.0.2.4'))).toBe(2);
  const spoofed = { 'x-in-process': 'guess' };
  const { statusCode } = await app.inject({
    url: `/api/listings/${ids[28]}`,
    remoteAddress: '192.0.2.4',
    headers: spoofed,
  });
  expect(statusCode).toBe(429);
});
