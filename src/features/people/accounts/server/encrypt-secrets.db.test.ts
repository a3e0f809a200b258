import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { resetPerson } from '#features/people/staff/server/operator-people.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { openSecretBox } from '#lib/server/secrets/secret-box.ts';
import { addUser, PASSWORD, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { PasswordHasher } from './password-hasher.ts';
import { encryptSecrets, secretPlace } from './second-factor-store.ts';

const newKey = () => randomBytes(32).toString('base64');
const [KEY, NEXT] = [newKey(), newKey()];
const box = (ENCRYPTION_KEY: string, ENCRYPTION_OLD_KEYS = '') =>
  openSecretBox(readConfig({ ENCRYPTION_KEY, ENCRYPTION_OLD_KEYS }));

let pool: pg.Pool;
let app: FastifyInstance;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { ENCRYPTION_KEY: KEY });
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  await pool.query('delete from admin_second_factors');
  await pool.query('delete from user_second_factors');
});

const secretOf = async (id: number) =>
  (await pool.query('select secret from admin_second_factors where admin_id = $1', [id])).rows[0].secret as string;
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
const logIn = async (email: string, code: string, on = app) =>
  (await postJson(on, '/api/admin/admin/login', { email, password: PASSWORD, code })).body.flag;

/** An administrator as version 0.2 stored one, with the secret in plain form. */
async function withPlainSecret() {
  const admin = await signInAdmin(pool, { fromEnvironment: true });
  const secret = new Secret({ size: 20 }).base32;
  await pool.query('insert into admin_second_factors (admin_id, secret, confirmed_at) values ($1, $2, now())', [
    admin.id,
    secret,
  ]);
  return { ...admin, secret };
}

async function withFactor() {
  const admin = await signInAdmin(pool, { fromEnvironment: true });
  const call = async (name: string, body: object) =>
    (await postJson(app, `/api/admin/second-factor/${name}`, body, { cookie: admin.cookie })).body;
  const { secret } = await call('begin', { password: PASSWORD });
  const { recoveryCodes } = await call('confirm', { code: codeOf(secret) });
  await pool.query('update admin_second_factors set last_step = 0');
  return { ...admin, secret: secret as string, recoveryCodes: recoveryCodes as string[] };
}

test('a new secret is stored encrypted', async () => {
  const { id, email, secret } = await withFactor();
  expect(await secretOf(id)).toMatch(/^v1\.[0-9a-f]{8}\./);
  expect(await secretOf(id)).not.toContain(secret);
  expect(await logIn(email, codeOf(secret))).toBe('1');
});

test('encrypts plain secrets once, and accepts their codes only afterwards', async () => {
  const { id, email, secret } = await withPlainSecret();
  expect(await logIn(email, codeOf(secret))).toBe('0');
  expect(await encryptSecrets(pool, box(KEY))).toEqual({ encrypted: 1, unreadable: 0 });
  const stored = await secretOf(id);
  expect(stored).not.toContain(secret);
  expect(await encryptSecrets(pool, box(KEY))).toEqual({ encrypted: 0, unreadable: 0 });
  expect(await secretOf(id)).toBe(stored);
  expect(await logIn(email, codeOf(secret))).toBe('1');
});

test('encrypts all secrets with a new key, after which the old key is not needed', async () => {
  const { id, email, secret } = await withFactor();
  const user = await addUser(pool);
  await pool.query('insert into user_second_factors (user_id, secret) values ($1, $2)', [
    user.id,
    box(KEY).seal(secret, secretPlace('user', user.id)),
  ]);
  expect(await encryptSecrets(pool, box(NEXT, KEY))).toEqual({ encrypted: 2, unreadable: 0 });
  expect((await secretOf(id)).startsWith(box(NEXT).prefix)).toBe(true);
  const { rows } = await pool.query('select secret from user_second_factors');
  expect(box(NEXT).open(rows[0].secret, secretPlace('user', user.id))).toBe(secret);
  expect(await logIn(email, codeOf(secret), await testApp(pool, { ENCRYPTION_KEY: NEXT }))).toBe('1');
});

test('encrypts more rows than one batch, even in two concurrent processes', async () => {
  await pool.query(
    `with added as (
       insert into admins (name, email, email_key, password_hash, role) select 'Bulk', e, e, '', 'support'
       from (select 'bulk-' || n || '@office.example' as e from generate_series(1, 1200) n) names returning id)
     insert into admin_second_factors (admin_id, secret, confirmed_at) select id, repeat('A', 32), now() from added`,
  );
  await Promise.all([encryptSecrets(pool, box(KEY)), encryptSecrets(pool, box(KEY))]);
  const { rows } = await pool.query('select admin_id as id, secret from admin_second_factors');
  expect(rows).toHaveLength(1200);
  const opened = rows.map(({ id, secret }) => box(KEY).open(secret, secretPlace('admin', id)));
  expect(new Set(opened)).toEqual(new Set(['A'.repeat(32)]));
});

test('does not overwrite a secret that was replaced after it was read', async () => {
  const { id } = await withPlainSecret();
  const replacement = box(KEY).seal('B'.repeat(32), secretPlace('admin', id));
  const query = async (...input: Parameters<typeof pool.query>) => {
    const result = await pool.query(...input);
    await pool.query('update admin_second_factors set secret = $1', [replacement]);
    return result;
  };
  await encryptSecrets({ query } as unknown as pg.Pool, box(KEY));
  expect(await secretOf(id)).toBe(replacement);
});

test('rejects codes of a secret that was copied to another row', async () => {
  const [mine, theirs] = [await withFactor(), await withFactor()];
  await pool.query('update admin_second_factors set secret = $2 where admin_id = $1', [
    theirs.id,
    await secretOf(mine.id),
  ]);
  expect(await logIn(theirs.email, codeOf(mine.secret))).toBe('0');
});

test('without the key, app codes fail, recovery codes work, and the secrets stay', async () => {
  const { id, email, secret, recoveryCodes } = await withFactor();
  const stored = await secretOf(id);
  const without = await testApp(pool, { ENCRYPTION_KEY: NEXT });
  expect(await encryptSecrets(pool, box(NEXT))).toEqual({ encrypted: 0, unreadable: 1 });
  expect(await secretOf(id)).toBe(stored);
  expect(await logIn(email, codeOf(secret), without)).toBe('0');
  expect(await logIn(email, recoveryCodes[0]!, without)).toBe('1');
  expect(await logIn(email, codeOf(secret))).toBe('1');
});

test('without the key, the command that resets a person restores access', async () => {
  const { email } = await withFactor();
  const without = await testApp(pool, { ENCRYPTION_KEY: NEXT });
  const password = await resetPerson({ pool, hasher: new PasswordHasher() }, email);
  const { body } = await postJson(without, '/api/admin/admin/login', { email, password });
  expect(body.flag).toBe('1');
});

test('the database refuses new plain secrets of users', async () => {
  const user = await addUser(pool);
  const insert = pool.query('insert into user_second_factors (user_id, secret) values ($1, $2)', [
    user.id,
    'A'.repeat(32),
  ]);
  await expect(insert).rejects.toThrow('secret_is_encrypted');
});
