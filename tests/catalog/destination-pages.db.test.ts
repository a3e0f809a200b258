import { expect, test } from 'vitest';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { addCars } from '../support/catalog/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { clockOfShippedRules } from '../support/runner/test-clock.ts';
import { pagesApp } from '../support/server/pages-app.ts';

const { pool } = await testDatabase();
await loadSeed(pool);
await addCars(pool, [
  { make: 'BYD', model: 'Seal', year: 2022, priceCents: 1_500_000 },
  { make: 'Toyota', model: 'Prado', year: 2010, priceCents: 900_000 },
]);
await pool.query(
  `update listings set steering = 'left', emission = 'euro6', fuel_type = 'petrol', engine_cc = 1498,
     production_month = year || '-05', first_registration_month = year || '-09'`,
);
const app = await pagesApp(pool, {}, clockOfShippedRules());
const mainOf = (html: string) => /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '';
const textOf = (html: string) =>
  mainOf(html)
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const open = async (url: string, site = app) => {
  const { statusCode, body } = await site.inject({ url });
  return { statusCode, body, text: textOf(body) };
};

test('a shared address has its import filters, their counts and the landed costs in the HTML', async () => {
  const { statusCode, body, text } = await open('/CarExplore?sort=landed-asc&to=GE&mayImport=green');
  expect(statusCode).toBe(200);
  expect(text).toContain('Import to Georgia');
  expect(text).toContain('BYD Seal');
  expect(text).not.toContain('Toyota Prado');
  expect(text).toMatch(/Only cars you may import +1 +1 car/);
  expect(text).toContain('1 car without a full landed cost comes last.');
  expect(body).toMatch(/<input[^>]*type="hidden"[^>]*name="to"[^>]*value="GE"/);
  expect(body).toMatch(/<link rel="canonical" href="[^"]*\/CarExplore"/);
  expect(body).toContain('noindex');
});

test('without a destination, the list is identical for all visitors and names none', async () => {
  const { text } = await open('/CarExplore');
  expect(text).toContain('Choose where to ship to');
  expect(text).not.toContain('Import to');
  expect(text).not.toContain('Landed cost');
});

test.each([
  ['to=GE&mayImport=red', 'mayImport'],
  ['mayImport=green', 'mayImport'],
  ['sort=landed-asc', 'sort'],
  ['to=GE&minLanded=cheap', 'minLanded'],
  ['to=Georgia', 'to'],
])('/CarExplore?%s shows the list and names %s as not valid', async (query, name) => {
  const { statusCode, text } = await open(`/CarExplore?${query}`);
  expect(statusCode).toBe(200);
  expect(text).toContain(`were ignored: ${name}`);
  expect(text).toContain('BYD Seal');
});

test('a list that cannot be filtered by import rules appears without these filters, with the reason', async () => {
  const nowhere = await open('/CarExplore?to=XX&mayImport=green');
  expect(nowhere.statusCode).toBe(200);
  expect(nowhere.text).toContain('The cars below are not filtered or sorted by import rules.');
  expect(nowhere.text).toContain('Toyota Prado');
});

test.each(['Tbilisi', 'Nowhere'])(
  'a list with the city %s has the same lights as without one, and its links keep it',
  async (city) => {
    const { statusCode, body, text } = await open(`/CarExplore?to=GE_${city}`);
    expect(statusCode).toBe(200);
    expect(text).toBe((await open('/CarExplore?to=GE')).text);
    expect(body).toMatch(new RegExp(`<a [^>]*href="/buy-car/[^"]*[?]to=GE_${city}"`));
    expect(body).toMatch(/<link rel="canonical" href="[^"]*\/CarExplore"/);
  },
);

test('the page of a car keeps a known city and drops an unknown one', async () => {
  const [, path = ''] = /href="(\/buy-car\/[^"?]*)"/.exec((await open('/CarExplore')).body) ?? [];
  const known = await open(`${path}?to=UG_Kampala`);
  expect(known.text).toContain('To Kampala, Uganda, through Mombasa');
  expect(known.text).toContain('To your door in Kampala, from Mombasa');
  for (const address of [`${path}?to=UG_Nairobi`, `${path}?to=UG_%3Cb%3E`]) {
    const { statusCode, text } = await open(address);
    expect(statusCode).toBe(200);
    expect(text).toContain('To Uganda');
    expect(text).not.toContain('To your door in');
  }
});

test.each(['memory', 'sql'])(
  'with the inventory in %s, a list hides prohibited cars behind their number, page by page',
  async (inventory) => {
    const site = await pagesApp(pool, { INVENTORY: inventory }, clockOfShippedRules());
    const hidden = await open('/CarExplore?to=GE', site);
    expect(hidden.text).toContain('BYD Seal');
    expect(hidden.text).not.toContain('Toyota Prado');
    expect(hidden.text).toContain('Show 1 car that may not be imported to Georgia');
    const [, link] = /<a [^>]*href="([^"]*mayImport=any[^"]*)"[^>]*>Show 1 car/.exec(hidden.body) ?? [];
    const shown = await open(link!.replaceAll('&amp;', '&'), site);
    expect(shown.text).toMatch(/BYD Seal.*Toyota Prado/);
    expect(shown.text).toContain('1 car that may not be imported to Georgia comes last.');
    expect(shown.text).not.toContain('Show 1 car');
    const none = await open('/CarExplore?to=KE', site);
    expect(none.text).toContain('We found no car of this list that may be imported to Kenya.');
    expect(none.text).toContain('Show 2 cars that may not be imported to Kenya');
  },
);

test.each(['/used-cars', '/used-cars/type/sedan'])(
  '%s begins with allowed cars, sorts by landed cost, and keeps the destination',
  async (path) => {
    await pool.query("update listings set car_type = 'sedan'");
    const { body, text } = await open(`${path}?to=NG-NGLOS`);
    expect(text).toContain('2 cars');
    expect(body).toMatch(/<link rel="canonical" href="[^"?]*"/);
    const cheapFirst = await open(`${path}?to=NG-NGLOS&sort=landed-asc&mayImport=any`);
    expect(cheapFirst.text).toMatch(/Toyota Prado 2010.*BYD Seal 2022/);
    const dearFirst = await open(`${path}?to=NG-NGLOS&sort=landed-desc&mayImport=any`);
    expect(dearFirst.text).toMatch(/BYD Seal 2022.*Toyota Prado 2010/);
    for (const html of [body, dearFirst.body]) {
      expect(html).toMatch(
        /href="\?to=NG-NGLOS&amp;sort=landed-asc[^"]*#cars"|href="[^"]*\?to=NG-NGLOS&amp;sort=landed-asc[^"]*"/,
      );
      expect(html).toMatch(/href="\/used-cars\/byd\?to=NG-NGLOS"/);
      expect(html).toMatch(/href="\/\?to=NG-NGLOS"/);
    }
  },
);

test('a brand page hides prohibited cars behind their number, and its facts count them', async () => {
  const hidden = await open('/used-cars/toyota?to=GE');
  expect(hidden.statusCode).toBe(200);
  expect(hidden.text).not.toContain('Prado 2010');
  expect(hidden.text).toContain('We found no car of this list that may be imported to Georgia.');
  expect(hidden.text).toContain('1 car');
  const [, link] = /href="([^"]*mayImport=any[^"]*)"[^>]*>Show 1 car that/.exec(hidden.body) ?? [];
  expect(link).toContain('to=GE&amp;mayImport=any');
  expect((await open(link!.replaceAll('&amp;', '&'))).text).toContain('Toyota Prado 2010');
  const unknown = await open('/used-cars/toyota?to=XX');
  expect(unknown.statusCode).toBe(200);
  expect(unknown.text).toContain('Toyota Prado 2010');
});

test('home keeps the destination of its address in links and the search', async () => {
  const { body } = await open('/?to=KE-KEMBA');
  const main = mainOf(body);
  expect(main.match(/href="\/CarExplore\?to=KE-KEMBA"/g)?.length).toBeGreaterThan(2);
  expect(/<header.*?<\/header>/s.exec(body)?.[0].includes('href="/CarExplore?to=KE-KEMBA"')).toBe(true);
  expect(main.includes('href="/CarExplore"')).toBe(false);
  expect(main.includes('href="/CarExplore?make=Audi&amp;to=KE-KEMBA"')).toBe(true);
  expect(main.includes('<input type="hidden" name="to" value="KE-KEMBA"')).toBe(true);
});
