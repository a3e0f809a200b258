import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addUser, PASSWORD, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { countLoginAttempt, emailHash } from './login-limits.ts';

let app: FastifyInstance;
let pool: pg.Pool;
const deviceOf = (cookies: string) => /device=[\w-]+/.exec(cookies)?.[0] ?? '';
/** Also in the next period, which may begin during the test. */
const failures = (subject: string, hits: number, inSeconds: number) =>
  pool.query(
    `insert into request_counts (subject, began_at, hits)
     select $1, date_bin(period, now() + later * period, timestamptz 'epoch'), $2
     from make_interval(secs => $3) as period, generate_series(0, 1) as later
     on conflict (subject, began_at) do update set hits = $2`,
    [subject, hits, inSeconds],
  );
const logIn = (email: string, password: string, more = {}) => postJson(app, '/api/login', { email, password }, more);

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});
beforeEach(() => pool.query('delete from request_counts'));

describe('login attempts', () => {
  const from = (ip: string) => ({ ip });

  test('are rejected after 10 failures from one network, even with the right password', async () => {
    const { email } = await addUser(pool);
    for (let guess = 0; guess < 10; guess++) expect((await logIn(email, `guess ${guess}`)).status).toBe(200);
    const refused = await logIn(email, PASSWORD);
    expect(refused).toMatchObject({ status: 429, body: { flag: '0', code: 'too_many' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('are counted when concurrent', async () => {
    const { email } = await addUser(pool);
    const guesses = await Promise.all(Array.from({ length: 30 }, (_, guess) => logIn(email, `guess ${guess}`)));
    expect(guesses.filter(({ status }) => status === 200)).toHaveLength(10);
  });

  test('from one network do not lock the account elsewhere', async () => {
    const { email } = await addUser(pool);
    for (let guess = 0; guess < 11; guess++) await logIn(email, `guess ${guess}`, from('198.51.100.1'));
    expect((await logIn(email, PASSWORD, from('203.0.113.9'))).body.flag).toBe('1');
  });

  test('from 6 networks do not lock the account on a clean network, only delay it', async () => {
    const { email } = await addUser(pool);
    const guesses = Array.from({ length: 6 }, async (_, network) => {
      for (let guess = 0; guess < 10; guess++) await logIn(email, `guess ${guess}`, from(`198.51.100.${network}`));
    });
    await Promise.all(guesses);
    const began = performance.now();
    expect((await logIn(email, PASSWORD, from('203.0.113.1'))).body.flag).toBe('1');
    expect(performance.now() - began).toBeGreaterThan(245);
  });

  test('at an attacked account are rejected after 3 failures of a network, except on known devices', async () => {
    const { email } = await addUser(pool);
    const device = deviceOf((await logIn(email, PASSWORD)).cookies);
    await failures(`login ${emailHash(email)}`, 20, 3_600);
    for (let guess = 0; guess < 3; guess++) await logIn(email, `guess ${guess}`);
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    expect((await logIn(email, PASSWORD, { cookie: device })).body.flag).toBe('1');
    const otherDevice = deviceOf((await logIn((await addUser(pool)).email, PASSWORD, from('203.0.113.1'))).cookies);
    expect((await logIn(email, PASSWORD, { cookie: otherDevice })).status).toBe(429);
    expect((await logIn(email, PASSWORD, from('203.0.113.1'))).body.flag).toBe('1');
  });

  test('are counted across processes, ignoring X-Forwarded-For of untrusted clients', async () => {
    const second = await testApp(pool);
    const { email } = await addUser(pool);
    for (let guess = 0; guess < 10; guess++) {
      const headers = { 'x-forwarded-for': `192.0.2.${guess}`, 'x-real-ip': `192.0.2.${guess}` };
      await postJson(guess % 2 ? app : second, '/api/login', { email, password: `guess ${guess}` }, { headers });
    }
    expect((await logIn(email, PASSWORD)).status).toBe(429);
  });

  test('are limited per network and delayed above 1,000 a minute from anywhere, except on known devices', async () => {
    const { email } = await addUser(pool);
    await failures('login 192.0.2.77', 100, 900);
    expect((await logIn(email, PASSWORD, from('192.0.2.77'))).status).toBe(429);
    const { body, cookies } = await logIn(email, PASSWORD, from('192.0.2.78'));
    expect(body.flag).toBe('1');
    await failures('login', 1_000, 60);
    const attempt = { what: 'login', email, ip: '192.0.2.79' } as const;
    const onKnownDevice = await countLoginAttempt(pool, { ...attempt, knownDevice: Buffer.from('a device') });
    const elsewhere = await countLoginAttempt(pool, { ...attempt, knownDevice: null });
    expect([onKnownDevice.delayMs, elsewhere.delayMs]).toEqual([0, 2_000]);
    expect((await logIn(email, PASSWORD, { ...from('192.0.2.79'), cookie: deviceOf(cookies) })).body.flag).toBe('1');
    const began = performance.now();
    expect((await logIn(email, PASSWORD, from('192.0.2.79'))).body.flag).toBe('1');
    expect(performance.now() - began).toBeGreaterThan(1_990);
  });

  test.each([
    ['/56', 40, '2001:db8:0:1ff::1', '2001:db8:0:200::1'],
    ['/48', 160, '2001:db8:0:900::1', '2001:db8:1::1'],
  ])('are counted per IPv6 %s network', async (width, limit, same, other) => {
    const { email } = await addUser(pool);
    const network = width === '/56' ? '2001:db8:0:100::/56' : '2001:db8:0::/48';
    await failures(`login ${emailHash(email)} ${network}`, limit - 1, 900);
    expect((await logIn(email, 'wrong one', from(same))).status).toBe(200);
    expect((await logIn(email, PASSWORD, from(same))).status).toBe(429);
    expect((await logIn(email, PASSWORD, from(other))).body.flag).toBe('1');
  });

  test('are counted per IPv6 /64 network', async () => {
    const { email } = await addUser(pool);
    for (let guess = 0; guess < 10; guess++) await logIn(email, `guess ${guess}`, from(`2001:db8:0:7::${guess}`));
    expect((await logIn(email, PASSWORD, from('2001:db8:0:7:ffff::1'))).status).toBe(429);
    expect((await logIn(email, PASSWORD, from('2001:db8:0:8::1'))).body.flag).toBe('1');
  });

  test('from the same network do not block a known device', async () => {
    const { email } = await addUser(pool);
    const { cookies } = await logIn(email, PASSWORD);
    for (let guess = 0; guess < 11; guess++) await logIn(email, `guess ${guess}`);
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    const device = /device=[\w-]+/.exec(cookies)?.[0] ?? '';
    expect((await logIn(email, PASSWORD, { cookie: device })).body.flag).toBe('1');
  });

  test('are rejected after 300 successful logins from one network', async () => {
    const { email } = await addUser(pool);
    await pool.query(
      "insert into request_counts (subject, began_at, hits) values ('login right 127.0.0.1', date_bin('900 seconds', now(), timestamptz 'epoch'), 300)",
    );
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    const { cookies } = await logIn(email, PASSWORD, from('203.0.113.9'));
    expect((await logIn(email, PASSWORD, { cookie: deviceOf(cookies) })).body.flag).toBe('1');
  });

  test('that succeed are not counted', async () => {
    const { email } = await addUser(pool);
    for (let login = 0; login < 12; login++) expect((await logIn(email, PASSWORD)).body.flag).toBe('1');
  });

  test('of administrators have a separate limit', async () => {
    const { email } = await signInAdmin(pool, { fromEnvironment: true });
    const logInAdmin = (password: string) => postJson(app, '/api/admin/admin/login', { email, password });
    expect((await logInAdmin('wrong one')).body).toEqual({ flag: '0', message: 'Invalid email or password' });
    for (let guess = 0; guess < 9; guess++) await logInAdmin(`guess ${guess}`);
    expect((await logInAdmin(PASSWORD)).status).toBe(429);
  });

  test('at an administrator block neither a known device nor a clean network', async () => {
    const { email } = await signInAdmin(pool, { fromEnvironment: true });
    const logInAdmin = (password: string, more = {}) =>
      postJson(app, '/api/admin/admin/login', { email, password }, more);
    const { cookies } = await logInAdmin(PASSWORD);
    const device = /device=[\w-]+/.exec(cookies)?.[0] ?? '';
    await failures(`admin login ${emailHash(email)}`, 60, 3_600);
    expect((await logInAdmin(PASSWORD, from('203.0.113.1'))).body.flag).toBe('1');
    for (let guess = 0; guess < 3; guess++) await logInAdmin(`guess ${guess}`, from('203.0.113.1'));
    expect((await logInAdmin(PASSWORD, from('203.0.113.1'))).status).toBe(429);
    expect((await logInAdmin(PASSWORD, { ...from('203.0.113.1'), cookie: device })).body.flag).toBe('1');
  });
});
