import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#app/app.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { PASSWORD, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson } from '../../../../../tests/support/server/test-app.ts';

const NEEDED = 'Enter the code from your authenticator app.';
const WRONG = 'This code is wrong or was already used. Wait for the next one and try again.';
const STEP_MS = 30_000;

let app: FastifyInstance;
let pool: pg.Pool;
let log = '';

beforeAll(async () => {
  ({ pool } = await testDatabase());
  const logTo = new PassThrough();
  logTo.on('data', (chunk) => {
    log += chunk;
  });
  const config = readConfig({ DATA_DIR: await scratchFolder(), LOG_LEVEL: 'debug' });
  app = await createApp({ config, pool, mode: 'test', logTo });
});
afterAll(() => app.close());
beforeEach(() => pool.query('delete from request_counts'));

type Admin = Awaited<ReturnType<typeof signInAdmin>>;

const codeOf = (secret: string, stepsOff = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: testNow().getTime() + stepsOff * STEP_MS });
const call = (name: string, body: object, { cookie }: Admin) =>
  postJson(app, `/api/admin/second-factor/${name}`, body, { cookie });
const logIn = ({ email }: Admin, code?: string, more = {}) =>
  postJson(app, '/api/admin/admin/login', { email, password: PASSWORD, ...(code !== undefined && { code }) }, more);
const getState = async ({ cookie }: Admin) => (await getJson(app, '/api/admin/second-factor', cookie)).body;
/** Makes the code of the setup look long ago. */
const resetUsedSteps = () => pool.query('update admin_second_factors set last_step = 0');

async function beginSetup(admin: Admin): Promise<string> {
  return (await call('begin', { password: PASSWORD }, admin)).body.secret;
}

async function withSecondFactor() {
  const admin = await signInAdmin(pool, { fromEnvironment: true });
  const secret = await beginSetup(admin);
  const { body } = await call('confirm', { code: codeOf(secret) }, admin);
  await resetUsedSteps();
  return { admin, secret, recoveryCodes: body.recoveryCodes as string[] };
}

describe('turning it on', () => {
  test('requires the password, then a code of the new secret; logins stay unchanged until then', async () => {
    const admin = await signInAdmin(pool, { fromEnvironment: true });
    const refused = await call('begin', { password: 'not the password' }, admin);
    expect(refused.body).toMatchObject({ flag: '0', fields: { password: 'This isn’t your current password.' } });
    expect(refused.body.secret).toBeUndefined();
    const { body } = await call('begin', { password: PASSWORD }, admin);
    expect(body).toMatchObject({ flag: '1', secret: expect.stringMatching(/^[A-Z2-7]{32}$/) });
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect((await call('confirm', { code: '000000' }, admin)).body).toMatchObject({
      flag: '0',
      fields: { code: WRONG },
    });
    expect(await getState(admin)).toEqual({ flag: '1', on: false, recoveryCodesLeft: 0 });
    expect((await logIn(admin)).body.flag).toBe('1');
    const confirmed = await call('confirm', { code: codeOf(body.secret) }, admin);
    expect(confirmed.body).toMatchObject({ flag: '1', recoveryCodes: expect.any(Array) });
    expect(await getState(admin)).toEqual({ flag: '1', on: true, recoveryCodesLeft: 8 });
    expect((await logIn(admin)).body.flag).toBe('0');
  });

  test('ends all other sessions', async () => {
    const admin = await signInAdmin(pool, { fromEnvironment: true });
    const other = await logIn(admin);
    await call('confirm', { code: codeOf(await beginSetup(admin)) }, admin);
    expect((await getJson(app, '/api/admin/second-factor', other.cookies)).status).toBe(401);
    expect((await getState(admin)).on).toBe(true);
  });

  test('fails after 15 minutes and with a replaced secret', async () => {
    const admin = await signInAdmin(pool, { fromEnvironment: true });
    const first = await beginSetup(admin);
    const second = await beginSetup(admin);
    expect((await call('confirm', { code: codeOf(first) }, admin)).body.flag).toBe('0');
    await pool.query("update admin_second_factors set begun_at = now() - interval '16 minutes' where admin_id = $1", [
      admin.id,
    ]);
    expect((await call('confirm', { code: codeOf(second) }, admin)).body).toMatchObject({
      flag: '0',
      message: 'This took too long. Start again with a new setup key.',
    });
  });

  test('fails if already on and keeps the secret', async () => {
    const { admin, secret } = await withSecondFactor();
    const { body } = await call('begin', { password: PASSWORD }, admin);
    expect(body).toEqual({ flag: '0', message: 'Two-factor is already on.' });
    expect((await call('confirm', { code: codeOf(secret) }, admin)).body.flag).toBe('0');
    expect((await logIn(admin, codeOf(secret))).body.flag).toBe('1');
  });

  test('does not affect other administrators', async () => {
    await withSecondFactor();
    expect((await logIn(await signInAdmin(pool, { fromEnvironment: true }))).body.flag).toBe('1');
  });
});

describe('a login', () => {
  test('with the right password requires the code and starts no session without it', async () => {
    const { admin, secret } = await withSecondFactor();
    for (const none of [undefined, '', '  ']) {
      const asked = await logIn(admin, none);
      expect(asked).toMatchObject({ status: 200, cookies: '' });
      expect(asked.body).toEqual({ flag: '0', message: NEEDED, fields: { code: NEEDED } });
    }
    const wrong = await logIn(admin, '000000');
    expect(wrong.body).toEqual({ flag: '0', message: WRONG, fields: { code: WRONG } });
    expect(wrong.cookies).toBe('');
    const right = await logIn(admin, codeOf(secret));
    expect(right.body).toMatchObject({ flag: '1', id: admin.id });
    expect((await getJson(app, '/api/admin/second-factor', right.cookies)).status).toBe(200);
  });

  test('with a wrong password does not reveal that a code is required', async () => {
    const { admin, secret } = await withSecondFactor();
    const typed = { email: admin.email, password: 'not the password', code: codeOf(secret) };
    const { body } = await postJson(app, '/api/admin/admin/login', typed);
    expect(body).toEqual({ flag: '0', message: 'Invalid email or password' });
  });

  test('accepts a code of the next step and rejects older and later ones', async () => {
    const { admin, secret } = await withSecondFactor();
    expect((await logIn(admin, codeOf(secret, -2))).body.flag).toBe('0');
    expect((await logIn(admin, codeOf(secret, 3))).body.flag).toBe('0');
    await pool.query('delete from request_counts');
    expect((await logIn(admin, codeOf(secret, 1))).body.flag).toBe('1');
  });

  test('accepts a code once, even concurrently, and no older one afterwards', async () => {
    const { admin, secret } = await withSecondFactor();
    const code = codeOf(secret);
    const both = await Promise.all([logIn(admin, code), logIn(admin, code)]);
    expect(both.map(({ body }) => body.flag).sort()).toEqual(['0', '1']);
    expect((await logIn(admin, code)).body.message).toBe(WRONG);
    expect((await logIn(admin, codeOf(secret, -1))).body.message).toBe(WRONG);
  });

  test('rejects the code that turned two-factor on', async () => {
    const admin = await signInAdmin(pool, { fromEnvironment: true });
    const code = codeOf(await beginSetup(admin));
    await call('confirm', { code }, admin);
    expect((await logIn(admin, code)).body.message).toBe(WRONG);
  });

  test('accepts each recovery code once', async () => {
    const { admin, recoveryCodes } = await withSecondFactor();
    const [code = ''] = recoveryCodes;
    expect((await logIn(admin, code.toLowerCase().replaceAll('-', ' '))).body.flag).toBe('1');
    expect((await logIn(admin, code)).body.message).toBe(WRONG);
    expect(await getState(admin)).toMatchObject({ on: true, recoveryCodesLeft: 7 });
    const another = await withSecondFactor();
    expect((await logIn(another.admin, recoveryCodes[1])).body.message).toBe(WRONG);
  });

  test('counts wrong codes but not missing ones toward the limit of failed logins', async () => {
    const { admin, secret } = await withSecondFactor();
    for (let time = 0; time < 12; time += 1) expect((await logIn(admin)).status).toBe(200);
    for (let guess = 0; guess < 10; guess += 1) expect((await logIn(admin, `00000${guess}`)).status).toBe(200);
    expect((await logIn(admin, codeOf(secret))).status).toBe(429);
  });

  test('counts concurrent wrong codes', async () => {
    const { admin } = await withSecondFactor();
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, guess) => logIn(admin, `0000${10 + guess}`)));
    expect(guesses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(10);
  });
});

describe('turning it off', () => {
  test('requires both password and code', async () => {
    const { admin, secret } = await withSecondFactor();
    const code = codeOf(secret);
    const noPassword = await call('disable', { password: 'not the password', code }, admin);
    expect(noPassword.body).toMatchObject({ flag: '0', fields: { password: expect.any(String) } });
    const noCode = await call('disable', { password: PASSWORD, code: '000000' }, admin);
    expect(noCode.body).toMatchObject({ flag: '0', fields: { code: WRONG } });
    expect((await getState(admin)).on).toBe(true);
    expect((await call('disable', { password: PASSWORD, code }, admin)).body.flag).toBe('1');
    expect(await getState(admin)).toEqual({ flag: '1', on: false, recoveryCodesLeft: 0 });
    expect((await logIn(admin)).body.flag).toBe('1');
  });

  test('accepts a recovery code', async () => {
    const { admin, recoveryCodes } = await withSecondFactor();
    const typed = { password: PASSWORD, code: recoveryCodes[3] };
    expect((await call('disable', typed, admin)).body.flag).toBe('1');
  });

  test('answers 429 after 10 wrong codes', async () => {
    const { admin, secret } = await withSecondFactor();
    const off = (code: string) => call('disable', { password: PASSWORD, code }, admin);
    for (let guess = 0; guess < 10; guess += 1) expect((await off(String(guess).padStart(6, '0'))).status).toBe(200);
    expect((await off(codeOf(secret))).status).toBe(429);
  });
});

test('audits every step and writes no secret or code to the log', async () => {
  const { admin, secret, recoveryCodes } = await withSecondFactor();
  const code = codeOf(secret);
  await logIn(admin);
  await logIn(admin, '000000');
  await logIn(admin, code);
  await logIn(admin, recoveryCodes[0]);
  await call('disable', { password: PASSWORD, code: recoveryCodes[1] }, admin);
  const { rows } = await pool.query(
    "select action, details from audit_log where subject_kind = 'admin' and subject_id = $1 order by id",
    [admin.id],
  );
  expect(rows).toEqual([
    { action: 'second factor begun', details: {} },
    { action: 'second factor on', details: {} },
    { action: 'admin login code asked', details: { code: 'missing' } },
    { action: 'admin login failed', details: { code: 'wrong' } },
    { action: 'admin login', details: {} },
    { action: 'recovery code used', details: { left: 7 } },
    { action: 'admin login', details: {} },
    { action: 'recovery code used', details: { left: 6 } },
    { action: 'second factor off', details: {} },
  ]);
  expect([secret, PASSWORD, code, ...recoveryCodes].filter((each) => log.includes(each))).toEqual([]);
});

test('stores recovery codes as hashes', async () => {
  const { admin, recoveryCodes } = await withSecondFactor();
  const { rows } = await pool.query('select * from admin_recovery_codes where admin_id = $1', [admin.id]);
  expect(rows).toHaveLength(8);
  const kept = rows.map(({ code_hash }) => code_hash.toString('latin1')).join();
  for (const each of recoveryCodes) expect(kept).not.toContain(each.replaceAll('-', ''));
});
