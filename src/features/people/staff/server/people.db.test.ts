import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo, tokenIn } from '../../../../../tests/support/mail/mails.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let first: Admin;
let second: Admin;
type Admin = Awaited<ReturnType<typeof signInAdmin>>;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  [first, second] = [
    await signInAdmin(pool, { role: 'administrator' }),
    await signInAdmin(pool, { role: 'administrator' }),
  ];
});

type Method = 'POST' | 'PUT' | 'DELETE';
const call = (by: Admin, method: Method, path: string, body: unknown = {}) =>
  postJson(app, `/api/admin/${path}`, body, { cookie: by.cookie, method });
const setRole = (by: Admin, { id }: { id: number }, role: string) => call(by, 'PUT', `people/${id}/role`, { role });
const setDisabled = (by: Admin, { id }: { id: number }, disabled: boolean) =>
  call(by, 'PUT', `people/${id}/disabled`, { disabled });
const statusOf = async (path: string, { cookie }: Admin) => (await getJson(app, `/api/${path}`, cookie)).status;
const personOf = async ({ id }: { id: number }) =>
  (await getJson(app, '/api/admin/people', first.cookie)).body.items.find((person: { id: number }) => person.id === id);
const logIn = (email: string, password = PASSWORD) => postJson(app, '/api/admin/admin/login', { email, password });
const accept = (token: string, npass = PASSWORD) =>
  postJson(app, '/api/admin/invitation', { token, npass, cpass: npass });
const auditOf = async ({ id }: { id: number }) =>
  (
    await pool.query(
      `select action, actor_id as by, details from audit_log
       where subject_kind = 'admin' and subject_id = $1 and action not like 'admin login%' order by id`,
      [id],
    )
  ).rows;

async function inviteSupport(email: string) {
  const { body } = await call(first, 'POST', 'people', { name: 'Jo Lee', email, role: 'support' });
  expect(body.flag).toBe('1');
  const { rows } = await pool.query('select id from admins where email = $1', [email]);
  return { id: rows[0].id as number, email, token: tokenIn((await mailsTo(pool, email)).at(-1)) };
}

test('an invitation sets a password once, and the login may then only set up two-factor', async () => {
  const person = await inviteSupport('jo@office.example');
  expect(await personOf(person)).toMatchObject({ role: 'support', state: 'invited', secondFactor: false });
  expect((await logIn(person.email)).body.flag).toBe('0');
  const twice = await Promise.all([accept(person.token), accept(person.token)]);
  expect(twice.map(({ body }) => body.flag).sort()).toEqual(['0', '1']);
  const { cookies } = await logIn(person.email);
  const refused = await getJson(app, '/api/get-users', cookies);
  expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_needed']);
  expect((await getJson(app, '/api/admin/second-factor', cookies)).status).toBe(200);
  expect(await auditOf(person)).toEqual([
    { action: 'person invited', by: first.id, details: { role: 'support' } },
    { action: 'invitation accepted', by: person.id, details: {} },
  ]);
});

test('an invitation expires after 72 hours, and a new one replaces the older link', async () => {
  const person = await inviteSupport('late@office.example');
  const expiry = `select extract(epoch from expires_at - now()) / 3600 as hours from admin_invitations where admin_id = $1`;
  expect(Math.round((await pool.query(expiry, [person.id])).rows[0].hours)).toBe(72);
  await pool.query('update admin_invitations set expires_at = now() where admin_id = $1', [person.id]);
  expect((await accept(person.token)).body.flag).toBe('0');
  await call(first, 'POST', `people/${person.id}/invitation`);
  const token = tokenIn((await mailsTo(pool, person.email)).at(-1));
  expect((await accept(person.token)).body.flag).toBe('0');
  expect((await accept(token)).body.flag).toBe('1');
  expect((await call(first, 'POST', `people/${person.id}/invitation`)).body.flag).toBe('0');
});

test('refuses to invite an administrator, and to invite an address twice', async () => {
  const typed = { name: 'Jo', email: first.email, role: 'support' };
  expect((await call(second, 'POST', 'people', typed)).body).toMatchObject({
    flag: '0',
    fields: { email: expect.any(String) },
  });
  const administrator = { ...typed, email: 'boss@office.example', role: 'administrator' };
  expect((await call(second, 'POST', 'people', administrator)).status).toBe(400);
});

test('a new role applies to the next call, and is audited with the person who changed it', async () => {
  const person = await signInAdmin(pool, { role: 'finance' });
  const statuses = async () => [await statusOf('get-users', person), await statusOf('reports/periods', person)];
  expect(await statuses()).toEqual([403, 200]);
  await setRole(first, person, 'support');
  expect(await statuses()).toEqual([200, 403]);
  expect(await auditOf(person)).toMatchObject([
    { action: 'role changed', by: first.id, details: { before: { role: 'finance' }, after: { role: 'support' } } },
  ]);
});

test('disabling a person ends their sessions, refuses logins and cancels their proposals', async () => {
  const person = await signInAdmin(pool, { role: 'support' });
  await setRole(second, person, 'administrator');
  expect((await setDisabled(first, second, true)).body.flag).toBe('1');
  expect(await statusOf('admin/second-factor', second)).toBe(401);
  expect((await logIn(second.email)).body.flag).toBe('0');
  const { rows } = await pool.query(
    'select canceled_by from approvals where proposer_id = $1 and canceled_at is not null',
    [second.id],
  );
  expect(rows).toEqual([{ canceled_by: first.id }]);
  await setDisabled(first, second, false);
  expect(await statusOf('admin/second-factor', second), 'the session does not come back').toBe(401);
  expect((await logIn(second.email)).body).toMatchObject({ fields: { code: expect.any(String) } });
});

test('a reset of two-factor ends sessions, and the next login has to set it up again', async () => {
  const person = await signInAdmin(pool, { role: 'finance' });
  await call(first, 'DELETE', `people/${person.id}/second-factor`);
  expect(await statusOf('admin/second-factor', person)).toBe(401);
  const { cookies } = await logIn(person.email);
  expect((await getJson(app, '/api/payments', cookies)).body.code).toBe('second_factor_needed');
  expect((await mailsTo(pool, person.email)).map(({ subject }) => subject)).toEqual([
    'Your two-factor authentication was reset',
  ]);
});

test('refuses changes of one’s own access, and two administrators cannot lock each other out', async () => {
  for (const { body } of [await setRole(first, first, 'support'), await setDisabled(first, first, true)])
    expect(body.flag).toBe('0');
  const both = await Promise.all([setDisabled(first, second, true), setDisabled(second, first, true)]);
  expect(both.filter(({ body }) => body.flag === '1')).toHaveLength(1);
});

test('the administrator from the settings needs no second factor and may invite', async () => {
  await pool.query('update admins set disabled_at = now()');
  const environment = await signInAdmin(pool, { fromEnvironment: true });
  expect(await statusOf('get-users', environment)).toBe(200);
  const { body } = await getJson(app, '/api/admin/session', environment.cookie);
  expect(body.admin).toMatchObject({ fromEnvironment: true, needsSecondFactor: false });
  const typed = { name: 'Ana', email: 'ana@office.example', role: 'moderator' };
  expect((await call(environment, 'POST', 'people', typed)).body.flag).toBe('1');
});
