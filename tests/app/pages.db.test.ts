import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
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

/** Returns the given words that a page contains. A failed test then does not print the whole page. */
const found = (body: string, ...words: string[]) => words.filter((word) => body.includes(word));

test.each([
  ['/carexplore', '/CarExplore'],
  ['/CAREXPLORE/?make=BYD', '/CarExplore?make=BYD'],
  ['/aboutus/', '/AboutUs'],
  ['/Buy-Car/x-1', '/buy-car/x-1'],
])('%s redirects permanently to %s', async (asked, canonical) => {
  const answer = await get(asked);
  expect([answer.statusCode, answer.headers.location]).toEqual([301, canonical]);
});

test.each([() => `/buy-car/old-name-${seal}`, () => `/rent-car/byd-seal-${seal}`, () => `/buy-car/BYD-Seal-${seal}`])(
  'a car URL with another slug or mode redirects to the canonical one',
  async (path) => {
    const answer = await get(path());
    expect([answer.statusCode, answer.headers.location]).toEqual([301, `/buy-car/byd-seal-${seal}`]);
  },
);

test.each([
  ['an unknown car', () => '/buy-car/byd-seal-999999'],
  ['a URL without an id', () => '/buy-car/byd-seal'],
  ['an id out of range', () => '/buy-car/byd-seal-99999999999999999999'],
  ['a car that is not approved', () => `/buy-car/byd-tang-${requested}`],
])('%s returns 404 and noindex', async (_what, path) => {
  const answer = await get(path());
  expect(answer.statusCode).toBe(404);
  expect(found(answer.body, 'Car not found')).toHaveLength(1);
  expect(found(answer.body, 'noindex')).toHaveLength(1);
});

test('a car page contains all its content in the server-rendered HTML', async () => {
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
  expect(found(body, ...words)).toEqual(words);
});

test('a rental’s page offers renting and promises nothing about export', async () => {
  const { body } = await get(`/rent-car/byd-dolphin-${rental}`);
  const said = [
    'Cancel free of charge until 24 hours before it begins',
    'Signed protocol with photos',
    'You pick it up',
  ];
  expect(found(body, ...said)).toEqual(said);
  expect(found(body, 'money-back guarantee', 'Free delivery', 'Car Passport')).toEqual([]);
});

test('a sold car’s page shows it as out of stock, without a booking link', async () => {
  const { statusCode, body } = await get(`/buy-car/byd-qin-${sold}`);
  expect(statusCode).toBe(200);
  expect(found(body, 'This car has been sold.')).toHaveLength(1);
  expect(found(body, 'https://schema.org/OutOfStock')).toHaveLength(1);
  expect(found(body, `/payment/${sold}`)).toEqual([]);
});

test('a rental shows a daily price and no monthly estimate', async () => {
  const { body } = await get(`/rent-car/byd-dolphin-${rental}`);
  expect(found(body, '/Day')).toHaveLength(1);
  expect(found(body, 'No reviews yet')).toHaveLength(1);
  expect(found(body, 'per month')).toEqual([]);
});

test('seller text is escaped in the page, its data and its structured data', async () => {
  const { body } = await get(`/buy-car/byd-han-${hostile}`);
  expect(found(body, '<script>alert(1)')).toEqual([]);
  expect(found(body, '&lt;/script&gt;&lt;script&gt;alert(1)')).toHaveLength(1);
});

test('the content security policy allows only own and hashed scripts', async () => {
  const { headers } = await get('/');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')+;/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toMatch(/; report-uri \/csp-reports$/);
  expect(policy).not.toMatch(/unsafe|\*/);
});

/** Waits until a page is cached; only cached pages are compressed with Brotli. */
const expectCached = (path: string) =>
  expect.poll(async () => (await get(path, { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br');

test('a cached page is unchanged and compressed, and 304 if the ETag matches', async () => {
  const fresh = await get('/AboutUs');
  await expectCached('/AboutUs');
  const cached = await get('/AboutUs');
  expect(cached.body === fresh.body).toBe(true);
  expect([fresh.headers.vary, cached.headers.vary]).toEqual(['accept-encoding', 'accept-encoding']);
  expect((await get('/AboutUs', { 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding']).toBe('gzip');
  const again = await get('/AboutUs', { 'if-none-match': String(fresh.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(fresh.headers['cache-control']).toBe('public, max-age=0, s-maxage=2, stale-if-error=600');
  expect(again.headers['content-security-policy']).toBe(fresh.headers['content-security-policy']);
});

test('the service worker is revalidated and may connect only to this site', async () => {
  const { statusCode, headers } = await get('/service-worker.js');
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
  const icon = await get('/icons/maskable-512.png');
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/png']);
  expect((await get('/site.webmanifest')).headers['content-type']).toContain('application/manifest+json');
});

test('a page rendered for one host name is not cached for another', async () => {
  await get('/ContactUs', { host: 'evil.example' });
  expect(found((await get('/ContactUs')).body, 'evil.example')).toEqual([]);
  await expectCached('/ContactUs');
  expect(found((await get('/ContactUs')).body, 'evil.example')).toEqual([]);
});

test.each(['/no-such-page', '/assets/no-such-file.js', '/%25E0', '/buy-car', '/blog'])(
  '%s returns a 4xx status',
  async (path) => {
    expect((await get(path)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await get(path)).statusCode).toBeLessThan(500);
  },
);

test('an unknown page and a planned page have their own messages', async () => {
  const [unknown, coming] = [await get('/no-such-page'), await get('/ComingSoon')];
  expect([unknown.statusCode, coming.statusCode]).toEqual([404, 200]);
  expect(unknown.body).toContain('Sorry, The page you are looking doesn&#x27;t exist.');
  expect(unknown.body).toMatch(/<a[^>]* href="\/"[^>]*>(<[^>]+>)*Return to Home/);
  expect(coming.body).toContain('Sorry, This feature is not available for now but will be available soon.');
});

test('every route without parameters returns 200, or redirects if it needs a login', async () => {
  const { ADMIN, paths } = await import('../../src/paths.ts');
  const office = ADMIN.filter((path) => path !== paths.adminLogin && path !== paths.adminInvitation);
  const requireUser: string[] = [
    ...office,
    paths.dashboard,
    paths.changePassword,
    paths.profile,
    paths.accountSecurity,
    paths.apiKeys,
    paths.sell,
    paths.myPayouts,
    paths.payoutAccount,
    paths.myClaims,
    paths.conversations,
    paths.notifications,
    paths.notificationSettings,
  ];
  for (const path of Object.values(paths).filter((each) => !each.includes(':'))) {
    const { statusCode } = await get(path);
    expect([path, statusCode]).toEqual([path, requireUser.includes(path) ? 302 : 200]);
  }
});

test('HEAD returns 200 without a body and does not put an empty page into the cache', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/CarExplore?make=BYD' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect(found((await get('/CarExplore?make=BYD')).body, 'Find Your Perfect Car')).toHaveLength(1);
  await expectCached('/CarExplore?make=BYD');
  expect(found((await get('/CarExplore?make=BYD')).body, 'Find Your Perfect Car')).toHaveLength(1);
});

/** Sends a raw request line; `app.inject` would normalize it. */
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
])('%s does not redirect to another site', async (path) => {
  const answer = await raw(path, 'localhost');
  expect(answer.slice(9, 12)).toMatch(/^(301|302|400|404)$/);
  expect(/location: (.*)/i.exec(answer)?.[1] ?? '/').toMatch(/^\/(?![/\\])/);
  expect(found(answer, '//evil.example')).toEqual([]);
});

test('a page, robots.txt and the sitemap never name a host that the visitor chose', async () => {
  for (const path of ['/AboutUs', '/robots.txt', '/sitemap.xml']) {
    const answer = await app.inject({ url: path, headers: { host: 'evil.example' } });
    expect([answer.statusCode, path]).toEqual([200, path]);
    expect(answer.body).toContain('http://localhost:');
    expect(answer.body).not.toContain('evil.example');
  }
  const { body } = await app.inject({ url: '/AboutUs', headers: { host: '192.168.1.20:3000' } });
  expect(body).toContain('http://192.168.1.20:3000/AboutUs');
});

test.each(['a b', 'user@evil.example', 'evil.example:99999'])('the host %j gets 400', async (host) => {
  expect((await raw('/AboutUs', host)).slice(9, 12)).toBe('400');
});

test.each([
  ['/buy-car/50%', '/buy-car/50%25'],
  ['/%E0%A4%A?page=%', '/%25E0%25A4%25A?page=%'],
  ['//evil.example/%', '/evil.example/%25'],
])('%s is redirected to %s, which returns 404', async (path, escapePercent) => {
  const answer = await get(path);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, escapePercent]);
  expect((await get(escapePercent)).statusCode).toBe(404);
});

test.each(['/api/%', '/api/listings/%c0%ae', '//api/%zz'])('%s gets a JSON error with 400', async (path) => {
  const answer = await get(path);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ flag: '0', code: 'malformed' });
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

test.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const)('%s on a page gets a JSON error with 404', async (method) => {
  const answer = await app.inject({ method, url: '/CarExplore' });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ flag: '0', code: 'not_found' });
});

test('password managers are redirected to the page for changing a password', async () => {
  const answer = await get('/.well-known/change-password');
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/ChangePassword']);
  // Browsers trust the redirect only if an address that cannot exist is not found.
  expect(
    (await get('/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200')).statusCode,
  ).toBe(404);
});

test('/favicon.ico is an icon of several sizes for programs that read no SVG', async () => {
  const { statusCode, headers, rawPayload } = await get('/favicon.ico');
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/vnd.microsoft.icon']);
  const sizes = Array.from({ length: rawPayload.readUInt16LE(4) }, (_, at) => rawPayload[6 + 16 * at]);
  expect([rawPayload.readUInt32LE(0), sizes]).toEqual([0x10000, [16, 32, 48]]);
});
