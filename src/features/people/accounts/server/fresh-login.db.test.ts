import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, sessionOf, signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo } from '../../../../../tests/support/mail/mails.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const NEEDED = 'Enter your current password to change your email.';
const WRONG = 'This isn’t your current password.';

let app: FastifyInstance;
let pool: pg.Pool;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});
beforeEach(() => pool.query('delete from request_counts'));

type User = Awaited<ReturnType<typeof signIn>>;

const newAddress = ({ id }: User) => `new-${id}@buyers.example`;
/** Sends the specified call with a new address. `more` adds fields or replaces them. */
const changeAddress = (user: User, more: Record<string, unknown> = {}) =>
  postJson(
    app,
    '/api/update-profile',
    { id: user.id, name: 'Amina O.', email: newAddress(user), mobile: '0712345678', ...more },
    { cookie: user.cookie },
  );
const profileOf = async ({ cookie }: User) => (await getJson(app, '/api/get-profile', cookie)).body;

/** Makes the user's sessions look as if they proved the password so many minutes ago. */
const age = ({ id }: User, minutes: number) =>
  pool.query('update sessions set proved_at = now() - make_interval(mins => $2) where user_id = $1', [id, minutes]);

test('a new address needs no password within 10 minutes of the login', async () => {
  const user = await signIn(pool);
  await age(user, 9);
  expect((await changeAddress(user)).body).toMatchObject({ flag: '1', message: expect.stringContaining('link') });
  expect((await profileOf(user)).pendingEmail).toBe(newAddress(user));
});

test('a new address later needs the password, and without it nothing is saved or emailed', async () => {
  const user = await signIn(pool);
  await age(user, 11);
  for (const none of [undefined, '']) {
    const { status, body } = await changeAddress(user, { password: none });
    expect(status).toBe(200);
    expect(body).toEqual({ flag: '0', message: NEEDED, fields: { password: NEEDED } });
  }
  expect(await profileOf(user)).toMatchObject({ name: 'Amina Otieno', pendingEmail: null });
  expect([...(await mailsTo(pool, newAddress(user))), ...(await mailsTo(pool, user.email))]).toEqual([]);
});

test('the right password allows the change and counts as a new login of this session only', async () => {
  const user = await signIn(pool);
  const elsewhere = { ...user, cookie: await sessionOf(pool, user.id) };
  await age(user, 11);
  expect((await changeAddress(user, { password: PASSWORD })).body.flag).toBe('1');
  expect((await changeAddress(user)).body.flag).toBe('1');
  expect((await changeAddress(elsewhere)).body.message).toBe(NEEDED);
});

test('a login by the call makes its own session fresh', async () => {
  const user = await signIn(pool);
  await age(user, 11);
  const { cookies } = await postJson(app, '/api/login', { email: user.email, password: PASSWORD });
  expect((await changeAddress({ ...user, cookie: cookies })).body.flag).toBe('1');
});

test('a wrong password is refused even in a fresh session, and audited', async () => {
  const user = await signIn(pool);
  const { status, body } = await changeAddress(user, { password: 'not the password' });
  expect(status).toBe(200);
  expect(body).toEqual({ flag: '0', message: WRONG, fields: { password: WRONG } });
  expect((await profileOf(user)).pendingEmail).toBeNull();
  const { rows } = await pool.query("select action from audit_log where subject_kind = 'user' and subject_id = $1", [
    user.id,
  ]);
  expect(rows).toEqual([{ action: 'wrong password given' }]);
});

test('answers 429 after 10 wrong passwords, even to the right one', async () => {
  const user = await signIn(pool);
  await age(user, 11);
  for (let guess = 0; guess < 10; guess++) await changeAddress(user, { password: `guess ${guess}` });
  expect((await changeAddress(user, { password: PASSWORD })).status).toBe(429);
});

test('name and mobile number need no password', async () => {
  const user = await signIn(pool);
  await age(user, 11);
  expect((await changeAddress(user, { email: user.email })).body).toEqual({
    flag: '1',
    message: 'Profile updated successfully',
  });
  expect((await changeAddress(user, { email: user.email.toUpperCase() })).body.flag).toBe('1');
});

test('password change, data download and account deletion need the password even after a fresh login', async () => {
  const { id, cookie } = await signIn(pool);
  const passwords = { npass: 'new harbour crane', cpass: 'new harbour crane' };
  for (const [path, body] of [
    ['/api/change-password', { id, ...passwords }],
    ['/api/change-password', { id, ...passwords, opass: 'not the password' }],
    ['/api/my-data', { id }],
    ['/api/my-data', { id, password: 'not the password' }],
    ['/api/delete-account', { id }],
    ['/api/delete-account', { id, password: 'not the password' }],
  ] as const) {
    const answer = await postJson(app, path, body, { cookie });
    expect([path, answer.body.flag]).toEqual([path, '0']);
    expect(answer.body.profile).toBeUndefined();
  }
  expect((await getJson(app, '/api/get-profile', cookie)).status).toBe(200);
});
