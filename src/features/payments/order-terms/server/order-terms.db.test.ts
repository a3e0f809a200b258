import { beforeEach, expect, test } from 'vitest';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { endOfHold } from '../model/bank-days.ts';
import { bankDaysFrom, newestTerms } from './terms-store.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const [owner, finance, colleague, support] = [
  await signInAdmin(pool, { role: 'administrator' }),
  await signInAdmin(pool, { role: 'finance' }),
  await signInAdmin(pool, { role: 'finance' }),
  await signInAdmin(pool, { role: 'support' }),
];

const list = async () => (await getJson(app, '/api/admin/order-terms', finance.cookie)).body;
async function values() {
  const [{ version, reason, made_at, proposed_by, approved_by, ...terms }] = (await list()).versions;
  return { ...terms, after: version };
}
const propose = (body: object, { cookie } = finance) => postJson(app, '/api/admin/order-terms', body, { cookie });
const change = async (changes: object, who = finance) =>
  propose({ ...(await values()), reason: 'Agreed in the meeting.', ...changes }, who);
async function approve({ cookie } = colleague) {
  const [{ id, hash }] = (await getJson(app, '/api/admin/approvals', cookie)).body.items;
  return postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie });
}

beforeEach(async () => {
  await pool.query('update approvals set canceled_at = now() where approved_at is null and canceled_at is null');
});

test('a change takes effect by two people, and the history says who, why and what', async () => {
  const before = await newestTerms(pool);
  expect(
    (await change({ commission_bps: 600, claim_answer_days: 7, plans: ['deposit_30', 'deposit_25'] })).body.flag,
  ).toBe('1');
  expect(await newestTerms(pool)).toEqual(before);
  expect((await list()).proposal).toMatchObject({ version: before.version + 1, terms: { commission_bps: 600 } });
  const [{ summary }] = (await getJson(app, '/api/admin/approvals', owner.cookie)).body.items;
  expect(summary).toContain(
    'Commission: 5% → 6%; Time to answer a claim: 5 days → 7 days; Plans: 25/75 → 30/70, 25/75. Reason: Agreed in the meeting.',
  );
  expect((await approve(finance)).body.flag).toBe('0');
  expect((await approve()).body.flag).toBe('1');
  expect(await newestTerms(pool)).toEqual({
    ...before,
    version: before.version + 1,
    commissionBps: 600,
    claimAnswerDays: 7,
    plans: ['deposit_30', 'deposit_25'],
  });
  const { versions, proposal } = await list();
  expect(proposal).toBeNull();
  expect(versions[0]).toMatchObject({
    commission_bps: 600,
    claim_answer_days: 7,
    reason: 'Agreed in the meeting.',
    proposed_by: 'Office',
  });
  expect(versions.at(-1)).toMatchObject({ version: 1, proposed_by: null, approved_by: null });
  const { rows } = await pool.query("select actor_id, details from audit_log where action = 'order terms changed'");
  expect(rows).toMatchObject([
    {
      actor_id: colleague.id,
      details: { proposer: finance.id, changes: [{ field: 'commission_bps', after: 600 }, {}, {}] },
    },
  ]);
});

test('one proposal waits at a time, and one that changes nothing or was made of an older version is refused', async () => {
  expect((await change({})).body).toMatchObject({
    flag: '0',
    message: expect.stringContaining('Nothing was proposed'),
  });
  expect((await change({ hold_days: 4, after: 1 })).status).toBe(409);
  expect((await change({ hold_days: 4 })).body.flag).toBe('1');
  expect((await change({ hold_days: 5 }, owner)).body).toMatchObject({ flag: '0' });
  expect((await approve(owner)).body.flag).toBe('1');
  expect((await newestTerms(pool)).holdDays).toBe(4);
});

test('values that stop orders are refused, and only finance and administrators see the terms', async () => {
  const wrong = [
    { hold_days: 0 },
    { hold_days: 2.5 },
    { refund_limit_cents: -1 },
    { payout_limit_cents: 100_000_001 },
    { claim_limit_cents: 100_000_001 },
    { cash_limit_cents: 100_000_001 },
    { return_hour: 25 },
    { rental_fee_days: 0 },
    { claim_answer_days: 0 },
    { balance_days: 0 },
    { commission_bps: 5001 },
    { plans: [] },
    { plans: ['deposit_25', 'deposit_25'] },
    { country_plans: { KE: [] } },
    { country_plans: { Kenya: ['full'] } },
    { reason: ' ' },
  ];
  for (const changes of wrong) expect((await change(changes)).status, JSON.stringify(changes)).toBe(400);
  expect((await getJson(app, '/api/admin/order-terms', support.cookie)).status).toBe(403);
  expect((await change({ hold_days: 6 }, support)).status).toBe(403);
});

const COPY = (set: Record<string, string>) => {
  const names = [
    'requires_balance',
    'commission_bps',
    'balance_days',
    'grace_days',
    'hold_days',
    'plans',
    'country_plans',
  ];
  const more = [
    'made_by',
    'approved_by',
    'refund_limit_cents',
    'payout_limit_cents',
    'return_hour',
    'rental_fee_days',
    'claim_answer_days',
    'claim_limit_cents',
    'cash_limit_cents',
  ];
  const all = [...names, ...more];
  return `insert into order_terms (version, reason, ${all.join(', ')})
    select version + 1, 'By SQL.', ${all.map((name) => set[name] ?? name).join(', ')} from order_terms order by version desc limit 1`;
};

test('the database rejects unapproved terms, and values that would stop orders', async () => {
  await expect(pool.query(COPY({ made_by: `${finance.id}`, approved_by: `${colleague.id}` }))).rejects.toThrow(
    'a second person has to approve these terms',
  );
  const nobody = { made_by: 'null', approved_by: 'null' };
  const wrong: Record<string, string>[] = [
    { made_by: `${finance.id}` },
    { hold_days: '0' },
    { refund_limit_cents: '-1' },
    { payout_limit_cents: '100000001' },
    { claim_limit_cents: '100000001' },
    { cash_limit_cents: '100000001' },
    { return_hour: '25' },
    { rental_fee_days: '0' },
    { claim_answer_days: '0' },
    { plans: "'{}'" },
    { plans: "'{deposit_99}'" },
    { country_plans: `'{"KE": []}'` },
    { country_plans: `'{"KE": "full"}'` },
    { country_plans: `'{"kenya": ["full"]}'` },
    { country_plans: "'[]'" },
  ];
  for (const set of wrong) await expect(pool.query(COPY({ ...nobody, ...set })), JSON.stringify(set)).rejects.toThrow();
  await expect(pool.query(COPY(nobody).replace('version + 1', 'version + 2'))).rejects.toThrow('came first');
});

const bankDays = async (year: number) => (await getJson(app, `/api/admin/bank-days?year=${year}`, finance.cookie)).body;
const saveDays = (body: object, { cookie } = finance) =>
  postJson(app, '/api/admin/bank-days', body, { cookie, method: 'PUT' });

test('bank days take effect immediately, are audited, and reject outdated changes', async () => {
  const { seen, days } = await bankDays(2031);
  expect(days).toEqual([]);
  const newYear = { day: '2031-01-01', is_open: false, name: 'New Year' };
  const worked = { day: '2031-01-04', is_open: true, name: 'Worked Saturday' };
  const wednesday = new Date('2030-12-31T12:00:00Z');
  const end = async () => endOfHold(wednesday, 1, 'UTC', await bankDaysFrom(pool, '2030-12-31')).toISOString();
  expect(await end()).toBe('2031-01-02T00:00:00.000Z');
  expect((await saveDays({ year: 2031, days: [newYear, worked], seen })).body).toMatchObject({
    days: [newYear, worked],
  });
  expect(await end()).toBe('2031-01-03T00:00:00.000Z');
  expect((await saveDays({ year: 2031, days: [], seen })).status).toBe(409);
  expect((await bankDays(2031)).days).toEqual([newYear, worked]);
  const now = (await bankDays(2031)).seen;
  expect((await saveDays({ year: 2031, days: [{ ...newYear, day: '2032-01-01' }], seen: now })).status).toBe(400);
  expect((await saveDays({ year: 2031, days: [newYear, newYear], seen: now })).status).toBe(400);
  expect((await saveDays({ year: 2031, days: [newYear], seen: now }, support)).status).toBe(403);
  expect((await saveDays({ year: 2031, days: [newYear], seen: now }, owner)).body.days).toEqual([newYear]);
  const { rows } = await pool.query(
    `select actor_id, details from audit_log where action = 'bank days changed' order by id`,
  );
  expect(rows).toMatchObject([
    { actor_id: finance.id, details: { year: 2031, added: ['2031-01-01 closed New Year', expect.any(String)] } },
    { actor_id: owner.id, details: { added: [], removed: ['2031-01-04 open Worked Saturday'] } },
  ]);
});

test('a proposal from before a term was added stays readable in the history of approvals', async () => {
  const { after, ...now } = await values();
  const { cash_limit_cents: _added, ...before } = now;
  const payload = JSON.stringify({ after, before, terms: { ...before, hold_days: 9 }, reason: 'Long ago.' });
  await pool.query(
    `insert into approvals (kind, payload, payload_hash, proposer_id, expires_at)
     values ('order terms', $1, sha256(convert_to('order terms' || chr(10) || $1, 'UTF8')), $2, now() + interval '1 day')`,
    [payload, finance.id],
  );
  const [{ summary }] = (await getJson(app, '/api/admin/approvals', owner.cookie)).body.items;
  expect(summary).toMatch(/^[^;]*9 business days. Reason: Long ago\.$/);
});
