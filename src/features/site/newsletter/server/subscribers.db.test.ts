import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  admin = await signInAdmin(pool);
  await pool.query(
    `insert into newsletter_subscribers (email, email_key, confirmed_at)
     select 'r_' || n || '@readers.example', 'r_' || n || '@readers.example', case when n % 2 = 0 then now() end
     from generate_series(1, 60) as n`,
  );
});

const list = async (query = '') => (await getJson(app, `/api/admin/subscribers?${query}`, admin.cookie)).body;

test('pages from newest to oldest without the tokens of links', async () => {
  const first = await list();
  expect(first.items[0]).toEqual({
    id: expect.any(Number),
    email: 'r_60@readers.example',
    state: 'confirmed',
    createdAt: expect.stringMatching(/Z$/),
  });
  expect([first.items.length, first.confirmed]).toEqual([50, 30]);
  expect((await list(`after=${first.next}`)).items).toHaveLength(10);
  expect((await list('state=waiting')).items).toHaveLength(30);
  expect((await list('search=R_60')).items).toHaveLength(1);
  expect((await list('search=%25')).items).toHaveLength(0);
});

test('removes a subscriber and audits it', async () => {
  const [{ id }] = (await list('search=r_59')).items;
  const remove = () =>
    postJson(app, `/api/admin/subscribers/${id}`, undefined, { cookie: admin.cookie, method: 'DELETE' });
  expect((await remove()).status).toBe(200);
  expect((await list('search=r_59')).items).toEqual([]);
  const { rows } = await pool.query(
    "select actor_id, subject_id, details from audit_log where action = 'subscriber removed'",
  );
  const details = {
    changed: ['email', 'state'],
    before: { email: 'r…', state: 'waiting' },
    after: { email: null, state: null },
  };
  expect(rows).toEqual([{ actor_id: admin.id, subject_id: id, details }]);
  expect((await remove()).status).toBe(404);
});
