import { beforeAll, expect, test } from 'vitest';
import { foldLedger } from '#features/payments/ledger/server/ledger-store.ts';
import { enterBankAccount } from '../../../../../tests/support/bookkeeping/bank-account.ts';
import { importEntries } from '../../../../../tests/support/bookkeeping/import-entries.ts';
import { addUser, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { msFromNow } from '../../../../../tests/support/runner/test-clock.ts';
import { postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { clearingAccounts, openAmounts } from './book-store.ts';

const OWED = ['deposits', 'security_deposits', 'refunds_due', 'seller_payable'];
const { pool } = await testDatabase();
const app = await testApp(pool);
const admin = await signInAdmin(pool);
const { id: buyer } = await addUser(pool);
let posted = 0;

beforeAll(async () => {
  await enterBankAccount(pool);
});

async function addOrder(life: 'active' | 'completed' | 'cancelled'): Promise<number> {
  const { rows } = await pool.query(
    `insert into orders (user_id, offer, life, terms_version, ended_at)
     values ($1, 'Rent', $2, 2, case when $2 <> 'active' then now() end) returning id`,
    [buyer, life],
  );
  return rows[0].id;
}

/** Posts an amount to an account, some days ago. */
async function post(order: number, account: string, cents: number, days: number): Promise<void> {
  await pool.query(
    `with entry as (
       insert into ledger_entries (order_id, source, source_id, kind, reference, at)
       values ($1, 'order', $1, 'charges', $2, now() - interval '1 day' * $3::int) returning id)
     insert into ledger_lines (entry_id, account, cents)
     select entry.id, line.account, line.cents from entry, unnest($4::text[], $5::bigint[]) as line (account, cents)`,
    [order, String(posted++), days, [account, 'earnings'], [cents, -cents]],
  );
}

test('payables by age count deposits of canceled orders and security deposits of ended ones, folded or not', async () => {
  const [active, ended, canceled] = [
    await addOrder('active'),
    await addOrder('completed'),
    await addOrder('cancelled'),
  ];
  for (const order of [active, ended, canceled]) {
    await post(order, 'deposits', -100, 1);
    await post(order, 'security_deposits', -20, 9);
  }
  await post(active, 'refunds_due', -3, 40);
  await post(ended, 'refunds_due', -4, 70);
  await post(ended, 'refunds_due', 4, 0);
  await post(canceled, 'refunds_due', 5, 70);
  const expected = [-100, -40, -3, 5];
  expect((await openAmounts(pool, OWED, 10)).bands).toEqual(expected);
  await foldLedger(pool);
  const { bands, oldest } = await openAmounts(pool, OWED, 3);
  expect(bands).toEqual(expected);
  expect(oldest.map(({ account, orderId, cents }) => [account, orderId, cents])).toEqual([
    ['refunds_due', canceled, 5],
    ['refunds_due', active, -3],
    ['security_deposits', ended, -20],
  ]);
  // An amount that was at zero counts from its first line again.
  await post(ended, 'refunds_due', -1, 0);
  expect((await openAmounts(pool, OWED, 10)).bands).toEqual([-100, -40, -3, 4]);
});

test('money in a clearing account is as old as the oldest line of a statement or payout that is not settled', async () => {
  const since = async () => Object.fromEntries((await clearingAccounts(pool)).map((row) => [row.account, row.since]));
  const [first = 0, second = 0] = await importEntries(app, admin.cookie, [
    { amount: '10.00', out: true },
    { amount: '20.00', out: true },
  ]);
  const { rows } = await pool.query(
    "select source_id as line, at from ledger_entries where source = 'statement line' and kind = 'unidentified'",
  );
  const at = Object.fromEntries(rows.map((row) => [row.line, row.at]));
  expect(await since()).toMatchObject({ unidentified_receipts: at[first] });
  expect(
    (await postJson(app, `/api/admin/statements/lines/${first}/match`, { kind: 'fee' }, { cookie: admin.cookie }))
      .status,
  ).toBe(200);
  expect(await since()).toMatchObject({ unidentified_receipts: at[second] });
  await foldLedger(pool);
  expect(await since()).toMatchObject({ unidentified_receipts: at[second] });
  expect(
    (await postJson(app, `/api/admin/statements/lines/${second}/match`, { kind: 'fee' }, { cookie: admin.cookie }))
      .status,
  ).toBe(200);
  expect(await since()).toEqual({});
  const order = await addOrder('active');
  await post(order, 'cash', 7, 3);
  await post(order, 'payouts_in_transit', -9, 4);
  const sentAt = msFromNow(-3_600_000);
  await pool.query(
    `with account as (
       insert into payout_accounts (user_id, holder, bank, account, bic) values ($1, 'Chen', 'Bank', 'DE89370400440532013000', 'COBADEFF') returning id)
     insert into payouts (seller_id, account_id, cents, state, needs_second_person, created_by, sent_at)
     select $1, id, 9, 'sent', false, $2, $3 from account`,
    [buyer, admin.id, sentAt],
  );
  const { rows: entries } = await pool.query(
    "select e.at from ledger_entries e join ledger_lines l on l.entry_id = e.id where l.account = 'cash'",
  );
  expect(await since()).toEqual({ cash: entries[0].at, payouts_in_transit: sentAt });
});
