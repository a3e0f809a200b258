import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo } from '../../../../../tests/support/mail/mails.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const NEEDED = 'Enter the code from your authenticator app.';
const WRONG = 'This code is wrong or was already used. Wait for the next one and try again.';
const PASSWORD_NEEDED = 'Enter your current password to continue.';
const STRANGER = '203.0.113.7';

let app: FastifyInstance;
let pool: pg.Pool;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});
beforeEach(() => pool.query('delete from request_counts'));

type User = Awaited<ReturnType<typeof signIn>>;

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
const call = async (name: string, body: object, { cookie }: Pick<User, 'cookie'>) =>
  (await postJson(app, `/api/second-factor/${name}`, body, { cookie })).body;
const logIn = ({ email }: User, code?: string, more: { cookie?: string; ip?: string } = {}) =>
  postJson(app, '/api/login', { email, password: PASSWORD, ...(code !== undefined && { code }) }, more);
const stateOf = async ({ cookie }: User) => (await getJson(app, '/api/second-factor', cookie)).body;
const age = ({ id }: User) =>
  pool.query("update sessions set proved_at = now() - interval '11 minutes' where user_id = $1", [id]);
/** Makes codes that were used look long ago. */
const resetUsedSteps = () => pool.query('update user_second_factors set last_step = 0');
const subjectsTo = async ({ email }: User) => (await mailsTo(pool, email)).map(({ subject }) => subject);

async function withSecondFactor() {
  const user = await signIn(pool);
  const { secret } = await call('begin', {}, user);
  const { recoveryCodes } = await call('confirm', { code: codeOf(secret) }, user);
  await resetUsedSteps();
  return { user, secret: secret as string, recoveryCodes: recoveryCodes as string[] };
}

describe('turning it on', () => {
  test('gives recovery codes once, stores them as hashes, ends other sessions and emails the user', async () => {
    const user = await signIn(pool);
    const elsewhere = await sessionOf(pool, user.id);
    const { secret, uri } = await call('begin', {}, user);
    expect(uri).toContain(encodeURIComponent(user.email));
    const { flag, recoveryCodes } = await call('confirm', { code: codeOf(secret) }, user);
    expect([flag, recoveryCodes.length]).toEqual(['1', 8]);
    expect(await stateOf(user)).toEqual({ flag: '1', on: true, recoveryCodesLeft: 8 });
    expect((await getJson(app, '/api/second-factor', elsewhere)).status).toBe(401);
    expect(await subjectsTo(user)).toEqual(['Two-factor authentication is on']);
    const { rows } = await pool.query(
      'select f.secret, c.code_hash::text as hash from user_second_factors f join user_recovery_codes c using (user_id) where user_id = $1',
      [user.id],
    );
    expect(rows).toHaveLength(8);
    expect(rows[0].secret).toMatch(/^v1\./);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('needs the password when the last proof is over 10 minutes old', async () => {
    const user = await signIn(pool);
    await age(user);
    expect(await call('begin', {}, user)).toEqual({
      flag: '0',
      message: PASSWORD_NEEDED,
      fields: { password: PASSWORD_NEEDED },
    });
    expect((await call('begin', { password: 'not the password' }, user)).fields).toEqual({
      password: 'This isn’t your current password.',
    });
    expect((await call('begin', { password: PASSWORD }, user)).flag).toBe('1');
  });
});

describe('a login', () => {
  test('without a second factor ignores any code', async () => {
    const user = await signIn(pool);
    for (const code of [undefined, '', '000000'])
      expect((await logIn(user, code)).body).toEqual({
        flag: '1',
        message: 'Successfully logged in',
        name: 'Amina Otieno',
        id: user.id,
      });
  });

  test('asks for the code after the right password only, and opens no session before', async () => {
    const { user, secret } = await withSecondFactor();
    const asked = await logIn(user);
    expect(asked).toMatchObject({ status: 200, cookies: '' });
    expect(asked.body).toEqual({ flag: '0', message: NEEDED, fields: { code: NEEDED } });
    const guessed = await postJson(app, '/api/login', {
      email: user.email,
      password: 'wrong one',
      code: codeOf(secret),
    });
    expect(guessed.body).toEqual({ flag: '0', message: 'You entered the wrong email ID or password' });
    expect((await logIn(user, '000000')).body.fields).toEqual({ code: WRONG });
    const right = await logIn(user, codeOf(secret));
    expect(right.body).toMatchObject({ flag: '1', id: user.id });
    expect((await getJson(app, '/api/get-profile', right.cookies)).status).toBe(200);
  });

  test('accepts a code and a recovery code once each, even concurrently', async () => {
    const { user, secret, recoveryCodes } = await withSecondFactor();
    const [code, spare] = [codeOf(secret), recoveryCodes[0]!];
    for (const each of [code, spare]) {
      const both = await Promise.all([logIn(user, each), logIn(user, each)]);
      expect(both.map(({ body }) => body.flag).sort()).toEqual(['0', '1']);
    }
    expect(await stateOf(user)).toMatchObject({ recoveryCodesLeft: 7 });
  });

  test('of one account does not accept a code of another', async () => {
    const [mine, theirs] = [await withSecondFactor(), await withSecondFactor()];
    expect((await logIn(theirs.user, codeOf(mine.secret))).body.flag).toBe('0');
    expect((await logIn(theirs.user, mine.recoveryCodes[0])).body.flag).toBe('0');
  });

  test('by repeating the sign-up needs the code too', async () => {
    const typed = { name: 'Amina', mobileno: '0712345678', email: 'repeated@buyers.example', password: PASSWORD };
    const { cookies } = await postJson(app, '/api/register', typed);
    const { secret } = await call('begin', {}, { cookie: cookies });
    await call('confirm', { code: codeOf(secret) }, { cookie: cookies });
    const again = await postJson(app, '/api/register', typed);
    expect([again.body.flag, again.cookies]).toEqual(['0', '']);
  });
});

describe('guessing codes', () => {
  /** Wrong codes with the right password, each from another network. */
  async function guess(user: User, count: number, first = 0): Promise<void> {
    for (let number = 0; number < count; number++) {
      await logIn(user, '000000', { ip: `198.51.${first + number}.7` });
      await pool.query("delete from request_counts where subject like 'login%'");
    }
  }

  test('is limited per network', async () => {
    const { user, secret } = await withSecondFactor();
    for (let number = 0; number < 10; number++) await logIn(user, `00000${number}`, { ip: STRANGER });
    expect((await logIn(user, codeOf(secret), { ip: STRANGER })).status).toBe(429);
    expect((await logIn(user, codeOf(secret))).body.flag).toBe('1');
  });

  test('from anywhere ends after 30 a day for unknown browsers, while known ones and recovery codes still work', async () => {
    const { user, secret, recoveryCodes } = await withSecondFactor();
    const known = (await logIn(user, codeOf(secret))).cookies;
    await resetUsedSteps();
    await guess(user, 30);
    const refused = await logIn(user, codeOf(secret), { ip: STRANGER });
    expect(refused.body).toMatchObject({ flag: '0', fields: { code: expect.stringContaining('Use a recovery code') } });
    expect((await logIn(user, codeOf(secret), { cookie: known })).body.flag).toBe('1');
    expect((await logIn(user, recoveryCodes[0], { ip: STRANGER })).body.flag).toBe('1');
  });

  test('cannot be done, or used up, without the password', async () => {
    const { user, secret } = await withSecondFactor();
    for (let number = 0; number < 31; number++) {
      await postJson(app, '/api/login', { email: user.email, password: 'wrong one', code: '000000' }, { ip: STRANGER });
      await pool.query("delete from request_counts where subject like 'login%'");
    }
    expect((await logIn(user, codeOf(secret))).body.flag).toBe('1');
  });
});

describe('turning it off', () => {
  test('needs a fresh login or the password, and a code', async () => {
    const { user, secret, recoveryCodes } = await withSecondFactor();
    await age(user);
    const code = codeOf(secret);
    expect((await call('disable', { code }, user)).fields).toEqual({ password: PASSWORD_NEEDED });
    expect((await call('disable', { code, password: 'not the password' }, user)).flag).toBe('0');
    expect((await call('disable', { code: '000000', password: PASSWORD }, user)).fields).toEqual({ code: WRONG });
    expect((await stateOf(user)).on).toBe(true);
    expect((await call('disable', { code: recoveryCodes[0] }, user)).flag).toBe('1');
    expect(await stateOf(user)).toEqual({ flag: '1', on: false, recoveryCodesLeft: 0 });
    expect(await subjectsTo(user)).toContain('Two-factor authentication is off');
    expect((await logIn(user)).body.flag).toBe('1');
  });

  test('answers 429 after 10 wrong codes', async () => {
    const { user, secret } = await withSecondFactor();
    for (let guess = 0; guess < 10; guess++) await call('disable', { code: `00000${guess}` }, user);
    const { status } = await postJson(app, '/api/second-factor/disable', { code: codeOf(secret) }, user);
    expect(status).toBe(429);
  });
});

test('new recovery codes replace the old ones, after a code and a fresh login', async () => {
  const { user, secret, recoveryCodes } = await withSecondFactor();
  expect((await call('recovery-codes', { code: '000000' }, user)).fields).toEqual({ code: WRONG });
  await age(user);
  expect((await call('recovery-codes', { code: codeOf(secret) }, user)).fields).toEqual({ password: PASSWORD_NEEDED });
  const renewed = await call('recovery-codes', { code: codeOf(secret), password: PASSWORD }, user);
  expect(renewed.recoveryCodes).toHaveLength(8);
  expect(await subjectsTo(user)).toContain('Your recovery codes were replaced');
  expect((await logIn(user, recoveryCodes[0])).body.flag).toBe('0');
  expect((await logIn(user, renewed.recoveryCodes[0])).body.flag).toBe('1');
});

describe('a reset by the back office', () => {
  const reset = (id: number, { cookie }: { cookie: string }) =>
    postJson(app, `/api/admin/users/${id}/second-factor`, undefined, { method: 'DELETE', cookie });

  test('turns it off, ends sessions, emails the user and is audited under the person', async () => {
    const { user } = await withSecondFactor();
    const support = await signInAdmin(pool, { role: 'support' });
    const detail = async () => (await getJson(app, `/api/admin/users/${user.id}`, support.cookie)).body.user;
    expect((await detail()).secondFactor).toBe(true);
    expect((await reset(user.id, support)).body.flag).toBe('1');
    expect((await detail()).secondFactor).toBe(false);
    expect((await getJson(app, '/api/get-profile', user.cookie)).status).toBe(401);
    expect((await logIn(user)).body.flag).toBe('1');
    expect(await subjectsTo(user)).toContain('Your two-factor authentication was turned off');
    const { rows } = await pool.query(
      "select actor_kind, actor_id from audit_log where action = 'second factor reset' and subject_id = $1",
      [user.id],
    );
    expect(rows).toEqual([{ actor_kind: 'admin', actor_id: support.id }]);
    expect((await reset(user.id, support)).body).toMatchObject({ flag: '0', message: 'Two-factor isn’t on.' });
  });

  test('is refused to roles that may not change users', async () => {
    const { user } = await withSecondFactor();
    expect((await reset(user.id, await signInAdmin(pool, { role: 'finance' }))).status).toBe(403);
    expect((await stateOf(user)).on).toBe(true);
  });
});

test('audits every step, and the exported history shows them to the user', async () => {
  const { user, secret } = await withSecondFactor();
  await logIn(user);
  await logIn(user, '000000');
  await logIn(user, codeOf(secret));
  const { rows } = await pool.query(
    "select action from audit_log where subject_kind = 'user' and subject_id = $1 order by id",
    [user.id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'second factor begun',
    'second factor on',
    'login code asked',
    'login failed',
    'login',
  ]);
});

test('deleting the account deletes it', async () => {
  const { user } = await withSecondFactor();
  await postJson(app, '/api/delete-account', { password: PASSWORD }, { cookie: user.cookie });
  const { rows } = await pool.query(
    'select user_id from user_second_factors where user_id = $1 union all select user_id from user_recovery_codes where user_id = $1',
    [user.id],
  );
  expect(rows).toEqual([]);
});
