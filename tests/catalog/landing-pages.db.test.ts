import { expect, test } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { pagesApp } from '../support/server/pages-app.ts';

const { pool } = await testDatabase();
await addCars(pool, [
  { make: 'BYD', model: 'Han', year: 2019, priceCents: 1_250_000 },
  { make: 'BYD', model: 'Han', year: 2023, priceCents: 3_100_000 },
  {
    make: 'BYD',
    model: 'Seal U',
    year: 2024,
    priceCents: 2_600_000,
    carType: 'suv',
    fuelType: 'electric',
    location: 'Hong Kong',
  },
  { make: 'BYD', model: 'Tang', status: 'sold' },
  { make: 'BYD', model: 'Dolphin', offer: 'Rent', priceCents: 4_500, location: 'Shenzhen, Guangdong' },
  { make: 'Lynk & Co', model: '01+ <b>', carType: 'suv' },
  { make: '红旗', model: 'H9', carType: 'van' },
  ...Array.from({ length: 12 }, () => ({ make: 'Toyota', model: 'Corolla' })),
]);
await pool.query("update makes set aliases = '{Build Your Dreams}' where name = 'BYD'");
const app = await pagesApp(pool, { PUBLIC_URL: 'https://cars.example' });
const get = (url: string) => app.inject({ url });
/** Returns the text of a page's main element, without tags and React's comments. */
const textOf = (html: string) =>
  (/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const headOf = (html: string) => ({
  title: /<title>(.*?)<\/title>/.exec(html)?.[1],
  description: /<meta name="description" content="([^"]*)"/.exec(html)?.[1],
  canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
  noindex: html.includes('content="noindex'),
});

test.each([
  [
    '/used-cars/byd',
    'Used BYD cars for sale from China',
    '3 cars are for sale now. Prices range from $12,500 to $31,000. Model years range from 2019 to 2024. These include Han and Seal U.',
  ],
  [
    '/used-cars/byd/han',
    'Used BYD Han for sale from China',
    '2 cars are for sale now. Prices range from $12,500 to $31,000. Model years range from 2019 to 2023.',
  ],
  [
    '/used-cars/type/suv',
    'Used SUVs for sale from China',
    '2 cars are for sale now. Prices range from $15,000 to $26,000. Model years range from 2021 to 2024.',
  ],
  [
    '/rent-cars/byd/dolphin',
    'Rent BYD Dolphin by the day',
    '1 car is for rent now. It costs $45 per day. The model year is 2021.',
  ],
  [
    '/used-cars/fuel/electric',
    'Used electric cars for sale from China',
    '1 car is for sale now. The price is $26,000. The model year is 2024.',
  ],
  [
    '/used-cars/province/hong-kong',
    'Used cars in Hong Kong for sale from China',
    '1 car is for sale now. The price is $26,000. The model year is 2024.',
  ],
  [
    '/used-cars/price/20000-30000',
    'Used cars from $20,000 to $30,000 for sale from China',
    '1 car is for sale now. The price is $26,000. The model year is 2024.',
  ],
  [
    '/used-cars/price/10000-20000',
    'Used cars from $10,000 to $20,000 for sale from China',
    '15 cars are for sale now. Prices range from $12,500 to $15,000.',
  ],
  [
    '/rent-cars/province/guangdong',
    'Rent cars in Guangdong by the day',
    '1 car is for rent now. It costs $45 per day. The model year is 2021.',
  ],
  [
    '/rent-cars/price/under-50',
    'Rent cars up to $50 by the day',
    '1 car is for rent now. It costs $45 per day. The model year is 2021.',
  ],
  ['/rent-cars', 'Rent cars by the day', '1 car is for rent now. It costs $45 per day. The model year is 2021.'],
])('%s shows the count, prices and years of its cars, in text and metadata', async (path, title, text) => {
  const { statusCode, body } = await get(path);
  expect(statusCode).toBe(200);
  expect(textOf(body)).toContain(`${title} ${text}`);
  expect(headOf(body)).toMatchObject({
    title: `${title} – CarQuay`,
    description: expect.stringContaining(text.slice(0, 40)),
    canonical: `https://cars.example${path}`,
    noindex: false,
  });
});

test('a landing page shows a changed price', async () => {
  const text = async () => textOf((await get('/rent-cars/byd/dolphin')).body);
  expect(await text()).toContain('It costs $45 per day.');
  await pool.query("update listings set price_cents = 5000 where model = 'Dolphin'");
  await expect.poll(text).toContain('It costs $50 per day.');
});

test.each([
  ['/used-cars/BYD', '/used-cars/byd'],
  ['/Used-Cars/byd/', '/used-cars/byd'],
  ['/used-cars/build-your-dreams/HAN', '/used-cars/byd/han'],
  ['/used-cars/byd/sealu?page=1', '/used-cars/byd/seal-u?page=1'],
  ['/used-cars/lynkco', '/used-cars/lynk-co'],
  ['/used-cars/type/SUV', '/used-cars/type/suv'],
  ['/used-cars/fuel/Electric', '/used-cars/fuel/electric'],
  ['/used-cars/province/Hong%20Kong', '/used-cars/province/hong-kong'],
  ['/used-cars/price/From-50000', '/used-cars/price/from-50000'],
])('%s redirects permanently to %s', async (asked, canonical) => {
  const { statusCode, headers } = await get(asked);
  expect([statusCode, headers.location]).toEqual([301, canonical]);
});

test('makes and models with non-Latin letters or markup have pages and are escaped', async () => {
  const { statusCode, body } = await get('/used-cars/lynk-co/01-b');
  expect(statusCode).toBe(200);
  expect(body).toContain('01+ &lt;b&gt;');
  expect(body).not.toContain('01+ <b>');
  expect((await get(`/used-cars/${encodeURIComponent('红旗')}`)).statusCode).toBe(200);
});

test.each([
  '/used-cars/nobody',
  '/used-cars/byd/corolla',
  '/used-cars/type/boat',
  '/used-cars/fuel/steam',
  '/used-cars/province/bavaria',
  '/used-cars/price/under-50',
  '/rent-cars/price/under-10000',
  '/rent-cars/type',
  '/used-cars/byd/han/x',
])('%s returns 404 and noindex', async (path) => {
  const { statusCode, body } = await get(path);
  expect([statusCode, headOf(body).noindex]).toEqual([404, true]);
});

test('a page without active cars has a notice, links to other models and noindex', async () => {
  const { statusCode, body } = await get('/used-cars/byd/tang');
  expect([statusCode, headOf(body).noindex]).toEqual([200, true]);
  expect(textOf(body)).toContain('None available right now.');
  expect(body).toContain('href="/used-cars/byd/han"');
  expect(body).not.toContain('hrefLang');
});

test.each(['/used-cars/type/coupe', '/used-cars/fuel/lpg', '/used-cars/province/tibet', '/used-cars/price/from-50000'])(
  '%s without cars has a notice and noindex',
  async (path) => {
    const { statusCode, body } = await get(path);
    expect([statusCode, headOf(body).noindex]).toEqual([200, true]);
    expect(textOf(body)).toContain('None available right now.');
  },
);

test('page 2 has its own canonical URL, and a page past the end redirects to the first', async () => {
  const { body } = await get('/used-cars/toyota/corolla?page=2');
  expect(headOf(body).canonical).toBe('https://cars.example/used-cars/toyota/corolla?page=2');
  expect(body.match(/<article/g)).toHaveLength(2);
  const past = await get('/used-cars/toyota/corolla?page=99');
  expect([past.statusCode, past.headers.location]).toEqual([302, '/used-cars/toyota/corolla']);
});

test('landing pages are linked from the home page and from each other', async () => {
  const links = async (path: string) => [...(await get(path)).body.matchAll(/href="([^"]*)"/g)].map(([, to]) => to);
  expect(await links('/')).toEqual(expect.arrayContaining(['/used-cars', '/rent-cars']));
  expect(await links('/used-cars')).toEqual(
    expect.arrayContaining(['/used-cars/byd', '/used-cars/toyota/corolla', '/used-cars/type/suv', '/rent-cars']),
  );
  const all = await links('/used-cars');
  expect(all.filter((path = '') => /\/(fuel|province|price)\//.test(path))).toEqual([
    '/used-cars/fuel/petrol',
    '/used-cars/fuel/electric',
    '/used-cars/province/guangdong',
    '/used-cars/province/hong-kong',
    '/used-cars/price/10000-20000',
    '/used-cars/price/20000-30000',
    '/used-cars/price/30000-50000',
  ]);
  expect(textOf((await get('/used-cars')).body)).toContain('By fuel Petrol 16 Electric 1');
  expect(await links('/used-cars/byd')).toEqual(
    expect.arrayContaining(['/used-cars', '/used-cars/byd/seal-u', '/rent-cars/byd', '/CarExplore?make=BYD']),
  );
});

test('Explore filtered by one make or type has the landing page as its canonical URL', async () => {
  const canonical = async (path: string) => headOf((await get(path)).body).canonical;
  const site = 'https://cars.example';
  expect(await canonical('/CarExplore?make=build+your+dreams')).toBe(`${site}/used-cars/byd`);
  expect(await canonical('/CarExplore?carType=suv')).toBe(`${site}/used-cars/type/suv`);
  expect(await canonical('/CarExplore?mode=rent&make=BYD')).toBe(`${site}/rent-cars/byd`);
  expect(await canonical('/CarExplore?make=BYD&model=seal+u')).toBe(`${site}/used-cars/byd/seal-u`);
  expect(await canonical('/CarExplore?fuelType=electric')).toBe(`${site}/used-cars/fuel/electric`);
  expect(await canonical('/CarExplore?province=Hong+Kong')).toBe(`${site}/used-cars/province/hong-kong`);
  expect(await canonical('/CarExplore?minPrice=10000&maxPrice=20000')).toBe(`${site}/used-cars/price/10000-20000`);
  expect(await canonical('/CarExplore?mode=rent&maxPrice=50')).toBe(`${site}/rent-cars/price/under-50`);
  expect(await canonical('/CarExplore?make=BYD&year=2023')).toBe(`${site}/CarExplore?make=BYD&amp;year=2023`);
});

test('a make alias is replaced by the make name in the title and canonical URL', async () => {
  const { title, canonical } = headOf((await get('/CarExplore?make=build+your+dreams&year=2023')).body);
  expect(canonical).toBe('https://cars.example/CarExplore?make=BYD&amp;year=2023');
  expect(title).toBe('2023 BYD for sale from China – CarQuay');
});

test('the breadcrumbs of a car without sluggable make and model link only to its parents', async () => {
  const [id] = await addCars(pool, [{ make: '!!!', model: '???' }]);
  const { body } = await get(`/buy-car/car-car-${id}`);
  const crumbs = [.../<nav aria-label="You are here".*?<\/nav>/s.exec(body)![0].matchAll(/href="([^"]*)"/g)];
  expect(crumbs).toHaveLength(2);
  for (const [, path = ''] of crumbs) expect([path, (await get(path)).statusCode]).toEqual([path, 200]);
});

test('a landing page has hreflang links for en and x-default', async () => {
  const { body } = await get('/used-cars/byd');
  for (const language of ['en', 'x-default']) {
    expect(body).toContain(`<link rel="alternate" hrefLang="${language}" href="https://cars.example/used-cars/byd"`);
  }
});

test('the page of a car links only to landing pages that exist, also in its structured data', async () => {
  const [approved = 0, newModel = 0, newMake = 0] = await addCars(pool, [
    { make: 'Toyota', model: 'Corolla' },
    { make: 'Toyota', model: 'Wanderer Q' },
    { make: 'Wanderrer', model: 'W24' },
  ]);
  await pool.query("update models set known = false where name in ('Wanderer Q', 'W24')");
  await pool.query("update makes set known = false where name = 'Wanderrer'");
  const fresh = await pagesApp(pool, { PUBLIC_URL: 'https://cars.example' });
  const crumbsOf = async (id: number, path: string) => {
    const html = (await fresh.inject({ url: `/buy-car/${path}-${id}` })).body;
    const text = /<script type="application\/ld\+json">([^<]*BreadcrumbList[^<]*)<\/script>/.exec(html)?.[1] ?? '';
    const links = /<nav aria-label="You are here"[^>]*>(.*?)<\/nav>/s.exec(html)?.[1] ?? '';
    const items: { name: string; item: string }[] = JSON.parse(text).itemListElement;
    return {
      links: Array.from(links.matchAll(/href="([^"]*)"/g), (link) => link[1]).slice(2),
      items: items.slice(2).map(({ name, item }) => [name, item.replace('https://cars.example', '')]),
    };
  };
  expect(await crumbsOf(approved, 'toyota-corolla')).toEqual({
    links: ['/used-cars/toyota', '/used-cars/toyota/corolla'],
    items: [
      ['Toyota', '/used-cars/toyota'],
      ['Corolla', '/used-cars/toyota/corolla'],
    ],
  });
  expect(await crumbsOf(newModel, 'toyota-wanderer-q')).toEqual({
    links: ['/used-cars/toyota'],
    items: [
      ['Toyota', '/used-cars/toyota'],
      ['Wanderer Q', expect.stringContaining(`-${newModel}`)],
    ],
  });
  expect(await crumbsOf(newMake, 'wanderrer-w24')).toEqual({
    links: [],
    items: [['Wanderrer W24', expect.stringContaining(`-${newMake}`)]],
  });
});
