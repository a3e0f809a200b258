import { beforeEach, expect, test } from 'vitest';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { daysFromNow, testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { bankAccountInForce, insertBankAccount, pendingBankAccount } from './bank-account-store.ts';
import { mayIssueInvoices } from './bank-accounts.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const [maker, checker, finance] = [
  await signInAdmin(pool, { role: 'administrator' }),
  await signInAdmin(pool, { role: 'administrator' }),
  await signInAdmin(pool, { role: 'finance' }),
];
const FIRST = {
  holder: 'CarQuay Ltd',
  bank: 'Harbour Bank, Shanghai',
  account: 'gb33 bukb 2020 1555 5555 55',
  bic: 'bukbgb22',
};
const SECOND = { ...FIRST, bic: 'BUKBGB22', account: '6222021234567890', bank: 'Other Bank' };
const DAY_MS = 86_400_000;
const inDays = daysFromNow;

const list = async () => (await getJson(app, '/api/admin/bank-accounts', maker.cookie)).body;
const propose = (account: object, cookie = maker.cookie) =>
  postJson(app, '/api/admin/bank-accounts', account, { cookie });
const cancel = (version: number, cookie = finance.cookie) =>
  postJson(app, `/api/admin/bank-accounts/${version}/cancel`, {}, { cookie });
const approvals = async () => (await getJson(app, '/api/admin/approvals', checker.cookie)).body.items;
async function approve(cookie = checker.cookie) {
  const [{ id, hash }] = await approvals();
  return postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie });
}

beforeEach(async () => {
  await pool.query(
    'alter table bank_account_versions disable trigger user; alter table approvals disable trigger user',
  );
  await pool.query('delete from bank_account_versions; delete from approvals; delete from mail_outbox');
  await pool.query('alter table bank_account_versions enable trigger user; alter table approvals enable trigger user');
});

test('the first account takes effect immediately and is audited', async () => {
  expect(await bankAccountInForce(pool, testNow())).toBeNull();
  expect((await propose(FIRST, finance.cookie)).body.flag).toBe('1');
  expect((await list()).versions).toMatchObject([
    { version: 1, state: 'in_force', account: 'GB33BUKB20201555555555', bic: 'BUKBGB22' },
  ]);
  expect(await bankAccountInForce(pool, testNow())).toMatchObject({ version: 1, isDemo: false });
  const { rows } = await pool.query(
    "select actor_id, details from audit_log where action = 'bank account added' order by id desc limit 1",
  );
  expect(rows).toMatchObject([{ actor_id: finance.id, details: { version: 1, account: 'GB33BUKB20201555555555' } }]);
});

test('a change needs a second person, takes effect a day later, and is mailed to all who may cancel it', async () => {
  await propose(FIRST);
  await propose(SECOND);
  expect((await list()).proposal).toMatchObject({ account: SECOND.account });
  expect((await approvals())[0].summary).toContain('6222 0212 3456 7890');
  expect((await approve(maker.cookie)).body.flag).toBe('0');
  expect((await approve()).body.flag).toBe('1');
  const [pending] = (await list()).versions;
  expect(pending).toMatchObject({ version: 2, state: 'pending' });
  expect(Date.parse(pending.effectiveAt) - Date.parse(pending.approvedAt)).toBe(DAY_MS);
  expect((await bankAccountInForce(pool, testNow()))?.version).toBe(1);
  expect((await bankAccountInForce(pool, inDays(1.01)))?.version).toBe(2);
  expect((await pendingBankAccount(pool, testNow()))?.version).toBe(2);
  const { rows } = await pool.query('select to_address, text from mail_outbox');
  expect(rows.map(({ to_address }) => to_address).sort()).toEqual([maker.email, checker.email, finance.email].sort());
  expect(rows[0].text).toContain('6222 0212 3456 7890');
});

test('one click of one person cancels a change until it takes effect', async () => {
  await propose(FIRST);
  expect((await cancel(1)).status).toBe(409);
  await propose(SECOND);
  await approve();
  expect((await cancel(2)).body.flag).toBe('1');
  expect((await cancel(2)).status).toBe(409);
  expect((await list()).versions.map(({ state }: { state: string }) => state)).toEqual(['canceled', 'in_force']);
  expect((await bankAccountInForce(pool, inDays(2)))?.version).toBe(1);
  await propose({ ...SECOND, bic: 'BUKBGB33' });
  expect((await approve()).body.flag).toBe('1');
});

test('refuses a second proposal and a proposal while a change is pending', async () => {
  await propose(FIRST);
  await propose(SECOND);
  expect((await propose({ ...SECOND, holder: 'Other' }, checker.cookie)).body).toMatchObject({ flag: '0' });
  await approve();
  expect((await propose({ ...SECOND, holder: 'Other' })).body).toMatchObject({ flag: '0' });
});

test('refuses accounts with wrong check digits and texts that hide something', async () => {
  for (const wrong of [
    { account: 'GB33BUKB20201555555556' },
    { bic: 'BUKB' },
    { holder: '' },
    { bank: 'a\u202eb' },
    { holder: 'x'.repeat(141) },
  ]) {
    const { status, body } = await propose({ ...FIRST, ...wrong });
    expect([status, Object.keys(body.fields)]).toEqual([400, Object.keys(wrong)]);
  }
});

test('of two first accounts at the same moment one is added', async () => {
  const both = await Promise.all([propose(FIRST), propose(SECOND, checker.cookie)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await list()).versions).toHaveLength(1);
  expect((await list()).proposal).not.toBeNull();
});

test('the database refuses unapproved versions, early ones, gaps and changes', async () => {
  await propose(FIRST);
  const insert = (change: object) =>
    insertBankAccount(pool, {
      ...SECOND,
      version: 2,
      proposedBy: maker.id,
      approvedBy: checker.id,
      waitS: 90_000,
      ...change,
    });
  await expect(insert({})).rejects.toThrow('a second person has to approve');
  await expect(insert({ version: 3 })).rejects.toThrow('came first');
  await pool.query('alter table bank_account_versions disable trigger bank_accounts_are_guarded');
  await expect(insert({ waitS: 86_000 })).rejects.toThrow('a_day_later');
  await expect(insert({ approvedBy: maker.id })).rejects.toThrow('two_people');
  await expect(insert({ approvedBy: null })).rejects.toThrow('two_people');
  await expect(insert({ isDemo: true })).rejects.toThrow('two_people');
  await pool.query('alter table bank_account_versions enable trigger bank_accounts_are_guarded');
  await expect(pool.query("update bank_account_versions set account = '12345678'")).rejects.toThrow('never changes');
  await expect(
    pool.query('update bank_account_versions set canceled_by = $1, canceled_at = now()', [maker.id]),
  ).rejects.toThrow('canceled_in_time');
  await expect(pool.query('delete from bank_account_versions')).rejects.toThrow('append-only');
});

test('the approval is only good for the account that was shown', async () => {
  await propose(FIRST);
  await propose(SECOND);
  const client = await pool.connect();
  await client.query('begin');
  await client.query('update approvals set approver_id = $1, approved_at = now()', [checker.id]);
  const other = insertBankAccount(client, {
    ...SECOND,
    account: '99999999',
    version: 2,
    proposedBy: maker.id,
    approvedBy: checker.id,
    waitS: 90_000,
  });
  await expect(other).rejects.toThrow('a second person has to approve');
  await client.query('rollback');
  client.release();
});

test('invoices need a company name, an address and an account; the demo needs none', async () => {
  expect(await mayIssueInvoices(pool, testNow())).toEqual({
    may: false,
    missing: ['legalName', 'address', 'bankAccount'],
  });
  await propose(FIRST);
  expect((await list()).missing).toEqual(['legalName', 'address']);
  const operator = {
    legalName: 'CarQuay Ltd',
    address: '1 Harbour Street',
    registrationNumber: '',
    governingLaw: '',
    moneyHolder: '',
    contact: '',
  };
  await postJson(app, '/api/admin/operator', { ...operator, version: 0 }, { cookie: maker.cookie, method: 'PUT' });
  expect(await mayIssueInvoices(pool, testNow())).toEqual({ may: true, missing: [] });
  const { pool: demo } = await testDatabase();
  await insertBankAccount(demo, {
    ...FIRST,
    account: 'DEMO0000000001234',
    bic: 'DEMOCNSH',
    version: 1,
    isDemo: true,
    proposedBy: null,
    approvedBy: null,
    waitS: 0,
  });
  expect(await mayIssueInvoices(demo, testNow())).toEqual({ may: true, missing: [] });
});
