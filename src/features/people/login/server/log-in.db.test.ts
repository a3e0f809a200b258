import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PasswordHasher } from '#features/people/accounts/server/password-hasher.ts';
import { SecretBox } from '#lib/server/secrets/secret-box.ts';
import { addUser, PASSWORD, sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { logIn as enterAs } from './log-in.ts';

let app: FastifyInstance;
let pool: pg.Pool;
const WRONG = 'You entered the wrong email ID or password';
const logIn = (email: string, password: string, more = {}) => postJson(app, '/api/login', { email, password }, more);
const whoAmI = async (cookie: string) => (await getJson(app, '/api/session', cookie)).body.user;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});
beforeEach(() => pool.query('delete from request_counts'));

test('opens a session and returns name and id', async () => {
  const user = await addUser(pool, { name: 'Nguyễn Thị Ánh' });
  const { status, body, cookies, headers } = await logIn(` ${user.email.toUpperCase()} `, PASSWORD);
  expect(status).toBe(200);
  expect(body).toEqual({ flag: '1', message: 'Successfully logged in', name: 'Nguyễn Thị Ánh', id: user.id });
  expect(String(headers['set-cookie'])).toMatch(/session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/);
  expect(await whoAmI(cookies)).toEqual({ id: user.id, name: 'Nguyễn Thị Ánh' });
});

test('sets a Secure __Host- cookie on https', async () => {
  const secure = await testApp(pool, { PUBLIC_URL: 'https://cars.example' });
  const { email } = await addUser(pool);
  const { headers } = await postJson(secure, '/api/login', { email, password: PASSWORD });
  expect(String(headers['set-cookie'])).toMatch(/__Host-session=[^;]+;[^,]*Path=\/; HttpOnly; Secure; SameSite=Lax/);
});

test('accepts a password in any Unicode composition', async () => {
  const user = await addUser(pool);
  await pool.query('update users set password_hash = $2 where id = $1', [
    user.id,
    await new PasswordHasher().hash('pässwörd'),
  ]);
  expect((await logIn(user.email, 'pässwörd'.normalize('NFD'))).body.flag).toBe('1');
});

test('answers an unknown address and a wrong password alike', async () => {
  const { email } = await addUser(pool);
  const wrong = await logIn(email, 'not the password');
  const unknown = await logIn('nobody@buyers.example', 'not the password');
  expect(wrong).toMatchObject({ status: 200, body: { flag: '0', message: WRONG }, cookies: '' });
  expect(unknown.body).toEqual(wrong.body);
});

test('validates input on the server with a message per field', async () => {
  const { status, body } = await logIn('amina', '12345');
  expect(status).toBe(400);
  expect(body.fields).toEqual({
    email: 'Email format is invalid',
    password: 'Password should be at least 6 characters',
  });
});

test('rejects a password that is changed while it is checked', async () => {
  const user = await addUser(pool);
  const real = new PasswordHasher();
  const hasher = Object.assign(new PasswordHasher(), {
    verify: async (stored: string | null, password: string) => {
      const right = await real.verify(stored, password);
      await pool.query('update users set password_hash = $2 where id = $1', [user.id, await real.hash('another one')]);
      return right;
    },
  });
  const secrets = new SecretBox([Buffer.alloc(32)]);
  const deps = {
    pool,
    hasher,
    secrets,
    siteOrigin: '',
    passwordPolicy: 'basic' as const,
    operatorName: async () => '',
  };
  const browser = { session: undefined, device: undefined };
  const origin = { ip: '127.0.0.1', userAgent: '', requestId: 'test' };
  expect(await enterAs(deps, 'user', { email: user.email, password: PASSWORD }, browser, origin)).toMatchObject({
    ok: false,
  });
  expect((await logIn(user.email, 'another one')).body.flag).toBe('1');
});

test('an account whose stored address ends with a dot can still log in', async () => {
  const { email } = await addUser(pool, { email: 'old@buyers.example.' });
  expect((await logIn(email, PASSWORD)).body.flag).toBe('1');
});

test('sends no-store with personal data', async () => {
  const { cookie } = await signIn(pool);
  for (const url of ['/api/get-profile', '/api/session', '/api/sessions', '/api/favourites']) {
    expect((await getJson(app, url, cookie)).headers['cache-control'], url).toBe('no-store');
  }
  expect((await getJson(app, '/api/get-profile')).headers['cache-control']).toBe('no-store');
});

test('keeps at most 50 sessions per account and drops the one unused for longest', async () => {
  const { id, cookie } = await signIn(pool);
  await pool.query("update sessions set last_seen_at = now() - interval '1 hour' where user_id = $1", [id]);
  for (let login = 0; login < 50; login++) await sessionOf(pool, id);
  expect(await whoAmI(cookie)).toBeNull();
  const { rows } = await pool.query('select count(*) from sessions where user_id = $1', [id]);
  expect(rows).toEqual([{ count: 50 }]);
});

test('prevents session fixation: login ends the old session and never adopts a given one', async () => {
  const attacker = await signIn(pool);
  const victim = await addUser(pool);
  const { cookies } = await logIn(victim.email, PASSWORD, { cookie: attacker.cookie });
  expect(cookies).not.toContain(attacker.cookie);
  expect(await whoAmI(attacker.cookie)).toBeNull();
  const chosen = `session=${'A'.repeat(43)}`;
  expect((await logIn(victim.email, PASSWORD, { cookie: chosen })).cookies).not.toContain(chosen);
});

test('ends the session on the server at logout', async () => {
  const { cookie } = await signIn(pool);
  const { body, headers } = await postJson(app, '/api/logout', {}, { cookie });
  expect(body).toEqual({ flag: '1', message: 'Successfully logged out!' });
  expect(String(headers['set-cookie'])).toContain('session=;');
  expect(await whoAmI(cookie)).toBeNull();
});

test.each([
  ['unused for a week', "last_seen_at = now() - interval '7 days 1 second'"],
  ['30 days old', "created_at = now() - interval '30 days 1 second'"],
])('rejects a session that is %s', async (_, change) => {
  const { id, cookie } = await signIn(pool);
  await pool.query(`update sessions set ${change} where user_id = $1`, [id]);
  expect(await whoAmI(cookie)).toBeNull();
});

test.each([
  ['unused for half an hour', "last_seen_at = now() - interval '30 minutes 1 second'"],
  ['12 hours old', "created_at = now() - interval '12 hours 1 second'"],
])("rejects an administrator's session that is %s", async (_, change) => {
  const { id, cookie } = await signInAdmin(pool, { fromEnvironment: true });
  expect((await getJson(app, '/api/get-profile?id=1', cookie)).status).not.toBe(401);
  await pool.query(`update sessions set ${change} where admin_id = $1`, [id]);
  expect((await getJson(app, '/api/get-profile?id=1', cookie)).status).toBe(401);
});

test('extends the idle lifetime of a session on use', async () => {
  const { id, cookie } = await signIn(pool);
  await pool.query("update sessions set last_seen_at = now() - interval '6 days' where user_id = $1", [id]);
  await whoAmI(cookie);
  const { rows } = await pool.query(
    "select last_seen_at > now() - interval '1 minute' as fresh from sessions where user_id = $1",
    [id],
  );
  expect(rows).toEqual([{ fresh: true }]);
});

test.each([
  ['made inactive', "status = 'Inactive'"],
  ['deleted', 'deleted_at = now()'],
])('ends all sessions of a user who is %s and rejects login', async (_, change) => {
  const { id, email, cookie } = await signIn(pool);
  await pool.query(`update users set ${change} where id = $1`, [id]);
  expect(await whoAmI(cookie)).toBeNull();
  expect((await getJson(app, '/api/get-profile', cookie)).status).toBe(401);
  expect((await logIn(email, PASSWORD)).body.flag).toBe('0');
  await pool.query("update users set status = 'Active', deleted_at = null where id = $1", [id]);
  expect(await whoAmI(cookie)).toBeNull();
});

test('stores neither passwords nor session secrets in plain text', async () => {
  const { email } = await addUser(pool);
  const { cookies } = await logIn(email, PASSWORD);
  const token = /session=([\w-]+)/.exec(cookies)?.[1] ?? 'none';
  const { rows } = await pool.query(
    'select (select json_agg(s)::text from sessions s) || (select json_agg(u)::text from users u) as all',
  );
  expect(rows[0].all).not.toContain(token);
  expect(rows[0].all).not.toContain(PASSWORD);
  expect(rows[0].all).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
});

test('rehashes a password with other cost parameters at the next login', async () => {
  const { id, email } = await addUser(pool);
  const { hash } = await import('@node-rs/argon2');
  const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await pool.query('update users set password_hash = $2 where id = $1', [id, weak]);
  expect((await logIn(email, PASSWORD)).body.flag).toBe('1');
  const { rows } = await pool.query('select password_hash from users where id = $1', [id]);
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await logIn(email, PASSWORD)).body.flag).toBe('1');
});

describe('administrators', () => {
  test('log in with a separate table, cookie and call', async () => {
    const { id, email } = await signInAdmin(pool, { fromEnvironment: true });
    expect((await logIn(email, PASSWORD)).body.flag).toBe('0');
    const { body, cookies } = await postJson(app, '/api/admin/admin/login', { email, password: PASSWORD });
    expect(body).toMatchObject({ flag: '1', name: 'Office', id });
    expect(cookies).toMatch(/^admin-session=[\w-]{43}; device=[\w-]{43}$/);
    expect(await whoAmI(cookies)).toBeNull();
    expect((await postJson(app, '/api/admin/admin/logout', {}, { cookie: cookies })).body.flag).toBe('1');
    expect((await postJson(app, '/api/admin/admin/logout', {}, { cookie: cookies })).status).toBe(401);
  });

  test("are not authenticated by a user's secret in their cookie", async () => {
    const { id } = await addUser(pool);
    const secret = (await sessionOf(pool, id)).replace('session=', '');
    expect((await getJson(app, '/api/get-profile?id=1', `admin-session=${secret}`)).status).toBe(401);
  });

  test.each(['role', 'isAdmin', 'admin', 'admin_id', 'status'])(
    'cannot be created by sending %s at sign-up',
    async (field) => {
      const email = `${field.toLowerCase()}@buyers.example`;
      const typed = { name: 'Mallory', email, mobileno: '0712345678', password: PASSWORD, [field]: 'Active' };
      expect((await postJson(app, '/api/register', typed)).body.flag).toBe('1');
      const { rows } = await pool.query(
        'select status, (select count(*) from admins where email_key = $1) as admins from users where email_key = $1',
        [email],
      );
      expect(rows).toEqual([{ status: 'Pending', admins: 0 }]);
    },
  );
});

test('audits logins, failures and logouts append-only', async () => {
  const { id, email } = await addUser(pool);
  await logIn(email, 'not the password');
  const { cookies } = await logIn(email, PASSWORD);
  await postJson(app, '/api/logout', {}, { cookie: cookies });
  const { rows } = await pool.query(
    "select actor_kind, action, ip from audit_log where subject_kind = 'user' and subject_id = $1 order by id",
    [id],
  );
  expect(rows).toEqual([
    { actor_kind: 'visitor', action: 'login failed', ip: '127.0.0.1' },
    { actor_kind: 'user', action: 'login', ip: '127.0.0.1' },
    { actor_kind: 'user', action: 'logout', ip: '127.0.0.1' },
  ]);
  for (const change of ["update audit_log set action = 'nothing'", 'delete from audit_log', 'truncate audit_log']) {
    await expect(pool.query(change)).rejects.toThrow('append-only');
  }
});
