import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addUser, PASSWORD, signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo, tokenIn } from '../../../../../tests/support/mail/mails.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let pool: pg.Pool;
const NEW = 'new harbour crane';
const requestReset = (email: string, more = {}) => postJson(app, '/api/password-reset', { email }, more);
const reset = (token: string, npass = NEW) => postJson(app, '/api/reset-password', { token, npass, cpass: npass });
const logIn = (email: string, password: string) => postJson(app, '/api/login', { email, password });

async function resetMail(email: string, number = 1) {
  const mails = async () => (await mailsTo(pool, email)).filter(({ subject }) => subject === 'Set a new password');
  await expect.poll(mails).toHaveLength(number);
  return (await mails()).at(-1);
}

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PUBLIC_URL: 'https://cars.example' });
});
beforeEach(() => pool.query('delete from request_counts'));

test('sets a password once with the emailed link, ends all sessions and starts none', async () => {
  const { email, cookie } = await signIn(pool);
  expect((await requestReset(email)).body.flag).toBe('1');
  const token = tokenIn(await resetMail(email));
  const answer = await reset(token);
  expect(answer.body.flag).toBe('1');
  expect(answer.cookies).toMatch(/^__Host-device=[\w-]{43}$/);
  expect((await getJson(app, '/api/get-profile', `__Host-${cookie}`)).status).toBe(401);
  expect((await logIn(email, PASSWORD)).body.flag).toBe('0');
  expect((await logIn(email, NEW)).body.flag).toBe('1');
  expect((await reset(token, 'a third password')).body).toMatchObject({
    flag: '0',
    message: expect.stringContaining('used or has expired'),
  });
  expect((await mailsTo(pool, email)).at(-1)?.subject).toBe('Your password was changed');
});

test('answers an unknown address like a known one and sends no email', async () => {
  const { email } = await addUser(pool);
  const [known, unknown] = [await requestReset(email), await requestReset('nobody@buyers.example')];
  expect(unknown.body).toEqual(known.body);
  expect(unknown.body.flag).toBe('1');
  await resetMail(email);
  expect(await mailsTo(pool, 'nobody@buyers.example')).toEqual([]);
});

test('rejects text that is not an email address', async () => {
  for (const typed of ['', 'amina', 'a@b', 'a b@c.d']) {
    expect((await requestReset(typed)).body).toMatchObject({ flag: '0', message: 'You entered the wrong email ID.' });
  }
});

test('builds the link from the configured origin, not from request headers', async () => {
  const { email } = await addUser(pool);
  await requestReset(email, {
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  });
  const mail = await resetMail(email);
  expect(mail?.text).toContain('https://cars.example/ResetPassword?token=');
  expect(mail?.text + (mail?.html ?? '')).not.toContain('evil');
});

test('invalidates the older link when a newer one is requested', async () => {
  const { email } = await addUser(pool);
  await requestReset(email);
  const older = tokenIn(await resetMail(email));
  await requestReset(email);
  const newer = tokenIn(await resetMail(email, 2));
  expect((await reset(older)).body.flag).toBe('0');
  expect((await reset(newer)).body.flag).toBe('1');
});

test('expires a link after 30 minutes', async () => {
  const { id, email } = await addUser(pool);
  await requestReset(email);
  const token = tokenIn(await resetMail(email));
  const { rows } = await pool.query(
    'select extract(epoch from expires_at - created_at)::int as life from account_links where user_id = $1',
    [id],
  );
  expect(rows).toEqual([{ life: 1_800 }]);
  await pool.query("update account_links set expires_at = now() - interval '1 second' where user_id = $1", [id]);
  expect((await reset(token)).body.flag).toBe('0');
});

test('rejects a link after the email address of the account has changed', async () => {
  const { id, email } = await addUser(pool);
  await requestReset(email);
  const token = tokenIn(await resetMail(email));
  await pool.query(
    "update users set email = 'moved@buyers.example', email_key = 'moved@buyers.example' where id = $1",
    [id],
  );
  expect((await reset(token)).body.flag).toBe('0');
});

test('after a reset, lets only the browser that reset log in past the attempt limit', async () => {
  const { email } = await addUser(pool);
  const thief = /__Host-device=[\w-]+/.exec((await logIn(email, PASSWORD)).cookies)?.[0] ?? '';
  await requestReset(email);
  const { cookies } = await reset(tokenIn(await resetMail(email)));
  const guess = (number: number, cookie = '') =>
    postJson(app, '/api/login', { email, password: number === 0 ? NEW : `guess ${number}` }, { cookie });
  for (let number = 1; number <= 10; number++) await guess(number);
  expect((await guess(0, thief)).status).toBe(429);
  expect((await guess(0, cookies)).body.flag).toBe('1');
});

test('invalidates pending email change and confirmation links on reset', async () => {
  const { id, email, cookie } = await signIn(pool, { status: 'Pending' });
  const secure = `__Host-${cookie}`;
  const next = `next-${id}@buyers.example`;
  await postJson(app, '/api/resend-confirmation', {}, { cookie: secure });
  await postJson(
    app,
    '/api/update-profile',
    { id, name: 'Amina', email: next, mobile: '0712345678' },
    { cookie: secure },
  );
  const tokens = [tokenIn((await mailsTo(pool, email))[0]), tokenIn((await mailsTo(pool, next))[0])];
  await requestReset(email);
  await reset(tokenIn(await resetMail(email)));
  for (const token of tokens) expect((await postJson(app, '/api/confirm-email', { token })).body.flag).toBe('0');
});

test('of two concurrent uses of a link, exactly one succeeds', async () => {
  const { email } = await addUser(pool);
  await requestReset(email);
  const token = tokenIn(await resetMail(email));
  const answers = await Promise.all([reset(token, 'first password'), reset(token, 'second password')]);
  expect(answers.filter(({ body }) => body.flag === '1')).toHaveLength(1);
});

test('rejects a reset link as a confirmation link', async () => {
  const { email } = await addUser(pool);
  await requestReset(email);
  const token = tokenIn(await resetMail(email));
  expect((await postJson(app, '/api/confirm-email', { token })).body.flag).toBe('0');
  expect((await reset(token)).body.flag).toBe('1');
});

test('stores only the hash of the token', async () => {
  const { id, email } = await addUser(pool);
  await requestReset(email);
  const token = tokenIn(await resetMail(email));
  const { rows } = await pool.query('select json_agg(l)::text as text from account_links l where user_id = $1', [id]);
  expect(rows[0].text).not.toContain(token);
});

test('sends at most 3 emails an hour per address, with the same response beyond', async () => {
  const { email } = await addUser(pool);
  const answers = [];
  for (let request = 0; request < 6; request++) answers.push((await requestReset(email)).body);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await resetMail(email, 3);
});

test('rejects unknown tokens and sends no email to inactive accounts', async () => {
  for (const token of ['', 'x', 'A'.repeat(43), '../', 'A'.repeat(900)]) {
    expect((await reset(token)).body.flag, token).toBe('0');
  }
  const { email } = await addUser(pool, { status: 'Inactive' });
  await requestReset(email);
  const { email: active } = await addUser(pool);
  await requestReset(active);
  await resetMail(active);
  expect(await mailsTo(pool, email)).toEqual([]);
});

test('validates the new password and its confirmation', async () => {
  const { email } = await addUser(pool);
  await requestReset(email);
  const token = tokenIn(await resetMail(email));
  expect((await reset(token, '12345')).body.fields.npass).toBe('Password should be at least 6 characters');
  const different = await postJson(app, '/api/reset-password', { token, npass: NEW, cpass: 'other' });
  expect(different.body.fields).toEqual({ cpass: 'The passwords don’t match' });
  expect((await reset(token)).body.flag).toBe('1');
});
