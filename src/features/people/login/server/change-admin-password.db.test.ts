import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo } from '../../../../../tests/support/mail/mails.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const NEW = 'another crane 8';
type Admin = Awaited<ReturnType<typeof signInAdmin>>;
let app: FastifyInstance;
let pool: pg.Pool;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});
beforeEach(() => pool.query('delete from request_counts'));

const change = (cookie: string, more: object = {}) =>
  postJson(app, '/api/admin/change-password', { opass: PASSWORD, npass: NEW, cpass: NEW, ...more }, { cookie });
const logIn = (email: string, password: string) => postJson(app, '/api/admin/admin/login', { email, password });
const isSignedIn = async (cookie: string) => (await getJson(app, '/api/admin/second-factor', cookie)).status === 200;

/** Logs the administrator in on another browser and returns its cookie. */
async function elsewhere({ email }: Admin): Promise<string> {
  const { cookies } = await logIn(email, PASSWORD);
  return cookies;
}

test('ends other sessions, renews this one, emails the administrator and writes an audit entry', async () => {
  const admin = await signInAdmin(pool, { fromEnvironment: true });
  const other = await elsewhere(admin);
  const stranger = await signInAdmin(pool, { fromEnvironment: true });
  const { body, cookies } = await change(admin.cookie);
  expect(body).toMatchObject({ flag: '1' });
  const signedIn = [
    await isSignedIn(other),
    await isSignedIn(admin.cookie),
    await isSignedIn(cookies),
    await isSignedIn(stranger.cookie),
  ];
  expect(signedIn).toEqual([false, false, true, true]);
  expect((await logIn(admin.email, PASSWORD)).body.flag).toBe('0');
  expect((await logIn(admin.email, NEW)).body.flag).toBe('1');
  expect((await mailsTo(pool, admin.email)).map(({ subject }) => subject)).toEqual(['Your password was changed']);
  const { rows } = await pool.query(
    `select actor_kind, actor_id, subject_kind, subject_id from audit_log where action = 'password changed'`,
  );
  expect(rows).toEqual([{ actor_kind: 'admin', actor_id: admin.id, subject_kind: 'admin', subject_id: admin.id }]);
});

test('a password that users may have is too weak for the back office', async () => {
  const { cookie } = await signInAdmin(pool, { fromEnvironment: true });
  const { body } = await change(cookie, { npass: 'Password123!', cpass: 'Password123!' });
  expect(body).toMatchObject({ flag: '0', fields: { npass: expect.stringContaining('10 characters') } });
});

test('validates the current password, the new one and its confirmation', async () => {
  const { email, cookie } = await signInAdmin(pool, { fromEnvironment: true });
  for (const [sent, field] of [
    [{ opass: 'not the password' }, 'opass'],
    [{ npass: 'short', cpass: 'short' }, 'npass'],
    [{ cpass: 'a different one' }, 'cpass'],
  ] as const) {
    expect(Object.keys((await change(cookie, sent)).body.fields), field).toEqual([field]);
  }
  expect((await logIn(email, PASSWORD)).body.flag).toBe('1');
});

test('applies the password policy of users', async () => {
  const strict = await testApp(pool, { PASSWORD_POLICY: 'strict' });
  const { cookie } = await signInAdmin(pool, { fromEnvironment: true });
  const sent = { opass: PASSWORD, npass: 'password1', cpass: 'password1' };
  const { body } = await postJson(strict, '/api/admin/change-password', sent, { cookie });
  expect(body).toMatchObject({ flag: '0', fields: { npass: /lists of common passwords/ } });
});

test('answers 429 after 10 wrong passwords; of two concurrent changes, one succeeds', async () => {
  const guesser = await signInAdmin(pool, { fromEnvironment: true });
  for (let guess = 0; guess < 10; guess++) await change(guesser.cookie, { opass: `guess ${guess}` });
  expect((await change(guesser.cookie)).status).toBe(429);
  const { cookie } = await signInAdmin(pool, { fromEnvironment: true });
  const answers = await Promise.all([change(cookie), change(cookie, { npass: 'a third one', cpass: 'a third one' })]);
  expect(answers.filter(({ body }) => body.flag === '1')).toHaveLength(1);
});

test('rejects users with 403 and keeps sessions and devices of a user with the same id', async () => {
  const admin = await signInAdmin(pool, { fromEnvironment: true });
  let user = await signIn(pool);
  while (user.id < admin.id) user = await signIn(pool);
  expect([user.id, (await change(user.cookie)).status]).toEqual([admin.id, 403]);
  await postJson(app, '/api/login', { email: user.email, password: PASSWORD });
  await change(admin.cookie);
  expect((await getJson(app, '/api/get-profile', user.cookie)).status).toBe(200);
  const { rowCount } = await pool.query('select 1 from known_devices where user_id = $1', [user.id]);
  expect(rowCount).toBe(1);
});
