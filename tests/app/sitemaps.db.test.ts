import Fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { readLibrary } from '#features/site/content/server/read-content.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { registerSitemaps } from '../../src/app/well-known-files.ts';
import { privatePages } from '../../src/paths.ts';
import { addCars } from '../support/catalog/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { pagesApp } from '../support/server/pages-app.ts';

const { pool } = await testDatabase();
const config = readConfig({ PUBLIC_URL: 'https://cars.example' });
const articles = () => readLibrary();
const countries = async () => ['KE'];

/** Serves only the sitemaps, optionally with a smaller limit of URLs per part. */
function sitemapsOf(maxUrls?: number) {
  const app = Fastify();
  registerSitemaps(app, { config, pool, reads: pool, articles, countries, ...(maxUrls && { maxUrls }) });
  return async (url: string) => (await app.inject({ url })).body;
}

const addressesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
const pathsIn = (xml: string) => addressesIn(xml).map((address) => address.replace('https://cars.example', ''));

beforeAll(async () => {
  await addCars(pool, [
    { make: 'BYD', model: 'Han' },
    { make: 'BYD', model: 'Seal', carType: 'suv', offer: 'Rent' },
    { make: 'Rock & "Roll\'s"', model: '<比亚迪>' },
    { make: '!!!', model: '???' },
    { make: 'BYD', model: 'Tang', status: 'sold' },
  ]);
  await pool.query("update listings set updated_at = '2026-02-03T04:05:06.789Z' where model = 'Han'");
});

test('the index lists every non-empty part with the time of its last change', async () => {
  const get = sitemapsOf();
  const xml = await get('/sitemap.xml');
  expect(pathsIn(xml)).toEqual(['pages', 'kinds', 'makes', 'models', 'cars'].map((name) => `/sitemaps/${name}-0.xml`));
  const [change] = /<lastmod>([^<]*)/.exec(xml)?.slice(1) ?? [];
  const { rows } = await pool.query("select max(updated_at) as at from listings where status = 'active'");
  expect(change).toBe(rows[0].at.toISOString());
});

test('without active cars the index lists only the static pages', async () => {
  const { pool: bare } = await testDatabase();
  const app = Fastify();
  registerSitemaps(app, { config, pool: bare, reads: bare, articles, countries });
  expect(pathsIn((await app.inject({ url: '/sitemap.xml' })).body)).toEqual(['/sitemaps/pages-0.xml']);
});

test('public cars are listed with their last change, with names of any characters', async () => {
  const xml = await sitemapsOf()('/sitemaps/cars-0.xml');
  expect(pathsIn(xml)).toEqual([
    '/buy-car/byd-han-1',
    '/rent-car/byd-seal-2',
    `/buy-car/${encodeURIComponent('rock-roll-s-比亚迪-3')}`,
    '/buy-car/car-car-4',
  ]);
  expect(xml).toContain('<loc>https://cars.example/buy-car/byd-han-1</loc><lastmod>2026-02-03T04:05:06.789Z</lastmod>');
});

test('landing pages with cars are listed, except names that have no slug', async () => {
  const get = sitemapsOf();
  expect(pathsIn(await get('/sitemaps/makes-0.xml')).sort()).toEqual([
    '/rent-cars/byd',
    '/used-cars/byd',
    '/used-cars/rock-roll-s',
  ]);
  expect(pathsIn(await get('/sitemaps/models-0.xml')).sort()).toEqual([
    '/rent-cars/byd/seal',
    '/used-cars/byd/han',
    `/used-cars/rock-roll-s/${encodeURIComponent('比亚迪')}`,
  ]);
  expect(pathsIn(await get('/sitemaps/kinds-0.xml'))).toEqual([
    '/used-cars',
    '/used-cars/type/sedan',
    '/used-cars/fuel/petrol',
    '/used-cars/province/guangdong',
    '/used-cars/price/10000-20000',
    '/rent-cars',
    '/rent-cars/type/suv',
    '/rent-cars/fuel/petrol',
    '/rent-cars/province/guangdong',
    '/rent-cars/price/from-200',
  ]);
});

test('every listed URL returns 200, is indexable and is its own canonical URL', async () => {
  const app = await pagesApp(pool, { PUBLIC_URL: 'https://cars.example' });
  for (const part of pathsIn((await app.inject('/sitemap.xml')).body)) {
    for (const address of addressesIn((await app.inject(part)).body)) {
      const { statusCode, body } = await app.inject({ url: address.replace('https://cars.example', '') });
      const wrong = [statusCode !== 200 && statusCode, body.includes('noindex') && 'noindex'].filter(Boolean);
      expect([address, wrong]).toEqual([address, []]);
      expect(body.includes(`rel="canonical" href="${address}"`), address).toBe(true);
    }
  }
});

test('no part exceeds the URL limit, and the parts together list every car', async () => {
  const get = sitemapsOf(2);
  const parts = pathsIn(await get('/sitemap.xml')).filter((path) => path.includes('cars'));
  expect(parts).toEqual(['/sitemaps/cars-0.xml', '/sitemaps/cars-1.xml', '/sitemaps/cars-2.xml']);
  const lists = await Promise.all(parts.map(async (part) => pathsIn(await get(part))));
  expect(lists.map((list) => list.length)).toEqual([1, 2, 1]);
  expect(new Set(lists.flat()).size).toBe(4);
});

test.each(['/sitemaps/cars-1.xml', '/sitemaps/cars-01.xml', '/sitemaps/none-0.xml', '/sitemaps/cars.xml'])(
  '%s returns 404',
  async (path) => {
    const app = await pagesApp(pool);
    expect((await app.inject({ url: path })).statusCode).toBe(404);
  },
);

test('sitemaps are compressed, and robots.txt names the sitemap and disallows private pages', async () => {
  const app = await pagesApp(pool, { PUBLIC_URL: 'https://cars.example' });
  const packed = await app.inject({ url: '/sitemaps/pages-0.xml', headers: { 'accept-encoding': 'gzip' } });
  expect([packed.headers['content-encoding'], packed.headers['content-type']]).toEqual([
    'gzip',
    'application/xml; charset=utf-8',
  ]);
  const lines = (await app.inject('/robots.txt')).body.split('\n');
  expect(lines).toContain('Sitemap: https://cars.example/sitemap.xml');
  expect(lines).toContain('Allow: /api/media/');
  for (const page of [...privatePages, '/api/']) expect(lines).toContain(`Disallow: ${page.replace(/:.*/, '')}`);
});

async function addCopies(ids: string): Promise<void> {
  await pool.query(
    `insert into listings (id, user_id, make_id, model_id, make, model, offer, status, year, price_cents) overriding system value
     select new.id, l.user_id, l.make_id, l.model_id, l.make, l.model, 'Sell', 'active', 2020, 1000000
     from (select * from listings where id = 1) as l, ${ids} as new (id)`,
  );
}

test('a long part is read from the database in several queries', async () => {
  await addCopies('generate_series(1001, 3500)');
  const reads: unknown[] = [];
  const query = (config: never) => {
    reads.push(config);
    return pool.query(config);
  };
  const app = Fastify();
  registerSitemaps(app, { config, pool, reads: { query } as unknown as typeof pool, articles, countries });
  const paths = pathsIn((await app.inject({ url: '/sitemaps/cars-0.xml' })).body);
  expect([paths.length, new Set(paths).size]).toEqual([2_504, 2_504]);
  expect(reads.length).toBeGreaterThan(3);
});

test('each part covers 50,000 ids, and ranges without public cars are left out', async () => {
  await addCopies('(values (49999), (50000), (150000))');
  const get = sitemapsOf();
  const parts = pathsIn(await get('/sitemap.xml')).filter((path) => path.includes('cars'));
  expect(parts).toEqual(['/sitemaps/cars-0.xml', '/sitemaps/cars-1.xml', '/sitemaps/cars-3.xml']);
  expect(pathsIn(await get('/sitemaps/cars-0.xml')).at(-1)).toBe('/buy-car/byd-han-49999');
  expect(pathsIn(await get('/sitemaps/cars-1.xml'))).toEqual(['/buy-car/byd-han-50000']);
  expect(pathsIn(await get('/sitemaps/cars-3.xml'))).toEqual(['/buy-car/byd-han-150000']);
});
