import { expect, test } from 'vitest';
import { testDatabase } from '../support/database/test-database.ts';
import { testApp } from '../support/server/test-app.ts';

const { pool } = await testDatabase();
const app = await testApp(pool, { PUBLIC_URL: 'https://cars.example' });
const subscribe = (headers: Record<string, string>) =>
  app.inject({ method: 'POST', url: '/api/newsletter', headers, payload: { email: 'a@mail.example' } });

test.each([
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ origin: 'https://evil.example' }],
  [{ origin: 'null' }],
  [{ origin: 'https://cars.example.evil.example' }],
])('a POST with %j gets 403', async (headers) => {
  expect((await subscribe(headers)).statusCode).toBe(403);
});

test.each([[{}], [{ 'sec-fetch-site': 'same-origin', origin: 'https://cars.example' }]])(
  'a POST with %j is accepted',
  async (headers) => {
    expect((await subscribe(headers)).statusCode).toBe(200);
  },
);

test('sends Strict-Transport-Security if PUBLIC_URL uses https', async () => {
  const { headers } = await app.inject('/api/health');
  expect(headers['strict-transport-security']).toContain('max-age=63072000');
});

test.each([
  '/api/import/countries',
  '/api/api/import/countries',
  '/api/import/check?country=KE',
  '/api/landed-cost?x=1',
])('pages of other origins may read %s', async (url) => {
  for (const attempt of ['first', 'kept']) {
    const { headers } = await app.inject({ url, headers: { origin: 'https://agent.example' } });
    expect([attempt, headers['access-control-allow-origin']]).toEqual([attempt, '*']);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  }
});

test.each(['/api/session', '/api/listings/featured', '/api/landed-quotes/0123456789012345678901'])(
  'pages of other origins may not read %s',
  async (url) => {
    const { headers } = await app.inject({ url, headers: { origin: 'https://agent.example' } });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  },
);

test.each(['/api/health', '/api/no-such-call', '/', '/assets/none.js', '/api/media/none'])(
  '%s is sent with nosniff',
  async (url) => {
    expect((await app.inject(url)).headers['x-content-type-options']).toBe('nosniff');
  },
);

test('API responses have a policy that blocks all content and framing', async () => {
  for (const url of ['/api/listings/featured', '/api/no-such-call']) {
    const { headers } = await app.inject(url);
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  }
});
