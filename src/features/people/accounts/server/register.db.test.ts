import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo, tokenIn } from '../../../../../tests/support/mail/mails.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let pool: pg.Pool;
const AMINA = { name: 'Amina Otieno', email: 'amina@buyers.example', mobileno: '071-234 5678', password: PASSWORD };
const register = (typed: Record<string, unknown>, more = {}) =>
  postJson(app, '/api/register', { ...AMINA, ...typed }, more);
const rowOf = async (email: string) =>
  (await pool.query('select name, email, mobile, status from users where email_key = $1', [email])).rows;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PUBLIC_URL: 'https://cars.example' });
});
beforeEach(() => pool.query('delete from request_counts'));

test('creates a Pending account and activates it with the emailed link', async () => {
  const { status, body, cookies } = await register({});
  expect(status).toBe(200);
  expect(body.flag).toBe('1');
  expect((await getJson(app, '/api/session', cookies)).body.user).toEqual({ id: body.id, name: body.name });
  expect(await rowOf(AMINA.email)).toEqual([
    { name: 'Amina Otieno', email: AMINA.email, mobile: '0712345678', status: 'Pending' },
  ]);
  const [mail, ...others] = await mailsTo(pool, AMINA.email);
  expect(others).toEqual([]);
  expect(mail?.text).toContain('https://cars.example/ConfirmEmail?token=');

  const token = tokenIn(mail);
  expect((await postJson(app, '/api/confirm-email', { token })).body).toEqual({
    flag: '1',
    message: 'Your email address is confirmed.',
  });
  expect((await rowOf(AMINA.email))[0].status).toBe('Active');
  expect((await postJson(app, '/api/confirm-email', { token })).body.flag).toBe('0');
});

test('allows login before the address is confirmed', async () => {
  const email = 'pending@buyers.example';
  await register({ email });
  expect((await postJson(app, '/api/login', { email, password: PASSWORD })).body.flag).toBe('1');
});

test('ends the session that the browser had before', async () => {
  const { cookies: before } = await register({ email: 'first@buyers.example' });
  const { cookies: after, body } = await register({ email: 'second@buyers.example' }, { cookie: before });
  expect((await getJson(app, '/api/session', before)).body.user).toBeNull();
  expect((await getJson(app, '/api/session', after)).body.user.id).toBe(body.id);
});

test('opens no session for a taken address, except for a retry while the account is Pending', async () => {
  const email = 'retry@buyers.example';
  const { body: first } = await register({ email });
  expect((await register({ email, password: 'another password' })).cookies).toBe('');
  const { cookies, body } = await register({ email });
  expect(body.id).toBe(first.id);
  expect((await getJson(app, '/api/session', cookies)).body.user.id).toBe(first.id);
  for (const status of ['Active', 'Inactive']) {
    await pool.query('update users set status = $2 where id = $1', [first.id, status]);
    expect(await register({ email })).toMatchObject({ body: { flag: '0' }, cookies: '' });
  }
});

test.each([
  ['AMINA2@buyers.example', 'amina2@buyers.example'],
  ['ａmina3@buyers.example', 'amina3@buyers.example'],
  ['ﬁnn@buyers.example', 'finn@buyers.example'],
])('treats %s and %s as the same address', async (first, second) => {
  expect((await register({ email: first })).body.flag).toBe('1');
  expect((await register({ email: second, password: 'another password' })).body).toEqual({
    flag: '0',
    message: 'This email address already has an account.',
    fields: { email: 'This email address already has an account.' },
  });
  expect(await rowOf(second)).toHaveLength(1);
});

test('emails the confirmation of a full-width address to its plain form', async () => {
  expect((await register({ email: 'ｗｉｄｅ@buyers.example' })).body.flag).toBe('1');
  expect(await mailsTo(pool, 'wide@buyers.example')).toHaveLength(1);
});

test('an address whose host ends with a dot is refused', async () => {
  expect((await register({ email: 'dot@buyers.example.' })).body).toMatchObject({
    flag: '0',
    fields: { email: expect.any(String) },
  });
});

test('of 20 concurrent registrations of one address, exactly one succeeds', async () => {
  const email = 'wanted@buyers.example';
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, person) => register({ email, password: `password of ${person}` })),
  );
  expect(answers.filter(({ body }) => body.flag === '1')).toHaveLength(1);
  expect(await rowOf(email)).toHaveLength(1);
  expect(await mailsTo(pool, email)).toHaveLength(1);
});

test('answers a form sent twice with success, creating one account', async () => {
  const email = 'twice@buyers.example';
  const answers = await Promise.all([register({ email }), register({ email })]);
  expect(answers.map(({ body }) => body.flag)).toEqual(['1', '1']);
  expect(await mailsTo(pool, email)).toHaveLength(1);
});

test.each([
  [{ name: ' ' }, { name: 'Name is required' }],
  [{ email: '' }, { email: 'Email is required' }],
  [{ email: 'a@b' }, { email: 'Email format is invalid' }],
  [{ email: 'a@b.c\r\nBcc: x@y.z' }, { email: 'Email format is invalid' }],
  [{ email: 'a@b.c,x@y.z' }, { email: 'Email format is invalid' }],
  [{ mobileno: '' }, { mobileno: 'Mobile number is required' }],
  [{ mobileno: '12345' }, { mobileno: 'Mobile number should be 10 digits' }],
  [{ password: '' }, { password: 'Password is required' }],
  [{ password: '12345' }, { password: 'Password should be at least 6 characters' }],
  [{ password: 'x'.repeat(129) }, { password: 'Password should be at most 128 characters' }],
  [{ name: '\u200b' }, { name: 'Name contains characters that can’t be used' }],
  [{ name: 'gnp.\u202eexe' }, { name: 'Name contains characters that can’t be used' }],
  [{ email: 'a\u200bb@buyers.example' }, { email: 'Email format is invalid' }],
  [{ name: 'Win at https://evil.example' }, { name: 'Name contains characters that can’t be used' }],
  [{ name: 'a\u0000b' }, { name: 'Name contains characters that can’t be used' }],
  [{ name: 'a\ud800b' }, { name: 'Name contains characters that can’t be used' }],
])('rejects %j with the message of the field', async (typed, fields) => {
  const { status, body } = await register(typed);
  expect(status).toBe(400);
  expect(body.fields).toEqual(fields);
});

test('names every field that is missing', async () => {
  const answer = await postJson(app, '/api/register', {});
  expect(answer).toMatchObject({
    status: 400,
    body: {
      fields: {
        name: 'Name is required',
        email: 'Email is required',
        mobileno: 'Mobile number is required',
        password: 'Password is required',
      },
    },
  });
});

test.each([{ name: ['a', 'b'] }, { email: { $ne: '' } }, { password: 123456 }, { name: null }])(
  'rejects malformed %j with 400',
  async (typed) => {
    expect((await register(typed)).status).toBe(400);
  },
);

test('ignores __proto__ and unknown fields', async () => {
  const text = `{"name":"P","email":"proto@buyers.example","mobileno":"0712345678","password":"${PASSWORD}","__proto__":{"status":"Active"},"id":1}`;
  const headers = { 'content-type': 'application/json' };
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/register', headers, payload: text });
  expect([200, 400]).toContain(statusCode);
  expect(({} as { status?: string }).status).toBeUndefined();
  expect((await rowOf('proto@buyers.example')).every(({ status }) => status === 'Pending')).toBe(true);
});

test('limits sign-ups to 30 an hour per client and sends Retry-After', async () => {
  const answers = await Promise.all(
    Array.from({ length: 31 }, (_, person) => register({ email: `many${person}@buyers.example` })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
});

test('with the strict policy, rejects passwords below 8 characters and common ones', async () => {
  const strict = await testApp(pool, { PASSWORD_POLICY: 'strict' });
  const tryIt = async (password: string) =>
    (await postJson(strict, '/api/register', { ...AMINA, email: 'strict@buyers.example', password })).body;
  expect((await tryIt('7 chars')).fields.password).toBe('Password should be at least 8 characters');
  expect((await tryIt('Password1')).fields.password).toContain('too common');
  expect((await tryIt('harbour crane 12')).flag).toBe('1');
});

test('invalidates the older confirmation link when a newer one is sent', async () => {
  const person = await signIn(pool, { status: 'Pending' });
  const [email, cookie] = [person.email, `__Host-${person.cookie}`];
  await postJson(app, '/api/resend-confirmation', {}, { cookie });
  await postJson(app, '/api/resend-confirmation', {}, { cookie });
  const [first, second] = await mailsTo(pool, email);
  expect((await postJson(app, '/api/confirm-email', { token: tokenIn(first) })).body.flag).toBe('0');
  expect((await postJson(app, '/api/confirm-email', { token: tokenIn(second) })).body.flag).toBe('1');
  expect((await postJson(app, '/api/resend-confirmation', {}, { cookie })).body.message).toContain('already confirmed');
});

test('stores a mobile number with the country that was chosen, or as typed without one', async () => {
  const mobileOf = async (email: string, typed: object) => {
    expect((await register({ email, ...typed })).body.flag).toBe('1');
    return (await rowOf(email))[0].mobile;
  };
  const nigerian = { mobileno: '0803 123 4567' };
  expect(await mobileOf('a@phones.example', nigerian)).toBe('08031234567');
  expect(await mobileOf('b@phones.example', { ...nigerian, mobile_country: 'NG' })).toBe('+2348031234567');
  expect(await mobileOf('c@phones.example', { mobileno: '+254 (0) 712 345 678' })).toBe('+254712345678');
  expect((await register({ email: 'd@phones.example', mobileno: '+999 712 345 678' })).body.fields).toEqual({
    mobileno: 'Mobile number should be 10 digits',
  });
});

test('one mailbox has one account, whether its host is written in its own script or in ASCII', async () => {
  const email = 'info@bücher.example';
  const ascii = 'info@xn--bcher-kva.example';
  expect((await register({ email })).body.flag).toBe('1');
  await pool.query("update users set status = 'Active' where email = $1", [email]);
  expect((await register({ email: ascii })).body.fields).toEqual({ email: expect.any(String) });
  for (const typed of [email, ascii, `${ascii}.`])
    expect((await postJson(app, '/api/login', { email: typed, password: PASSWORD })).body.flag, typed).toBe('1');
});

test.each([
  ['in its own script', 'desk@größe.example', 'desk@xn--gre-6ka8i.example'],
  ['with a dot after it', 'desk@dotted.example.', 'desk@dotted.example'],
])('an account stored with its host %s is still found and is not doubled', async (_, key, typed) => {
  await register({ email: typed });
  await pool.query("update users set email = $1, email_key = $1, status = 'Active' where email = $2", [key, typed]);
  for (const email of [key, typed])
    expect((await postJson(app, '/api/login', { email, password: PASSWORD })).body.flag, email).toBe('1');
  expect((await register({ email: typed })).body.flag).toBe('0');
});
