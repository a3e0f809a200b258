import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addUser, PASSWORD, signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { mailsTo, tokenIn } from '../../../../../../tests/support/mail/mails.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  admin = await signInAdmin(pool);
});
beforeEach(() => pool.query('delete from request_counts'));

const users = (query: string) => getJson(app, `/api/get-users?${query}`, admin.cookie);
const namesFor = async (query: string): Promise<string[]> =>
  (await users(query)).body.items.map(({ name }: { name: string }) => name);
const detail = async (id: number) => (await getJson(app, `/api/admin/users/${id}`, admin.cookie)).body;
const lastAudit = async (id: number) =>
  (
    await pool.query(
      "select actor_kind, actor_id, action, details, ip, request_id from audit_log where subject_kind = 'user' and subject_id = $1 order by id desc limit 1",
      [id],
    )
  ).rows[0];
const update = (body: object) => postJson(app, '/api/update-profile', body, { cookie: admin.cookie });
const setStatus = (id: number, body: object) =>
  postJson(app, `/api/admin/users/${id}/status`, body, { cookie: admin.cookie, method: 'PUT' });
const remove = (id: number) =>
  postJson(app, `/api/deleteUser/${id}`, undefined, { cookie: admin.cookie, method: 'DELETE' });

describe('the list of users', () => {
  beforeAll(async () => {
    for (const [name, email, status] of [
      ['Zhou Ping', 'ping@quay-list.example', 'Active'],
      ['anna 100%', 'anna@quay-list.example', 'Inactive'],
      ['Bo_b', 'bo@quay-list.example', 'Pending'],
    ] as const)
      await addUser(pool, { name, email, status });
    await pool.query("update users set last_login_at = '2026-03-02T12:00Z' where email like 'ping@quay-list%'");
    await pool.query("update users set created_at = '2025-05-05T23:59Z' where email like 'bo@quay-list%'");
  });

  test('without a query, returns an array of all users without secrets', async () => {
    const { body } = await getJson(app, '/api/get-users', admin.cookie);
    const zhou = body.find(({ email }: { email: string }) => email === 'ping@quay-list.example');
    expect(zhou).toEqual({
      _id: String(zhou.id),
      id: expect.any(Number),
      name: 'Zhou Ping',
      email: 'ping@quay-list.example',
      mobile: '0712345678',
      mobileWritten: '0712345678',
      status: 'Active',
      lastLogin: '2026-03-02T12:00:00.000Z',
      createdAt: expect.stringMatching(/Z$/),
      version: 1,
      hasReservedName: false,
    });
  });

  test('searches name, email and mobile by substring and takes wildcards literally', async () => {
    expect(await namesFor('search=QUAY-list')).toEqual(['anna 100%', 'Bo_b', 'Zhou Ping']);
    expect(await namesFor('search=zhou')).toEqual(['Zhou Ping']);
    for (const search of ['100%25', '%25']) expect(await namesFor(`search=${search}`)).toEqual(['anna 100%']);
    expect(await namesFor('search=o_b')).toEqual(['Bo_b']);
    expect(await namesFor(`search=${encodeURIComponent('(a+)+$')}`)).toEqual([]);
    expect(await namesFor(`search=${encodeURIComponent("' or 1=1 --")}`)).toEqual([]);
    expect((await namesFor('search=0712345678')).length).toBeGreaterThan(2);
    await pool.query("update users set mobile = '+8613812345678' where email = 'ping@quay-list.example'");
    for (const search of ['+86 138 1234 5678', '138-1234-5678', '0086 138 1234 5678'])
      expect(await namesFor(`search=${encodeURIComponent(search)}`)).toEqual(['Zhou Ping']);
  });

  test('filters and sorts', async () => {
    const found = (query: string) => namesFor(`search=quay-list&${query}`);
    expect(await found('status=Inactive')).toEqual(['anna 100%']);
    expect(await found('createdFrom=2025-05-05&createdTo=2025-05-05')).toEqual(['Bo_b']);
    expect(await found('createdTo=2025-05-04')).toEqual([]);
    expect(await found('lastLoginAfter=2026-03-01')).toEqual(['Zhou Ping']);
    expect(await found('lastLoginAfter=2026-03-02')).toEqual(['Zhou Ping']);
    expect(await found('lastLoginAfter=2026-03-03')).toEqual([]);
    expect(await found('sort=name&order=desc')).toEqual(['Zhou Ping', 'Bo_b', 'anna 100%']);
    expect(await found('sort=status')).toEqual(['Zhou Ping', 'anna 100%', 'Bo_b']);
    expect((await found('sort=lastLogin&order=desc'))[0]).toBe('Zhou Ping');
  });

  test('returns pages, an empty one beyond the end, and 400 for invalid parameters', async () => {
    const { body } = await users('search=quay-list&limit=2&page=2');
    expect(body.items).toHaveLength(1);
    expect(body.pagination).toEqual({ page: 2, totalPages: 2, totalItems: 3 });
    expect((await users('page=999999999999999')).body.items).toEqual([]);
    expect((await users('limit=999999')).body.items.length).toBeLessThanOrEqual(50);
    for (const junk of [
      'page=0',
      'page=-1',
      'page=1e19',
      'page=NaN',
      'sort=password_hash',
      'order=up',
      'status=Admin',
      'createdFrom=yesterday',
      'search=%00',
      'search=a&search=b',
      `search=${'x'.repeat(201)}`,
    ])
      expect([junk, (await users(junk)).status]).toEqual([junk, 400]);
  });
});

describe('an administrator', () => {
  test('changes a profile and audits before and after without personal values', async () => {
    const { id, email } = await addUser(pool);
    const { user } = await detail(id);
    const saved = await update({
      id,
      name: 'Amina O.',
      email,
      mobile: user.mobile,
      status: 'Pending',
      version: user.version,
    });
    expect(saved.body).toMatchObject({ flag: '1' });
    expect((await detail(id)).user).toMatchObject({ name: 'Amina O.', status: 'Pending' });
    expect(await lastAudit(id)).toEqual({
      actor_kind: 'admin',
      actor_id: admin.id,
      action: 'profile changed',
      details: {
        changed: ['name', 'status'],
        before: { name: 'A…', status: 'Active' },
        after: { name: 'A…', status: 'Pending' },
      },
      ip: '127.0.0.1',
      request_id: expect.any(String),
    });
  });

  test('gets 409 for a change based on an old version', async () => {
    const { id, email } = await addUser(pool);
    const typed = { id, name: 'First', email, mobile: '0712345678', version: 1 };
    expect((await update(typed)).status).toBe(200);
    const late = await update({ ...typed, name: 'Second' });
    expect([late.status, late.body.fields]).toEqual([409, { version: 'stale' }]);
    expect((await detail(id)).user.name).toBe('First');
    expect((await setStatus(id, { status: 'Inactive', version: 1 })).status).toBe(409);
  });

  test('invalidates all links of the old address once a new one is confirmed', async () => {
    const { id, email } = await addUser(pool);
    await pool.query(
      `insert into account_links (user_id, purpose, token_hash, email, expires_at)
       select $1, purpose, sha256(purpose::bytea), $2, now() + interval '1 hour'
       from unnest(array['confirm', 'reset', 'change-email']) as purpose`,
      [id, email],
    );
    const saved = await update({ id, name: 'Amina', email: `new-${email}`, mobile: '0712345678', version: 1 });
    expect(saved.body).toMatchObject({ flag: '1' });
    await pool.query('update account_links set works_from = now() where user_id = $1', [id]);
    const token = tokenIn((await mailsTo(pool, `new-${email}`)).at(-1));
    expect((await postJson(app, '/api/confirm-email', { token })).body.flag).toBe('1');
    expect((await pool.query('select purpose from account_links where user_id = $1', [id])).rows).toEqual([]);
  });

  test('ends all sessions of a user by deactivating them', async () => {
    const user = await signIn(pool);
    expect((await getJson(app, '/api/get-profile', user.cookie)).status).toBe(200);
    expect((await setStatus(user.id, { status: 'Inactive', version: 1 })).status).toBe(200);
    expect((await getJson(app, '/api/get-profile', user.cookie)).status).toBe(401);
    const login = await postJson(app, '/api/login', { email: user.email, password: PASSWORD });
    expect(login.body).toMatchObject({ flag: '0', message: 'This account isn’t active. Please contact us.' });
    expect(await lastAudit(user.id)).toMatchObject({
      action: 'status changed',
      details: { before: { status: 'Active' }, after: { status: 'Inactive' } },
    });
  });

  test('erases personal data by deleting a user and keeps the anonymized row', async () => {
    const user = await signIn(pool, { name: 'Forget Me' });
    expect((await remove(user.id)).body).toMatchObject({ flag: '1', message: 'User deleted successfully!' });
    expect((await getJson(app, '/api/get-profile', user.cookie)).status).toBe(401);
    expect((await getJson(app, `/api/admin/users/${user.id}`, admin.cookie)).status).toBe(404);
    expect(await namesFor('search=Forget')).toEqual([]);
    const { rows } = await pool.query('select name, email, mobile, status from users where id = $1', [user.id]);
    expect(rows).toEqual([{ name: 'Deleted user', email: '', mobile: null, status: 'Inactive' }]);
    expect(await mailsTo(pool, user.email)).toHaveLength(1);
    expect(await lastAudit(user.id)).toMatchObject({ action: 'account deleted', actor_id: admin.id });
    expect((await remove(user.id)).status).toBe(404);
  });
});

test('ignores status and unknown fields in a profile change by a user', async () => {
  const user = await signIn(pool, { status: 'Pending' });
  const typed = { id: user.id, name: 'Amina', email: user.email, mobile: '0712345678' };
  await postJson(app, '/api/update-profile', { ...typed, status: 'Active', admin: true }, { cookie: user.cookie });
  expect((await detail(user.id)).user).toMatchObject({ name: 'Amina', status: 'Pending' });
});
