import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signIn, signInAdmin } from '../../../../tests/support/accounts.ts';
import { sellingCalls } from '../../../../tests/support/selling.ts';
import { getJson, postJson, testApp } from '../../../../tests/support/test-app.ts';
import { testDatabase } from '../../../../tests/support/test-database.ts';

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
beforeEach(() => pool.query('truncate request_counts'));

describe('the draft', () => {
  const draft = {
    id: crypto.randomUUID(),
    values: { make: 'BYD', price: 'not yet' },
    photos: [],
    report: null,
    step: 2,
  };
  const keep = (cookie: string, body: object) => postJson(app, '/api/listing-draft', body, { method: 'PUT', cookie });

  test('is kept per user, the newer in place of the older, until the car is listed', async () => {
    const [seller, other] = [await signIn(pool), await signIn(pool)];
    expect((await getJson(app, '/api/listing-draft', seller.cookie)).body).toEqual({ flag: '1', draft: null });
    await keep(seller.cookie, draft);
    expect((await keep(seller.cookie, { ...draft, step: 3 })).body.updatedAt).toMatch(/Z$/);
    expect((await getJson(app, '/api/listing-draft', seller.cookie)).body.draft).toMatchObject({ ...draft, step: 3 });
    expect((await getJson(app, '/api/listing-draft', other.cookie)).body.draft).toBeNull();
    await calls.list(seller);
    expect((await getJson(app, '/api/listing-draft', seller.cookie)).body.draft).toBeNull();
  });

  test.each([{ values: 'text' }, { values: { description: 'x'.repeat(30_000) } }, { step: 9 }, { photos: ['../etc'] }])(
    'with %j is refused',
    async (wrong) => {
      const { cookie } = await signIn(pool);
      expect((await keep(cookie, { ...draft, ...wrong })).status).toBe(400);
    },
  );
});
