import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sellingCalls } from '../../../../../tests/support/catalog/selling.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let admin: string;
let calls: ReturnType<typeof sellingCalls>;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  admin = (await signInAdmin(pool)).cookie;
  calls = sellingCalls(app, admin);
});
beforeEach(() => pool.query('delete from request_counts'));

describe('the draft', () => {
  const draft = {
    id: crypto.randomUUID(),
    values: { make: 'BYD', price: 'not yet' },
    photos: [],
    report: null,
    step: 2,
  };
  const keep = (cookie: string, body: object) => postJson(app, '/api/listing-draft', body, { method: 'PUT', cookie });

  test('has one version per user, replaced by newer ones, until the car is listed', async () => {
    const [seller, other] = [await signIn(pool), await signIn(pool)];
    expect((await getJson(app, '/api/listing-draft', seller.cookie)).body).toEqual({ flag: '1', draft: null });
    await keep(seller.cookie, draft);
    expect((await keep(seller.cookie, { ...draft, step: 3 })).body.updatedAt).toMatch(/Z$/);
    expect((await getJson(app, '/api/listing-draft', seller.cookie)).body.draft).toMatchObject({ ...draft, step: 3 });
    expect((await getJson(app, '/api/listing-draft', other.cookie)).body.draft).toBeNull();
    await calls.list(seller);
    expect((await getJson(app, '/api/listing-draft', seller.cookie)).body.draft).toBeNull();
  });

  test('keeps the longest description unchanged and drops unknown names', async () => {
    const { cookie } = await signIn(pool);
    const description = '"\n'.repeat(5_000);
    await keep(cookie, { ...draft, values: { description, listing_status: 'active' } });
    expect((await getJson(app, '/api/listing-draft', cookie)).body.draft.values).toEqual({ description });
  });

  test.each([
    ['text for values', { values: 'text' }],
    ['a text without end', { values: { description: 'x'.repeat(30_000) } }],
    ['a list for a text', { values: { make: ['BYD'] } }],
    ['words for a flag', { values: { extraFeatures: { gps: 'yes' } } }],
    ['a step too many', { step: 9 }],
    ['a path', { photos: ['../etc'] }],
  ])('is rejected with %s', async (_, wrong) => {
    const { cookie } = await signIn(pool);
    expect((await keep(cookie, { ...draft, ...wrong })).status).toBe(400);
  });

  test('rejects deeply nested lists', async () => {
    const { cookie } = await signIn(pool);
    const payload = JSON.stringify({ ...draft, values: { make: 'deep' } }).replace(
      '"deep"',
      '['.repeat(9_000) + ']'.repeat(9_000),
    );
    const headers = { cookie, 'content-type': 'application/json' };
    expect((await app.inject({ method: 'PUT', url: '/api/listing-draft', headers, payload })).statusCode).toBe(400);
  });
});
