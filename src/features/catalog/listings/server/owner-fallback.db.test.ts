import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { sellingCalls } from '../../../../../tests/support/catalog/selling.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { pagesApp } from '../../../../../tests/support/server/pages-app.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let car: number;
const cookies: Record<'seller' | 'other' | 'admin', string> = { seller: '', other: '', admin: '' };

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  const seller = await signIn(pool);
  cookies.seller = seller.cookie;
  cookies.other = (await signIn(pool)).cookie;
  cookies.admin = (await signInAdmin(pool)).cookie;
  car = (await sellingCalls(app, cookies.admin).list(seller)).body.id;
});

test.each(['/api/listings', '/api/api/listings/listings'])(
  '%s/{id} shows a car in review only to its owner and administrators',
  async (path) => {
    const ask = async (cookie?: string) => getJson(app, `${path}/${car}`, cookie);
    const own = await ask(cookies.seller);
    expect(own).toMatchObject({ status: 200, body: { listing_id: car, listing_status: 'requested' } });
    expect(own.headers['cache-control']).toBe('no-store');
    expect((await ask(cookies.admin)).status).toBe(200);
    expect((await ask()).status).toBe(404);
    expect((await ask(cookies.other)).status).toBe(404);
  },
);

test('the page of a car in review is 200 with no-store for its owner and 404 for others', async () => {
  const url = `/buy-car/byd-seal-${car}`;
  const site = await pagesApp(pool);
  const page = (cookie?: string) => site.inject({ url, headers: cookie === undefined ? {} : { cookie } });
  const own = await page(cookies.seller);
  expect([own.statusCode, own.headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')]);
  expect((await page()).statusCode).toBe(404);
  expect((await page(cookies.other)).statusCode).toBe(404);
});
