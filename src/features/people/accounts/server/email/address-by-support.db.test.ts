import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addUser, PASSWORD, signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { mailsTo, tokenIn } from '../../../../../../tests/support/mail/mails.ts';
import { postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';

const WAITS =
  'Nothing has changed yet. This link works three days after we sent it, or as soon as the old address agrees.';
const CHANGED = 'Your email address is confirmed.';
const FACTOR_WAS_RESET =
  'Two-factor of this account was turned off by us within the last 7 days. Its address can be changed after that.';
const ADDRESS_CHANGES =
  'The address of this account is about to change, or changed within the last 7 days. Two-factor can be turned off after that.';

let app: FastifyInstance;
let pool: pg.Pool;
let support: { cookie: string };

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  support = await signInAdmin(pool, { role: 'support' });
});
beforeEach(() => pool.query('delete from request_counts'));

type User = { id: number; email: string };
const newAddressOf = ({ id }: User) => `new-${id}@harbor.example`;
async function change(user: User, email = newAddressOf(user)) {
  const typed = { id: user.id, name: 'Amina', email, mobile: '0712345678' };
  return (await postJson(app, '/api/update-profile', typed, { cookie: support.cookie })).body;
}
const open = async (token: string) => (await postJson(app, '/api/confirm-email', { token })).body.message;
const confirm = async (email: string) => open(tokenIn((await mailsTo(pool, email)).at(-1)));
/** Returns the two links of the email to the old address. */
async function linksTo({ email }: User) {
  const text = (await mailsTo(pool, email)).at(-1)?.text ?? '';
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
  return { agree: find(/ConfirmEmail\?token=([\w-]+)&agree=1/), undo: find(/UndoEmailChange\?token=([\w-]+)/) };
}
const daysPass = (user: User, days: number) =>
  pool.query(
    `update account_links set works_from = works_from - make_interval(days => $2), expires_at = expires_at - make_interval(days => $2)
     where user_id = $1`,
    [user.id, days],
  );
const emailOf = async ({ id }: User) => (await pool.query('select email from users where id = $1', [id])).rows[0].email;
const turnOn = ({ id }: User) =>
  pool.query("insert into user_second_factors (user_id, secret, confirmed_at) values ($1, 'v1.secret', now())", [id]);
const resetFactor = async ({ id }: User) =>
  (await postJson(app, `/api/admin/users/${id}/second-factor`, undefined, { method: 'DELETE', ...support })).body
    .message;

test('a change by support waits three days before the link to the new address works', async () => {
  const user = await addUser(pool);
  expect((await change(user)).flag).toBe('1');
  expect(await emailOf(user)).toBe(user.email);
  expect(await confirm(newAddressOf(user))).toBe(WAITS);
  await daysPass(user, 2);
  expect(await confirm(newAddressOf(user))).toBe(WAITS);
  expect(await emailOf(user)).toBe(user.email);
  await daysPass(user, 1);
  expect(await confirm(newAddressOf(user))).toBe(CHANGED);
  expect(await emailOf(user)).toBe(newAddressOf(user));
});

test('once the old address agrees, the link to the new one works', async () => {
  const user = await addUser(pool);
  await change(user);
  const { agree } = await linksTo(user);
  expect(await open(agree)).toBe(
    'Thank you. The address changes when you confirm it with the link that we sent to the new one.',
  );
  expect(await emailOf(user)).toBe(user.email);
  expect(await confirm(newAddressOf(user))).toBe(CHANGED);
  expect(await emailOf(user)).toBe(newAddressOf(user));
  expect((await mailsTo(pool, user.email)).at(-1)?.subject).toBe('Your email address was changed');
});

test('the old address stops the change, also with the email of the finished change', async () => {
  const user = await signIn(pool);
  await change(user);
  const { undo, agree } = await linksTo(user);
  expect((await postJson(app, '/api/undo-email-change', { token: undo })).body.flag).toBe('1');
  await daysPass(user, 3);
  expect(await confirm(newAddressOf(user))).not.toBe(CHANGED);
  expect(await open(agree)).not.toContain('Thank you');
  expect(await emailOf(user)).toBe(user.email);
  expect((await postJson(app, '/api/login', { email: user.email, password: PASSWORD })).body.flag).toBe('0');

  const other = await addUser(pool);
  await change(other);
  await daysPass(other, 3);
  await confirm(newAddressOf(other));
  const { undo: later } = await linksTo(other);
  expect((await postJson(app, '/api/undo-email-change', { token: later })).body.flag).toBe('1');
  expect(await emailOf(other)).toBe(other.email);
});

test('a user who sets a new password stops the change as well', async () => {
  const user = await signIn(pool);
  await change(user);
  const typed = { opass: PASSWORD, npass: `${PASSWORD}!`, cpass: `${PASSWORD}!` };
  expect((await postJson(app, '/api/change-password', typed, { cookie: user.cookie })).body.flag).toBe('1');
  const { agree } = await linksTo({ ...user, email: user.email });
  expect(agree).toBe('');
  await daysPass(user, 3);
  expect(await confirm(newAddressOf(user))).not.toBe(CHANGED);
  expect(await emailOf(user)).toBe(user.email);
});

test('a change by the user does not wait, and ignores an agreement to a change by support', async () => {
  const user = await signIn(pool);
  await change(user);
  const { agree } = await linksTo(user);
  const own = `own-${user.id}@harbor.example`;
  const typed = { id: user.id, name: 'Amina', email: own, mobile: '0712345678', password: PASSWORD };
  expect((await postJson(app, '/api/update-profile', typed, { cookie: user.cookie })).body.flag).toBe('1');
  expect(await open(agree)).not.toContain('Thank you');
  expect(await confirm(newAddressOf(user)), 'replaced').not.toBe(CHANGED);
  expect(await confirm(own)).toBe(CHANGED);
});

test('refuses a change whose email to the old address would exceed the limit', async () => {
  const user = await addUser(pool);
  for (const nth of [1, 2, 3]) expect((await change(user, `n${nth}-${newAddressOf(user)}`)).flag).toBe('1');
  await change(user, `n4-${newAddressOf(user)}`);
  expect(await mailsTo(pool, `n4-${newAddressOf(user)}`)).toEqual([]);
});

test('refuses to turn two-factor off during a change of the address and for seven days after it', async () => {
  const user = await addUser(pool);
  await turnOn(user);
  await change(user);
  expect(await resetFactor(user)).toBe(ADDRESS_CHANGES);
  await daysPass(user, 3);
  await confirm(newAddressOf(user));
  expect(await resetFactor(user)).toBe(ADDRESS_CHANGES);
  await pool.query("update users set email_changed_at = now() - interval '7 days' where id = $1", [user.id]);
  expect(await resetFactor(user)).toBe('Two-factor is off for this user. They have been logged out and notified.');
});

test('refuses a change by support for seven days after two-factor was turned off', async () => {
  const user = await addUser(pool);
  await turnOn(user);
  await resetFactor(user);
  expect(await change(user)).toMatchObject({ flag: '0', fields: { email: FACTOR_WAS_RESET } });
  expect(await mailsTo(pool, newAddressOf(user))).toEqual([]);
  await pool.query("update users set second_factor_reset_at = now() - interval '7 days' where id = $1", [user.id]);
  expect((await change(user)).flag).toBe('1');
});

test('setting a confirmed account back to Pending skips neither the wait nor the email to the old address', async () => {
  const user = await addUser(pool);
  const { rows } = await pool.query('select version from users where id = $1', [user.id]);
  const status = { status: 'Pending', version: rows[0].version };
  const set = await postJson(app, `/api/admin/users/${user.id}/status`, status, { method: 'PUT', ...support });
  expect(set.status).toBe(200);
  await change(user);
  expect((await linksTo(user)).undo).not.toBe('');
  expect(await confirm(newAddressOf(user))).toBe(WAITS);
  expect(await emailOf(user)).toBe(user.email);
});

test('the old address can stop the change of an inactive account, which stays inactive', async () => {
  const user = await addUser(pool);
  await change(user);
  await pool.query("update users set status = 'Inactive' where id = $1", [user.id]);
  const { undo } = await linksTo(user);
  expect((await postJson(app, '/api/undo-email-change', { token: undo })).body.flag).toBe('1');
  const { rows } = await pool.query('select status from users where id = $1', [user.id]);
  expect(rows).toEqual([{ status: 'Inactive' }]);
  await pool.query("update users set status = 'Active' where id = $1", [user.id]);
  await daysPass(user, 3);
  expect(await confirm(newAddressOf(user))).not.toBe(CHANGED);
  expect(await emailOf(user)).toBe(user.email);
});

test('an unconfirmed old address, which may be a stranger’s, need not agree', async () => {
  const user = await addUser(pool, { status: 'Pending' });
  await change(user);
  expect((await mailsTo(pool, user.email)).at(-1)?.text).not.toContain('token=');
  expect(await emailOf(user)).toBe(user.email);
  expect(await confirm(newAddressOf(user))).toBe(CHANGED);
  expect(await emailOf(user)).toBe(newAddressOf(user));
});
