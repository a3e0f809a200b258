import { expect, test } from 'vitest';
import { UNION_MEMBERS } from '#features/customs/import-rules/model/ports.ts';
import { loadSeed, readSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { addCars } from '../support/catalog/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { clockOfShippedRules } from '../support/runner/test-clock.ts';
import { pagesApp } from '../support/server/pages-app.ts';

const { pool } = await testDatabase();
await loadSeed(pool);
await addCars(pool, [{ make: 'BYD', model: 'Han' }]);
await pool.query('update listings set certified = true');
const app = await pagesApp(pool, { PUBLIC_URL: 'https://cars.example' }, clockOfShippedRules());
const get = (url: string) => app.inject({ url });
const textOf = (html: string) =>
  (/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '').replace(/<!--.*?-->/g, '').replace(/<[^>]*>/g, ' ');

test('the page of a country shows rules, charges, documents and sources, and is indexed', async () => {
  const { statusCode, body } = await get('/import/kenya');
  expect(statusCode).toBe(200);
  const text = textOf(body);
  for (const part of ['Rules', 'Charges', 'Timeline', 'Documents and inspection', 'Leaving China', 'Sources'])
    expect(text).toContain(part);
  expect(text).toContain('Only right-hand drive is accepted.');
  expect(text).toContain('Holds for arrivals until December 31, 2026.');
  expect(text).not.toMatch(/no sourced (rule|charges)/);
  expect(text).toContain('Not legal advice.');
  expect(body).toContain('<link rel="canonical" href="https://cars.example/import/kenya"');
  expect(body).not.toContain('noindex');
});

test('codes and other spellings lead to the address with the English name', async () => {
  for (const other of ['/import/KE', '/import/ke', '/import/Kenya'])
    expect((await get(other)).headers.location).toBe('/import/kenya');
});

test('a country without rules gets a page with a notice and noindex, and an unknown country gets 404', async () => {
  const { statusCode, body } = await get('/import/aruba');
  expect(statusCode).toBe(200);
  expect(textOf(body)).toContain('We have no sourced rule for Aruba.');
  expect(body).toContain('noindex');
  expect((await get('/import/atlantis')).statusCode).toBe(404);
});

test('the list of countries and the sitemap have every country with rules, and every page opens', async () => {
  const { body } = await get('/import');
  const sitemap = (await get('/sitemaps/pages-0.xml')).body;
  const linked = [...body.matchAll(/href="(\/import\/[^"]+)"/g)].map(([, path = '']) => path);
  const { rules, charges } = await readSeed();
  const known = new Set([...[...rules, ...charges].map(({ country }) => country), ...UNION_MEMBERS]);
  known.delete('CN');
  expect(linked.length).toBe(known.size);
  expect([...sitemap.matchAll(/\/import\//g)].length).toBe(known.size);
  for (const path of linked) {
    expect(sitemap).toContain(`<loc>https://cars.example${path}</loc>`);
    expect((await get(path)).statusCode, path).toBe(200);
  }
});

test('the page of a car has no destination unless its address names one', async () => {
  const { rows } = await pool.query("select id from listings where model = 'Han'");
  const path = `/buy-car/byd-han-${rows[0].id}`;
  expect((await get(path)).body).not.toContain('Kenya');
  const { body } = await get(`${path}?to=KE`);
  expect(textOf(body)).toContain('To Mombasa, Kenya');
  expect(body).toContain(`<link rel="canonical" href="https://cars.example${path}"`);
  expect(body).not.toContain('<template');
});

test.each(['/CarExplore', '/', '/used-cars', '/used-cars/byd'])(
  '%s renders lights only with a destination in its address, and such an address is noindex',
  async (path) => {
    const plain = (await get(path)).body;
    expect(plain).toContain('BYD');
    expect(plain).not.toContain('Kenya');
    expect(textOf(plain)).not.toMatch(/Check first|Not allowed/);
    expect(plain).not.toContain('noindex');
    const shown = path === '/' ? '' : '&mayImport=any';
    const { statusCode, body } = await get(`${path}?to=KE-KEMBA${shown}`);
    expect(statusCode).toBe(200);
    expect(textOf(body)).toContain('Not allowed: steering side');
    expect(body).toMatch(/href="\/buy-car\/byd-han-\d+\?to=KE-KEMBA"/);
    expect(body).toMatch(/<meta name="robots" content="noindex"/);
    expect(/<link rel="canonical" href="([^"]*)"/.exec(body)?.[1]).not.toContain('to=');
  },
);

test('the last day of a rental is not read as a destination', async () => {
  const { body } = await get('/CarExplore?mode=rent&from=2027-01-01&to=2027-01-05');
  expect(body).not.toContain('landed-line-shown');
});

test('without scripts, a price as new in the address counts and is named as the buyer’s figure', async () => {
  const { rows } = await pool.query("select id from listings where model = 'Han'");
  const path = `/buy-car/byd-han-${rows[0].id}?to=KE-KEMBA`;
  const asked = (await get(path)).body;
  const form =
    /<form[^>]*method="get"[^>]*>((?:(?!<\/form>).)*name="new_price".*?)<\/form>/s.exec(asked)?.[1] ?? 'no form';
  expect(form).toMatch(/<input type="hidden" name="to" value="KE-KEMBA"/);
  expect(textOf(asked)).not.toContain('Computed with your figure');
  const { body } = await get(`${path}&new_price=5000000&new_price_currency=KES`);
  expect(textOf(body)).toContain('Computed with your figure, KES\u00a05,000,000.');
  expect(textOf(body)).toContain('It is 57 days old, so amounts in KES are a range');
  expect(textOf(body)).not.toContain('the price of the model as new is not known');
  expect(/<link rel="canonical" href="([^"]*)"/.exec(body)?.[1]).not.toContain('new_price');
});

test('a link with a port of another country shows the car', async () => {
  const { rows } = await pool.query('select min(id) as id from listings');
  const { headers } = await get(`/buy-car/x-${rows[0].id}`);
  const { pathname } = new URL(headers.location ?? '', 'https://cars.example');
  for (const to of ['KE-TZDAR', 'UG-KEMBA']) {
    const { statusCode, body } = await get(`${pathname}?to=${to}`);
    expect(statusCode, to).toBe(200);
    expect(textOf(body), to).toContain('BYD Han');
  }
});
