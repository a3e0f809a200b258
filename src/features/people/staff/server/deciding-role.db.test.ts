import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addSecondFactor, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

type Admin = Awaited<ReturnType<typeof signInAdmin>>;
let app: FastifyInstance;
let pool: pg.Pool;
let proposer: Admin;
let approver: Admin;
let person: Admin;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
});
beforeEach(async () => {
  proposer = await signInAdmin(pool, { role: 'administrator' });
  approver = await signInAdmin(pool, { role: 'administrator' });
  person = await signInAdmin(pool, { role: 'finance' });
});

type Proposal = {
  id: number;
  hash: string;
  state: string;
  mayApprove: boolean;
  problem: string | null;
  summary: string;
};
const proposals = async ({ cookie }: Admin): Promise<Proposal[]> =>
  (await getJson(app, '/api/admin/approvals', cookie)).body.items;
const decide = ({ cookie }: Admin, { id }: { id: number }, decision: 'approve' | 'cancel', body: object = {}) =>
  postJson(app, `/api/admin/approvals/${id}/${decision}`, body, { cookie });
const roleOf = async ({ id }: Admin) => (await pool.query('select role from admins where id = $1', [id])).rows[0].role;
const setRole = ({ cookie }: Admin, role = 'administrator') =>
  postJson(app, `/api/admin/people/${person.id}/role`, { role }, { cookie, method: 'PUT' });

async function propose(by: Admin): Promise<Proposal> {
  expect((await setRole(by)).body.flag).toBe('1');
  const [proposal] = await proposals(by);
  return proposal!;
}

test('a person becomes an administrator only once a second administrator approves', async () => {
  const proposal = await propose(proposer);
  expect(proposal).toMatchObject({ state: 'open', mayApprove: false });
  expect((await proposals(approver))[0]).toMatchObject({
    id: proposal.id,
    mayApprove: true,
    problem: null,
    summary: expect.stringContaining(person.email),
  });
  expect(await roleOf(person)).toBe('finance');
  expect((await setRole(proposer)).body.flag).toBe('0');
  const answers = await Promise.all([1, 2].map(() => decide(approver, proposal, 'approve', proposal)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await roleOf(person)).toBe('administrator');
  const { rows } = await pool.query(
    `select action, actor_id as by, details->>'proposer' as proposer from audit_log
     where subject_kind in ('approval', 'admin') and subject_id in ($1, $2) order by id`,
    [proposal.id, person.id],
  );
  expect(rows).toEqual([
    { action: 'approval proposed', by: proposer.id, proposer: null },
    { action: 'role changed', by: approver.id, proposer: String(proposer.id) },
    { action: 'approval given', by: approver.id, proposer: null },
  ]);
});

test('neither the proposer nor the administrator from the settings can be the second person', async () => {
  await pool.query('update admins set disabled_at = now() where id not in ($1, $2)', [proposer.id, person.id]);
  const environment = await signInAdmin(pool, { fromEnvironment: true });
  await addSecondFactor(pool, environment.id);
  const proposal = await propose(proposer);
  for (const by of [proposer, environment]) {
    expect((await proposals(by))[0]).toMatchObject({ id: proposal.id, mayApprove: false });
    expect(await decide(by, proposal, 'approve', proposal)).toMatchObject({ status: 200, body: { flag: '0' } });
    await expect(
      pool.query('update approvals set approver_id = $2, approved_at = now() where id = $1', [proposal.id, by.id]),
    ).rejects.toThrow(/two_people|may not decide/);
  }
  expect(await roleOf(person)).toBe('finance');
});

test('approving with a wrong hash, or an expired or canceled proposal, changes nothing', async () => {
  const proposal = await propose(proposer);
  expect((await decide(approver, proposal, 'approve', { hash: 'f'.repeat(64) })).status).toBe(409);
  expect((await decide(proposer, proposal, 'cancel')).body.flag).toBe('1');
  expect((await decide(approver, proposal, 'approve', proposal)).status).toBe(409);
  await pool.query(
    `insert into approvals (kind, payload, payload_hash, proposer_id, proposed_at, expires_at)
     select kind, payload, payload_hash, proposer_id, now() - interval '73 hours', now() - interval '1 hour'
     from approvals where id = $1`,
    [proposal.id],
  );
  const { rows } = await pool.query('select max(id) as id from approvals');
  expect((await decide(approver, rows[0], 'approve', proposal)).status).toBe(409);
  expect(await roleOf(person)).toBe('finance');
  expect(await propose(proposer)).toMatchObject({ state: 'open' });
});

test('an approval is refused once the person or the proposer has changed', async () => {
  const changed = await propose(proposer);
  await setRole(approver, 'moderator');
  expect((await decide(approver, changed, 'approve', changed)).status).toBe(409);
  const again = await propose(proposer);
  await pool.query(`update admins set role = 'support' where id = $1`, [proposer.id]);
  expect((await decide(approver, again, 'approve', again)).body).toMatchObject({ flag: '0' });
  await pool.query('update admins set may_decide_from = now() where id = $1', [proposer.id]);
  expect((await decide(approver, again, 'approve', again)).status).toBe(409);
  expect((await proposals(approver)).find(({ id }) => id === again.id)).toMatchObject({ state: 'open' });
  expect(await roleOf(person)).toBe('moderator');
});

test('the database refuses to change, delete or decide a proposal twice, and a payload without its hash', async () => {
  const { id } = await propose(proposer);
  await expect(pool.query(`update approvals set payload = '{}' where id = $1`, [id])).rejects.toThrow();
  await expect(pool.query('delete from approvals where id = $1', [id])).rejects.toThrow(/append-only/);
  await decide(proposer, { id }, 'cancel');
  await expect(pool.query('update approvals set canceled_at = null where id = $1', [id])).rejects.toThrow(
    /decided once/,
  );
  await expect(
    pool.query(
      `insert into approvals (kind, payload, payload_hash, proposer_id, expires_at)
       values ('administrator role', '{}', sha256('x'), $1, now())`,
      [proposer.id],
    ),
  ).rejects.toThrow(/hash_of_payload/);
});

test('the finance role needs two people as well, even for a person just invited', async () => {
  person = await signInAdmin(pool, { role: 'moderator' });
  expect((await setRole(proposer, 'finance')).body.flag).toBe('1');
  const [proposal] = await proposals(approver);
  expect(proposal!.summary).toContain('to Finance');
  expect(await roleOf(person)).toBe('moderator');
  expect((await decide(approver, proposal!, 'approve', proposal)).body.flag).toBe('1');
  expect(await roleOf(person)).toBe('finance');
  const invited = { name: 'Jo', email: 'jo@office.example', role: 'finance' };
  expect((await postJson(app, '/api/admin/people', invited, { cookie: proposer.cookie })).status).toBe(400);
});

test('an old proposal without a role makes an administrator', async () => {
  const { id, email } = person;
  const { rows } = await pool.query(
    `insert into approvals (kind, payload, payload_hash, proposer_id, expires_at)
     values ('administrator role', $1, sha256(convert_to(E'administrator role\\n' || $1, 'UTF8')), $2, now() + interval '1 hour')
     returning id, encode(payload_hash, 'hex') as hash`,
    [JSON.stringify({ id, name: 'Jo', email, from: 'finance' }), proposer.id],
  );
  expect((await decide(approver, rows[0], 'approve', rows[0])).body.flag).toBe('1');
  expect(await roleOf(person)).toBe('administrator');
});
