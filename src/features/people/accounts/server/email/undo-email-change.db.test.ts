import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, sessionOf, signIn } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { mailsTo, tokenIn } from '../../../../../../tests/support/mail/mails.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';

const DEAD = 'This link has been used or has expired.';
const CHANGING = 'Your email address is about to change';
const CHANGED = 'Your email address was changed';
const NEW = 'new harbour crane';

let app: FastifyInstance;
let pool: pg.Pool;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});
beforeEach(() => pool.query('delete from request_counts'));

type User = Awaited<ReturnType<typeof signIn>>;
type Login = { email: string; password: string };

const request = ({ id, cookie }: Pick<User, 'id' | 'cookie'>, email: string) =>
  postJson(app, '/api/update-profile', { id, name: 'Mallory', email, mobile: '0712345678' }, { cookie });
const confirm = async (email: string) =>
  postJson(app, '/api/confirm-email', { token: tokenIn((await mailsTo(pool, email)).at(-1)) });
/** Moves an account to a new address, as its owner or as a thief of the session. */
async function move(user: Pick<User, 'id' | 'cookie'>, email: string): Promise<void> {
  await request(user, email);
  expect((await confirm(email)).body.flag).toBe('1');
}
const tokenOf = async (email: string, subject: string) =>
  tokenIn((await mailsTo(pool, email)).findLast((mail) => mail.subject === subject));
const undo = (token: string) => postJson(app, '/api/undo-email-change', { token });
const logIn = async (login: Login) => (await postJson(app, '/api/login', login)).body.flag;
const accountOf = async (id: number) =>
  (await pool.query('select email, pending_email as pending, status from users where id = $1', [id])).rows[0];
const other = ({ id }: { id: number }, name = 'mallory') => `${name}-${id}@thieves.example`;

describe('a confirmed change of the address', () => {
  test('is undone by the link in the email to the old address', async () => {
    const user = await signIn(pool);
    await move(user, other(user));
    const { body } = await undo(await tokenOf(user.email, CHANGED));
    expect(body).toMatchObject({ flag: '1', message: expect.stringContaining('Your email address is restored') });
    expect(await accountOf(user.id)).toEqual({ email: user.email, pending: null, status: 'Active' });
    const { rows } = await pool.query(
      "select action from audit_log where subject_id = $1 and subject_kind = 'user' order by id",
      [user.id],
    );
    expect(rows.at(-1)).toEqual({ action: 'email change undone' });
  });

  test('is also undone by the link of the first email, sent before the new address was confirmed', async () => {
    const user = await signIn(pool);
    await move(user, other(user));
    expect((await undo(await tokenOf(user.email, CHANGING))).body.flag).toBe('1');
    expect((await accountOf(user.id)).email).toBe(user.email);
  });

  test('ends all sessions, the password and links to the new address, and emails a reset link', async () => {
    const user = await signIn(pool);
    const elsewhere = await sessionOf(pool, user.id);
    await move(user, other(user));
    await postJson(app, '/api/password-reset', { email: other(user) });
    await expect.poll(async () => (await mailsTo(pool, other(user))).length).toBe(2);
    const stolenReset = await tokenOf(other(user), 'Set a new password');
    await undo(await tokenOf(user.email, CHANGED));
    for (const cookie of [user.cookie, elsewhere])
      expect((await getJson(app, '/api/get-profile', cookie)).status).toBe(401);
    for (const email of [user.email, other(user)]) expect(await logIn({ email, password: PASSWORD })).toBe('0');
    const set = (token: string) => postJson(app, '/api/reset-password', { token, npass: NEW, cpass: NEW });
    expect((await set(stolenReset)).body.flag).toBe('0');
    expect((await set(await tokenOf(user.email, 'Set a new password'))).body.flag).toBe('1');
    expect(await logIn({ email: user.email, password: NEW })).toBe('1');
  });

  test('turns off a second factor that was added since, and keeps an older one', async () => {
    const [late, early] = [await signIn(pool), await signIn(pool)];
    const add = (id: number) =>
      pool.query("insert into user_second_factors (user_id, secret, confirmed_at) values ($1, 'v1.test', now())", [id]);
    await add(early.id);
    for (const user of [late, early]) await request(user, other(user));
    await add(late.id);
    for (const user of [late, early]) {
      await confirm(other(user));
      await undo(await tokenOf(user.email, CHANGED));
    }
    const { rows } = await pool.query('select user_id from user_second_factors');
    expect(rows).toEqual([{ user_id: early.id }]);
  });

  test('can be undone once, even with both links or concurrently', async () => {
    const user = await signIn(pool);
    await move(user, other(user));
    const [first, second] = [await tokenOf(user.email, CHANGING), await tokenOf(user.email, CHANGED)];
    const answers = await Promise.all([undo(second), undo(second), undo(first)]);
    expect(answers.map(({ body }) => body.flag).sort()).toEqual(['0', '0', '1']);
    expect((await undo(first)).body).toEqual({ flag: '0', message: DEAD });
  });

  test('cannot be undone after 72 hours', async () => {
    const user = await signIn(pool);
    await move(user, other(user));
    const token = await tokenOf(user.email, CHANGED);
    const { rows } = await pool.query(
      'select max(expires_at - created_at) as life from email_undos where user_id = $1',
      [user.id],
    );
    expect(rows[0].life.days * 24 + (rows[0].life.hours ?? 0)).toBe(72);
    await pool.query("update email_undos set expires_at = now() - interval '1 second' where user_id = $1", [user.id]);
    expect((await undo(token)).body).toEqual({ flag: '0', message: DEAD });
    expect((await accountOf(user.id)).email).toBe(other(user));
  });
});

test('a pending change is stopped by the same link', async () => {
  const user = await signIn(pool);
  await request(user, other(user));
  expect((await undo(await tokenOf(user.email, CHANGING))).body.flag).toBe('1');
  expect(await accountOf(user.id)).toMatchObject({ email: user.email, pending: null });
  expect((await confirm(other(user))).body.flag).toBe('0');
  expect((await getJson(app, '/api/get-profile', user.cookie)).status).toBe(401);
});

test('in a chain of changes the first address wins, and links of later addresses stop working', async () => {
  const user = await signIn(pool);
  await move(user, other(user, 'first'));
  await move(user, other(user, 'second'));
  const later = await tokenOf(other(user, 'first'), CHANGED);
  await undo(await tokenOf(user.email, CHANGED));
  expect((await undo(later)).body.flag).toBe('0');
  expect((await accountOf(user.id)).email).toBe(user.email);
});

test('undoing a later change leaves the link of the first address alive', async () => {
  const user = await signIn(pool);
  await move(user, other(user, 'first'));
  await move(user, other(user, 'second'));
  await undo(await tokenOf(other(user, 'first'), CHANGED));
  expect((await accountOf(user.id)).email).toBe(other(user, 'first'));
  expect((await undo(await tokenOf(user.email, CHANGED))).body.flag).toBe('1');
  expect((await accountOf(user.id)).email).toBe(user.email);
});

test('reserves the old address while the change can be undone', async () => {
  const [user, thief] = [await signIn(pool), await signIn(pool)];
  await move(user, other(user));
  const typed = { name: 'Mallory', email: user.email.toUpperCase(), mobileno: '0712345678', password: NEW };
  expect((await postJson(app, '/api/register', typed)).body).toMatchObject({
    flag: '0',
    fields: { email: expect.any(String) },
  });
  expect((await request(thief, user.email)).body).toMatchObject({ flag: '0', fields: { email: expect.any(String) } });
  expect((await undo(await tokenOf(user.email, CHANGED))).body.flag).toBe('1');
});

test('the owner can return to the old address without the link', async () => {
  const user = await signIn(pool);
  await move(user, other(user));
  await move(user, user.email);
  expect((await accountOf(user.id)).email).toBe(user.email);
});

test('an unconfirmed old address, which may be a stranger’s, cannot undo a change', async () => {
  const user = await signIn(pool, { status: 'Pending' });
  await move(user, other(user));
  const mails = await mailsTo(pool, user.email);
  expect(mails.map(({ subject }) => subject)).toEqual([CHANGING]);
  expect(mails[0]?.text).not.toContain('token=');
});

test('stores only the hash of the link, and deletes it with the account', async () => {
  const user = await signIn(pool);
  await move(user, other(user));
  const token = await tokenOf(user.email, CHANGED);
  const { rows } = await pool.query('select e::text as text from email_undos e where user_id = $1', [user.id]);
  expect(rows).toHaveLength(2);
  expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
  await postJson(app, '/api/delete-account', { password: PASSWORD }, { cookie: user.cookie });
  expect((await undo(token)).body).toEqual({ flag: '0', message: DEAD });
  const left = await pool.query('select 1 from email_undos where user_id = $1', [user.id]);
  expect(left.rows).toEqual([]);
});

test('limits an account to 3 new addresses an hour and 6 a day', async () => {
  const user = await signIn(pool);
  const statuses: number[] = [];
  for (let hour = 0; hour < 3; hour++) {
    for (let number = 0; number < 4; number++)
      statuses.push((await request(user, other(user, `stranger-${hour}-${number}`))).status);
    await pool.query("delete from request_counts where subject like '%in 3600 s' or subject like 'POST%'");
  }
  expect(statuses).toEqual([200, 200, 200, 429, 200, 200, 200, 429, 429, 429, 429, 429]);
  const { rows } = await pool.query('select 1 from mail_outbox where to_address like $1', [`stranger-%-${user.id}@%`]);
  expect(rows).toHaveLength(6);
});
