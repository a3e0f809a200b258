import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { HOSTILE_TEXTS, PEOPLE } from '../../../../tests/fixtures/names.ts';
import { PASSWORD, signIn } from '../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let pool: pg.Pool;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});

test('stores and returns names in every script unchanged except for NFC', async () => {
  const { id, email, cookie } = await signIn(pool);
  for (const name of PEOPLE) {
    await pool.query('delete from request_counts');
    const saved = await postJson(app, '/api/update-profile', { id, name, email, mobile: '0712345678' }, { cookie });
    expect(saved.body, name).toMatchObject({ flag: '1' });
    expect((await getJson(app, '/api/get-profile', cookie)).body.name).toBe(name.normalize('NFC'));
  }
});

test('answers hostile text without a server error', async () => {
  const { id, email, cookie } = await signIn(pool);
  for (const text of HOSTILE_TEXTS) {
    await pool.query('delete from request_counts');
    const answers = await Promise.all([
      postJson(app, '/api/update-profile', { id, name: text, email, mobile: text }, { cookie }),
      postJson(app, '/api/update-profile', { id, name: text, email, mobile: '0712345678' }, { cookie }),
      postJson(app, '/api/login', { email: text, password: text }),
      postJson(app, '/api/register', { name: text, email: text, mobileno: text, password: text }),
      postJson(app, '/api/password-reset', { email: text }),
      postJson(app, '/api/confirm-email', { token: text }),
      postJson(app, '/api/newsletter', { email: text }),
      getJson(app, `/api/get-profile?${new URLSearchParams({ id: text })}`, cookie),
      getJson(app, '/api/session', `session=${encodeURIComponent(text.toWellFormed())}`),
    ]);
    expect(answers.filter(({ status }) => status >= 500).length, text).toBe(0);
  }
  expect((await postJson(app, '/api/login', { email, password: PASSWORD })).body.flag).toBe('1');
}, 60_000);
