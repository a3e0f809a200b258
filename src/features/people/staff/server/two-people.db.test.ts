import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addSecondFactor, adminSessionOf, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { msFromNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

type Staff = Awaited<ReturnType<typeof signInAdmin>>;
type Proposal = { id: number; hash: string; mayApprove: boolean; problem: string | null };
const WAITS = /takes 72 hours/;

let app: FastifyInstance;
let pool: pg.Pool;
let chief: Staff;
let second: Staff;
let third: Staff;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  [chief, second, third] = [
    await signInAdmin(pool),
    await signInAdmin(pool),
    await signInAdmin(pool, { role: 'support' }),
  ];
});

const put = (by: Staff, path: string, body: object) =>
  postJson(app, `/api/admin/people/${path}`, body, { cookie: by.cookie, method: 'PUT' });
const makeFinance = (by: Staff) => put(by, `${third.id}/role`, { role: 'finance' });
const open = async (by: Staff): Promise<Proposal> =>
  (await getJson(app, '/api/admin/approvals', by.cookie)).body.items[0];
const approve = (by: Staff, { id, hash }: Proposal) =>
  postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie: by.cookie });
const approveInTable = (by: Staff, { id }: Proposal) =>
  pool.query('update approvals set approver_id = $2, approved_at = now() where id = $1', [id, by.id]);
const waitOf = async ({ id }: Staff): Promise<number> => {
  const sql = 'select extract(epoch from may_decide_from - now())::int as seconds from admins where id = $1';
  return (await pool.query(sql, [id])).rows[0].seconds;
};

/** Expects that a person can neither propose nor approve, by call and in the database. */
async function expectNoDecision(by: Staff, problem: RegExp): Promise<void> {
  const refusal = await makeFinance(by);
  expect(refusal).toMatchObject({ status: 409, body: { message: expect.stringMatching(problem) } });
  await makeFinance(chief);
  const proposal = await open(by);
  expect(proposal).toMatchObject({ mayApprove: false, problem: expect.stringMatching(problem) });
  expect((await approve(by, proposal)).body).toMatchObject({ flag: '0', message: expect.stringMatching(problem) });
  await expect(approveInTable(by, proposal)).rejects.toThrow('may not decide');
  const insert = `insert into approvals (kind, payload, payload_hash, proposer_id, expires_at)
    values ('x', '{}', sha256(convert_to('x' || chr(10) || '{}', 'UTF8')), $1, now() + interval '1 day')`;
  await expect(pool.query(insert, [by.id])).rejects.toThrow('may not propose');
}

test('a new person may propose and approve only after 72 hours', async () => {
  await pool.query(`update admins set may_decide_from = default where id = $1`, [second.id]);
  expect(await waitOf(second)).toBeCloseTo(72 * 3_600, -2);
  await expectNoDecision(second, WAITS);
  const { body } = await getJson(app, '/api/admin/people', chief.cookie);
  const listed = body.items.find(({ id }: Staff) => id === second.id);
  expect(Date.parse(listed.mayDecideFrom)).toBeGreaterThan(msFromNow(71 * 3_600_000).getTime());
});

test('a person with a new role, new access or a removed second factor waits', async () => {
  const proposal = await makeFinance(chief).then(() => open(second));
  expect((await approve(second, proposal)).body.flag).toBe('1');
  expect(await waitOf(third)).toBeCloseTo(72 * 3_600, -2);

  await put(chief, `${second.id}/disabled`, { disabled: true });
  await put(chief, `${second.id}/disabled`, { disabled: false });
  expect(await waitOf(second)).toBeCloseTo(72 * 3_600, -2);

  const fourth = await signInAdmin(pool);
  await postJson(app, `/api/admin/people/${fourth.id}/second-factor`, {}, { cookie: chief.cookie, method: 'DELETE' });
  expect(await waitOf(fourth)).toBeCloseTo(72 * 3_600, -2);
});

test('a person and the administrator who gave them access cannot approve each other’s proposals', async () => {
  await pool.query('update admins set invited_by = $1 where id = $2', [chief.id, second.id]);
  await makeFinance(chief);
  const proposed = await open(second);
  expect(proposed).toMatchObject({ mayApprove: false, problem: expect.stringContaining('let one another in') });
  expect((await approve(second, proposed)).body.flag).toBe('0');
  await expect(approveInTable(second, proposed)).rejects.toThrow('may not decide');
  const other = await signInAdmin(pool);
  expect(await open(other)).toMatchObject({ mayApprove: true, problem: null });
  expect((await approve(other, proposed)).body.flag).toBe('1');

  third = await signInAdmin(pool, { role: 'support' });
  expect((await makeFinance(second)).body.flag).toBe('1');
  const back = await open(chief);
  expect((await approve(chief, back)).body.flag).toBe('0');
  await expect(approveInTable(chief, back)).rejects.toThrow('may not decide');
});

test('the administrator who invited a person stays the one who let them in after another one resets their two-factor', async () => {
  await pool.query('update admins set invited_by = $1 where id = $2', [chief.id, second.id]);
  const other = await signInAdmin(pool);
  await postJson(app, `/api/admin/people/${second.id}/second-factor`, {}, { cookie: other.cookie, method: 'DELETE' });
  await addSecondFactor(pool, second.id);
  await pool.query('update admins set may_decide_from = now() where id = $1', [second.id]);
  const again = { ...second, cookie: await adminSessionOf(pool, second.id) };
  await makeFinance(chief);
  const proposed = await open(again);
  expect(proposed).toMatchObject({ mayApprove: false, problem: expect.stringContaining('let one another in') });
  expect((await approve(again, proposed)).body.flag).toBe('0');
  await expect(approveInTable(second, proposed)).rejects.toThrow('may not decide');
});

test('stores who invited, enabled or reset a person', async () => {
  const inviterOf = async (email: string) =>
    (await pool.query('select invited_by from admins where email = $1', [email])).rows[0].invited_by;
  const typed = { name: 'Ana', email: 'ana@office.example', role: 'moderator' };
  await postJson(app, '/api/admin/people', typed, { cookie: chief.cookie });
  expect(await inviterOf(typed.email)).toBe(chief.id);
  await put(second, `${third.id}/disabled`, { disabled: true });
  expect(await inviterOf(third.email)).toBeNull();
  await put(second, `${third.id}/disabled`, { disabled: false });
  expect(await inviterOf(third.email)).toBe(second.id);
  await postJson(app, `/api/admin/people/${third.id}/second-factor`, {}, { cookie: chief.cookie, method: 'DELETE' });
  expect(await inviterOf(third.email)).toBe(chief.id);
});

test('the account from the settings proposes only with a second factor, and stops once there are two administrators', async () => {
  await pool.query('update admins set disabled_at = now() where id <> $1 and id <> $2', [chief.id, third.id]);
  const environment = await signInAdmin(pool, { fromEnvironment: true });
  expect((await makeFinance(environment)).body.message).toContain('Turn on two-factor');
  await addSecondFactor(pool, environment.id);
  expect((await makeFinance(environment)).body.flag).toBe('1');
  const isLoggedIn = async () => (await getJson(app, '/api/admin/people', environment.cookie)).status === 200;
  expect(await isLoggedIn()).toBe(true);
  await signInAdmin(pool);
  expect(await isLoggedIn()).toBe(false);
  expect((await put(chief, `${environment.id}/disabled`, { disabled: false })).body.message).toContain(
    'stays disabled',
  );
  await pool.query('update admins set disabled_at = null where id = $1', [environment.id]);
  const { rows } = await pool.query('select disabled_at from admins where id = $1', [environment.id]);
  expect(rows[0].disabled_at).not.toBeNull();
});
