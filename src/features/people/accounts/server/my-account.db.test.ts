import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addUser, PASSWORD, sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo, tokenIn } from '../../../../../tests/support/mail/mails.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let pool: pg.Pool;
const NEW = 'new harbour crane';
const profileOf = (cookie: string, id?: number) =>
  getJson(app, id === undefined ? '/api/get-profile' : `/api/get-profile?id=${id}`, cookie);

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});
beforeEach(() => pool.query('delete from request_counts'));

describe('the profile', () => {
  const change = (cookie: string, typed: Record<string, unknown>) =>
    postJson(app, '/api/update-profile', typed, { cookie });

  test('returns exactly the fields for the owner', async () => {
    const { id, email, cookie } = await signIn(pool);
    const { body } = await profileOf(cookie, id);
    expect(body).toEqual({
      flag: '1',
      id,
      _id: String(id),
      name: 'Amina Otieno',
      email,
      pendingEmail: null,
      mobile: '0712345678',
      mobileWritten: '0712345678',
      status: 'Active',
      createdAt: expect.stringMatching(/Z$/),
      lastLogin: null,
    });
    expect((await profileOf(cookie)).body).toEqual(body);
  });

  test('answers 403 alike for other and unknown ids, and tells administrators the difference', async () => {
    const [mine, other, admin] = [await signIn(pool), await addUser(pool), await signInAdmin(pool)];
    const [foreign, missing] = [await profileOf(mine.cookie, other.id), await profileOf(mine.cookie, 999_999)];
    expect([foreign.status, missing.status]).toEqual([403, 403]);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
    expect((await profileOf(admin.cookie, other.id)).body.email).toBe(other.email);
    expect((await profileOf(admin.cookie, 999_999)).status).toBe(404);
  });

  test('can be changed only by its owner', async () => {
    const [mine, other] = [await signIn(pool), await signIn(pool, { name: 'Other' })];
    const typed = { id: other.id, name: 'Mallory', email: 'mallory@buyers.example', mobile: '0700000000' };
    expect((await change(mine.cookie, typed)).status).toBe(403);
    expect((await profileOf(other.cookie)).body.name).toBe('Other');
    const saved = await change(mine.cookie, {
      id: String(mine.id),
      name: 'Amina O.',
      email: mine.email,
      mobile: '+254712345678',
    });
    expect(saved.body).toEqual({ flag: '1', message: 'Profile updated successfully' });
    expect((await profileOf(mine.cookie)).body).toMatchObject({ name: 'Amina O.', mobile: '+254712345678' });
  });

  test.each([
    ['/api/update-profile', { name: ' ', email: 'a@b.example', mobile: '0712345678' }, 'name', 'Name is required'],
    ['/api/update-profile', { name: 'A', email: 'a', mobile: '0712345678' }, 'email', 'Email format is invalid'],
    ['/api/change-password', { opass: PASSWORD, npass: NEW, cpass: 'other' }, 'cpass', 'The passwords don’t match'],
  ])('%s refuses invalid values with flag 0 and the words of the field', async (path, typed, field, words) => {
    const { cookie } = await signIn(pool);
    expect(await postJson(app, path, typed, { cookie })).toMatchObject({
      status: 200,
      body: { flag: '0', message: words, fields: { [field]: words } },
    });
  });

  test('takes a new email address once its link is opened, and notifies the old address', async () => {
    const { id, email, cookie } = await signIn(pool);
    const next = `next-${id}@buyers.example`;
    const saved = await change(cookie, { id, name: 'Amina', email: next, mobile: '0712345678' });
    expect(saved.body.message).toContain('takes effect when you open the link');
    expect((await profileOf(cookie)).body).toMatchObject({ email, pendingEmail: next });
    expect((await mailsTo(pool, email)).map(({ subject }) => subject)).toEqual([
      'Your email address is about to change',
    ]);
    const token = tokenIn((await mailsTo(pool, next))[0]);
    expect((await postJson(app, '/api/confirm-email', { token })).body.flag).toBe('1');
    expect((await profileOf(cookie)).body).toMatchObject({ email: next, pendingEmail: null });
  });

  test('rejects an email address that is taken already or before the link is opened', async () => {
    const [mine, other] = [await signIn(pool), await addUser(pool)];
    const typed = { id: mine.id, name: 'Amina', mobile: '0712345678' };
    expect((await change(mine.cookie, { ...typed, email: other.email })).body).toMatchObject({
      flag: '0',
      fields: { email: expect.any(String) },
    });
    const next = `late-${mine.id}@buyers.example`;
    await change(mine.cookie, { ...typed, email: next });
    await addUser(pool, { email: next });
    const token = tokenIn((await mailsTo(pool, next))[0]);
    expect((await postJson(app, '/api/confirm-email', { token })).body.flag).toBe('0');
    expect((await profileOf(mine.cookie)).body.email).toBe(mine.email);
  });

  test('keeps a pending email address when other fields change', async () => {
    const { id, email, cookie } = await signIn(pool);
    const next = `patient-${id}@buyers.example`;
    await change(cookie, { id, name: 'Amina', email: next, mobile: '0712345678' });
    await change(cookie, { id, name: 'Amina Otieno', email, mobile: '0712345678' });
    expect((await profileOf(cookie)).body).toMatchObject({ name: 'Amina Otieno', pendingEmail: next });
    const token = tokenIn((await mailsTo(pool, next))[0]);
    expect((await postJson(app, '/api/confirm-email', { token })).body.flag).toBe('1');
  });

  test('sends at most 3 emails to a new address, without the typed name', async () => {
    const { id, email, cookie } = await signIn(pool);
    const victim = `victim-${id}@buyers.example`;
    const tries = [];
    for (let number = 0; number < 6; number++) {
      const name = `Win at evil-${number}.example`;
      tries.push(await change(cookie, { id, name, email: victim, mobile: '0712345678' }));
    }
    expect(tries.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429, 429]);
    const mails = await mailsTo(pool, victim);
    expect(mails).toHaveLength(3);
    expect(mails.some(({ text }) => text.includes('evil'))).toBe(false);
    expect(await mailsTo(pool, email)).toHaveLength(3);
  });

  test('can be saved while a confirmation runs concurrently', async () => {
    const { id, email, cookie } = await signIn(pool, { status: 'Pending' });
    await postJson(app, '/api/resend-confirmation', {}, { cookie });
    const token = tokenIn((await mailsTo(pool, email))[0]);
    const both = await Promise.all([
      postJson(app, '/api/confirm-email', { token }),
      ...[1, 2, 3].map((number) => change(cookie, { id, name: `Amina ${number}`, email, mobile: '0712345678' })),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('drops a pending email address when the password changes', async () => {
    const { id, cookie } = await signIn(pool);
    const next = `thief-${id}@buyers.example`;
    await change(cookie, { id, name: 'Amina', email: next, mobile: '0712345678' });
    await postJson(app, '/api/change-password', { id, opass: PASSWORD, npass: NEW, cpass: NEW }, { cookie });
    const token = tokenIn((await mailsTo(pool, next))[0]);
    expect((await postJson(app, '/api/confirm-email', { token })).body.flag).toBe('0');
  });
});

describe('changing the password', () => {
  const change = (cookie: string, typed: Record<string, unknown>) =>
    postJson(app, '/api/change-password', { opass: PASSWORD, npass: NEW, cpass: NEW, ...typed }, { cookie });

  test('requires the old password, ends all other sessions and renews this one', async () => {
    const { id, email, cookie } = await signIn(pool);
    const elsewhere = await sessionOf(pool, id);
    const wrong = await change(cookie, { id, opass: 'not the password' });
    expect(wrong).toMatchObject({
      status: 200,
      body: { flag: '0', fields: { opass: 'Your old password is incorrect.' } },
    });
    const { body, cookies } = await change(cookie, { id });
    expect(body.flag).toBe('1');
    expect((await profileOf(elsewhere)).status).toBe(401);
    expect((await profileOf(cookie)).status).toBe(401);
    expect((await profileOf(cookies)).status).toBe(200);
    expect((await postJson(app, '/api/login', { email, password: NEW })).body.flag).toBe('1');
    expect((await mailsTo(pool, email)).map(({ subject }) => subject)).toEqual(['Your password was changed']);
  });

  test('requires a session and the caller’s own id', async () => {
    const [mine, other] = [await signIn(pool), await addUser(pool)];
    expect((await change(mine.cookie, { id: other.id })).status).toBe(403);
    expect((await change('', { id: other.id })).status).toBe(401);
    expect((await change((await signInAdmin(pool)).cookie, { id: other.id })).status).toBe(403);
    expect((await postJson(app, '/api/login', { email: other.email, password: PASSWORD })).body.flag).toBe('1');
  });

  test('answers 429 after 10 wrong old passwords', async () => {
    const { id, cookie } = await signIn(pool);
    for (let guess = 0; guess < 10; guess++) await change(cookie, { id, opass: `guess ${guess}` });
    expect((await change(cookie, { id })).status).toBe(429);
  });

  test('of two concurrent changes, exactly one succeeds', async () => {
    const { id, cookie } = await signIn(pool);
    const answers = await Promise.all([
      change(cookie, { id }),
      change(cookie, { id, npass: 'other crane', cpass: 'other crane' }),
    ]);
    expect(answers.filter(({ body }) => body.flag === '1')).toHaveLength(1);
  });
});

describe('sessions', () => {
  test('are listed with the current one marked, and can be ended one by one or all but the current', async () => {
    const { id, cookie } = await signIn(pool);
    const [second, third] = [await sessionOf(pool, id), await sessionOf(pool, id)];
    await pool.query(
      "update sessions set user_agent = 'Mozilla/5.0 (Linux; Android 13; SM-A125F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36' where user_id = $1",
      [id],
    );
    const { sessions } = (await getJson(app, '/api/sessions', cookie)).body;
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ device: 'Chrome on Android', address: '127.0.0.1' });
    const other = sessions.find(({ current }: { current: boolean }) => !current);
    expect((await postJson(app, `/api/sessions/${other.id}`, undefined, { method: 'DELETE', cookie })).body.flag).toBe(
      '1',
    );
    expect((await getJson(app, '/api/sessions', cookie)).body.sessions).toHaveLength(2);
    await postJson(app, '/api/sessions', undefined, { method: 'DELETE', cookie });
    const statuses = await Promise.all([cookie, second, third].map(async (each) => (await profileOf(each)).status));
    expect(statuses).toEqual([200, 401, 401]);
  });

  test('of another user answer 404 like unknown ids', async () => {
    const [mine, other] = [await signIn(pool), await signIn(pool)];
    const { rows } = await pool.query('select id from sessions where user_id = $1', [other.id]);
    const end = (id: number) =>
      postJson(app, `/api/sessions/${id}`, undefined, { method: 'DELETE', cookie: mine.cookie });
    expect((await end(rows[0].id)).status).toBe(404);
    expect((await end(999_999)).status).toBe(404);
    expect((await profileOf(other.cookie)).status).toBe(200);
  });
});

describe('personal data', () => {
  test('is exported after the password, without other users’ data or secrets', async () => {
    const [mine, other] = [await signIn(pool), await signIn(pool)];
    const wrong = await postJson(app, '/api/my-data', { password: 'not the password' }, { cookie: mine.cookie });
    expect(wrong.body).toMatchObject({ flag: '0', fields: { password: expect.any(String) } });
    const { body, headers } = await postJson(app, '/api/my-data', { password: PASSWORD }, { cookie: mine.cookie });
    expect(headers['content-disposition']).toContain('attachment');
    expect(body.profile).toMatchObject({ id: mine.id, email: mine.email, name: 'Amina Otieno' });
    expect(body.sessions).toHaveLength(1);
    expect(body.history.map(({ action }: { action: string }) => action)).toContain('wrong password given');
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`argon2|${other.email}|token|hash`, 'i'));
  });

  test('is erased with the account, whose address can register again', async () => {
    const { id, email, cookie } = await signIn(pool);
    const remove = (password: string) => postJson(app, '/api/delete-account', { password }, { cookie });
    expect((await remove('not the password')).body.flag).toBe('0');
    const other = await addUser(pool);
    const foreign = await postJson(app, '/api/delete-account', { id: other.id, password: PASSWORD }, { cookie });
    expect(foreign.status).toBe(403);
    const twice = await Promise.all([remove(PASSWORD), remove(PASSWORD)]);
    expect(twice.map(({ body }) => body.message)).toContain('Your account has been deleted.');
    expect((await profileOf(cookie)).status).toBe(401);
    expect((await postJson(app, '/api/login', { email, password: PASSWORD })).body.flag).toBe('0');
    const { rows } = await pool.query('select row_to_json(u)::text as text from users u where id = $1', [id]);
    expect(rows[0].text).not.toMatch(new RegExp(`Amina|0712345678|${email}`));
    expect((await mailsTo(pool, email)).map(({ subject }) => subject)).toEqual(['Your account has been deleted']);
    const again = { name: 'Amina', email, mobileno: '0712345678', password: PASSWORD };
    expect((await postJson(app, '/api/register', again)).body.flag).toBe('1');
  });
});
