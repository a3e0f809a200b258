import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { addCars } from '../support/data/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { pagesApp } from '../support/server/pages-app.ts';

const EVIL = '</script><script>alert(1)</script><!--';
const { pool } = await testDatabase();
const [seal = 0, hostile = 0, requested = 0, rental = 0, sold = 0] = await addCars(pool, [
  { make: 'BYD', model: 'Seal', certified: true },
  { make: 'BYD', model: 'Han', description: EVIL, location: EVIL },
  { make: 'BYD', model: 'Tang', status: 'requested' },
  { make: 'BYD', model: 'Dolphin', offer: 'Rent', priceCents: 4_500 },
  { make: 'BYD', model: 'Qin', status: 'sold' },
]);
const app = await pagesApp(pool);
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

/** Which of the words a page holds; the page itself would fill the screen of a failed test. */
const held = (body: string, ...words: string[]) => words.filter((word) => body.includes(word));

test.each([
  ['/carexplore', '/CarExplore'],
  ['/CAREXPLORE/?make=BYD', '/CarExplore?make=BYD'],
  ['/aboutus/', '/AboutUs'],
  ['/Buy-Car/x-1', '/buy-car/x-1'],
])('%s leads to its one address', async (asked, canonical) => {
  const answer = await get(asked);
  expect([answer.statusCode, answer.headers.location]).toEqual([301, canonical]);
});

test.each([() => `/buy-car/old-name-${seal}`, () => `/rent-car/byd-seal-${seal}`, () => `/buy-car/BYD-Seal-${seal}`])(
  'an address of a car with other words leads to the right one',
  async (path) => {
    const answer = await get(path());
    expect([answer.statusCode, answer.headers.location]).toEqual([301, `/buy-car/byd-seal-${seal}`]);
  },
);

test.each([
  ['a car nobody has', () => '/buy-car/byd-seal-999999'],
  ['no id at all', () => '/buy-car/byd-seal'],
  ['an id beyond all', () => '/buy-car/byd-seal-99999999999999999999'],
  ['a car not approved yet', () => `/buy-car/byd-tang-${requested}`],
])('%s is not found', async (_what, path) => {
  const answer = await get(path());
  expect(answer.statusCode).toBe(404);
  expect(held(answer.body, 'Car not found')).toHaveLength(1);
  expect(held(answer.body, 'noindex')).toHaveLength(1);
});

test('a car’s page holds everything in its first answer', async () => {
  const { statusCode, body } = await get(`/buy-car/byd-seal-${seal}`);
  const words = [
    'Vehicle Specifications',
    '$15,000',
    '$16,500',
    'Request Inspection',
    'Contact Us via WhatsApp',
    'Get Car Report',
    'Get Vehicle History Report',
    '30-day money-back guarantee',
    'Free delivery within 50km',
    `<link rel="canonical" href="http://localhost/buy-car/byd-seal-${seal}"`,
    `<meta property="og:image" content="http://localhost/api/media/cards/${seal}-`,
    '"priceCurrency":"USD"',
    'https://schema.org/InStock',
  ];
  expect(statusCode).toBe(200);
  expect(held(body, ...words)).toEqual(words);
});

test('a sold car stays readable, out of stock and without a way to book it', async () => {
  const { statusCode, body } = await get(`/buy-car/byd-qin-${sold}`);
  expect(statusCode).toBe(200);
  expect(held(body, 'This car has been sold.')).toHaveLength(1);
  expect(held(body, 'https://schema.org/OutOfStock')).toHaveLength(1);
  expect(held(body, `/payment/${sold}`)).toEqual([]);
});

test('a rental is priced by the day', async () => {
  const { body } = await get(`/rent-car/byd-dolphin-${rental}`);
  expect(held(body, '/Day')).toHaveLength(1);
  expect(held(body, 'No reviews yet')).toHaveLength(1);
  expect(held(body, 'per month')).toEqual([]);
});

test('what sellers write is text, in the page, in its data and in its structured data', async () => {
  const { body } = await get(`/buy-car/byd-han-${hostile}`);
  expect(held(body, '<script>alert(1)')).toEqual([]);
  expect(held(body, '&lt;/script&gt;&lt;script&gt;alert(1)')).toHaveLength(1);
});

test('pages may run only the scripts that we rendered', async () => {
  const { headers } = await get('/');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')+;/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|\*/);
});

/** Waits until a page is kept: then it comes packed. */
const packed = (path: string) =>
  expect.poll(async () => (await get(path, { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br');

test('a kept page is the same page, packed, and only its name when the browser has it', async () => {
  const fresh = await get('/AboutUs');
  await packed('/AboutUs');
  const kept = await get('/AboutUs');
  expect(kept.body === fresh.body).toBe(true);
  expect([fresh.headers.vary, kept.headers.vary]).toEqual(['accept-encoding', 'accept-encoding']);
  expect((await get('/AboutUs', { 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding']).toBe('gzip');
  const again = await get('/AboutUs', { 'if-none-match': String(fresh.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(again.headers['content-security-policy']).toBe(fresh.headers['content-security-policy']);
});

test('the service worker may fetch from this site alone, and is always the newest', async () => {
  const { statusCode, headers } = await get('/service-worker.js');
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
  const icon = await get('/icons/maskable-512.png');
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/png']);
  expect((await get('/site.webmanifest')).headers['content-type']).toContain('application/manifest+json');
});

test('a page made for one host name is not shown under another', async () => {
  await get('/ContactUs', { host: 'evil.example' });
  expect(held((await get('/ContactUs')).body, 'evil.example')).toEqual([]);
  await packed('/ContactUs');
  expect(held((await get('/ContactUs')).body, 'evil.example')).toEqual([]);
});

test.each(['/no-such-page', '/assets/no-such-file.js', '/%25E0', '/buy-car', '/blog'])(
  '%s is a real 404 or 400',
  async (path) => {
    expect((await get(path)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await get(path)).statusCode).toBeLessThan(500);
  },
);

test('every page of the route table answers', async () => {
  const { ADMIN, paths } = await import('../../src/paths.ts');
  const office = ADMIN.filter((path) => path !== paths.adminLogin);
  const requireUser: string[] = [...office, paths.dashboard, paths.changePassword, paths.profile, paths.sell];
  for (const path of Object.values(paths).filter((each) => !each.includes(':'))) {
    const { statusCode } = await get(path);
    expect([path, statusCode]).toEqual([path, requireUser.includes(path) ? 302 : 200]);
  }
});

test('HEAD is answered like GET, without the page, and spoils nothing for those who come next', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/CarExplore?make=BYD' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect(held((await get('/CarExplore?make=BYD')).body, 'Find Your Perfect Car')).toHaveLength(1);
  await packed('/CarExplore?make=BYD');
  expect(held((await get('/CarExplore?make=BYD')).body, 'Find Your Perfect Car')).toHaveLength(1);
});

/** A request line as a hostile client writes it; test helpers would tidy it up. */
async function raw(path: string, host: string): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

test.each([
  '//evil.example',
  '//evil.example/CarExplore',
  '/\\evil.example/',
  '/\\evil.example/%',
  '//',
  'http://evil.example/',
])('%s stays on this site', async (path) => {
  const answer = await raw(path, 'localhost');
  expect(answer.slice(9, 12)).toMatch(/^(301|302|400|404)$/);
  expect(/location: (.*)/i.exec(answer)?.[1] ?? '/').toMatch(/^\/(?![/\\])/);
  expect(held(answer, '//evil.example')).toEqual([]);
});

test.each(['a b', 'user@evil.example', 'evil.example:99999'])('the host %j is refused', async (host) => {
  expect((await raw('/AboutUs', host)).slice(9, 12)).toBe('400');
});

test.each([
  ['/buy-car/50%', '/buy-car/50%25'],
  ['/%E0%A4%A?page=%', '/%25E0%25A4%25A?page=%'],
  ['//evil.example/%', '/evil.example/%25'],
])('%s, which means nothing, leads to a page that says so', async (path, escapePercent) => {
  const answer = await get(path);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, escapePercent]);
  expect((await get(escapePercent)).statusCode).toBe(404);
});

test.each(['/api/%', '/api/listings/%c0%ae', '//api/%zz'])('%s is refused in the API’s own words', async (path) => {
  const answer = await get(path);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ flag: '0', code: 'malformed' });
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

test.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const)(
  '%s on a page is not found, in no words of the inside',
  async (method) => {
    const answer = await app.inject({ method, url: '/CarExplore' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ flag: '0', code: 'not_found' });
  },
);
