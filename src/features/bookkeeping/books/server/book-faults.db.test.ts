import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { foldLedger } from '#features/payments/ledger/server/ledger-store.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addCompany, billNow } from '../../../../../tests/support/payments/billing.ts';
import { approveOpen } from '../../../../../tests/support/payments/orders.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { payAtOnce, readyOrder } from '../../../../../tests/support/payments/ready-order.ts';
import { ScriptedGateway } from '../../../../../tests/support/payments/scripted-gateway.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { bookFaults } from './book-faults.ts';

const PRICE = 10_000;
const { pool } = await testDatabase();
const app = await testApp(pool, {}, new ScriptedGateway());
const calls = payingCalls(app);
const finance = await signInAdmin(pool, { role: 'finance' });
const chief = await signInAdmin(pool, { role: 'administrator' });
let orderId = 0;

beforeAll(async () => {
  await addCompany(pool);
  const cars = await addCars(
    pool,
    [1, 2].map(() => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  const buyer = await signIn(pool);
  const [open, done] = [await calls.buy(buyer, cars[0]!, PRICE), await calls.buy(buyer, cars[1]!, PRICE)];
  orderId = open.order_id;
  const cash = { key: randomUUID(), method: 'cash', amount_cents: 832_500 };
  await postJson(app, `/api/admin/orders/${done.order_id}/cash-receipts`, cash, { cookie: chief.cookie });
  await readyOrder(pool, done.order_id);
  await postJson(app, `/api/admin/orders/${done.order_id}/complete`, {}, { cookie: chief.cookie });
  await billNow(pool);
  const { rows } = await pool.query('select seller_id from order_cars where order_id = $1', [done.order_id]);
  const seller = rows[0].seller_id;
  await payAtOnce(pool, seller);
  await pool.query('alter table payout_accounts disable trigger user');
  await pool.query(
    `insert into payout_accounts (user_id, holder, bank, account, bic, entered_at, effective_at)
     values ($1, 'Chen', 'Bank', 'DE89370400440532013000', 'COBADEFF', now() - interval '2 days', now() - interval '1 day')`,
    [seller],
  );
  await pool.query('alter table payout_accounts enable trigger user');
  await postJson(app, '/api/admin/payouts', { seller_id: seller }, { cookie: finance.cookie });
  await approveOpen(app, chief.cookie);
  const [payout] = (await getJson(app, '/api/admin/payouts', finance.cookie)).body.payouts;
  expect((await postJson(app, `/api/admin/payouts/${payout.id}/sent`, {}, { cookie: finance.cookie })).status).toBe(
    200,
  );
});

test('finds nothing after bookings, cash, invoices, a handover and a payout, before and after the ledger is folded', async () => {
  expect(await bookFaults(pool)).toEqual([]);
  await foldLedger(pool);
  expect(await bookFaults(pool)).toEqual([]);
});

const entry = (lines: string) => `
  with e as (insert into ledger_entries (order_id, source, source_id, kind, reference) values (ORDER, 'order', ORDER, 'paid invoice', 'planted') returning id)
  insert into ledger_lines (entry_id, account, cents, line) select e.id, x.account, x.cents, x.line from e, (values ${lines}) as x (account, cents, line)`;

test.each([
  ['holds less than nothing', entry("('deposits', 99999999, 1), ('earnings', -99999999, 1)")],
  ['paid out more', entry("('seller_payable', 99999999, 1), ('earnings', -99999999, 1)")],
  ['without their counterpart', entry("('receivable', 5, 1), ('earnings', -5, 1)")],
  ['is owed another amount', entry("('receivable', 5, 1), ('billed_not_received', -5, 1)")],
  [
    'has another amount in the ledger',
    `insert into ledger_entries (order_id, source, source_id, kind) values (ORDER, 'document', 424242, 'invoice');
     insert into ledger_lines (entry_id, account, cents) select max(id), unnest(array['receivable', 'billed_not_received']), unnest(array[7, -7]) from ledger_entries`,
  ],
  [
    'has received more than its amount',
    `insert into allocations (order_id, plan_item_id, cents, payment_id)
     select ORDER, (select min(id) from plan_items where order_id = ORDER), 1, (select min(id) from payments where order_id = ORDER)`,
  ],
  [
    'is not what the ledger has on its way',
    "alter table payouts disable trigger user; update payouts set state = 'booked', ended_at = now() where state = 'sent'",
  ],
  [
    'has taken or returned other cash',
    `insert into cash_receipts (order_id, key, method, cents, admin_id) select ORDER, 'planted-cash', 'cash', 5, min(id) from admins`,
  ],
  [
    'pays for another amount than was taken',
    'insert into allocations (order_id, cents, cash_receipt_id) select order_id, 1, max(id) from cash_receipts group by 1',
  ],
  [
    'the account disputed_at_provider holds money of no order',
    `with e as (insert into ledger_entries (source, source_id, kind) values ('dispute', 424242, 'dispute') returning id)
     insert into ledger_lines (entry_id, account, cents, line)
     select e.id, x.account, x.cents, x.line from e, (values ('disputed_at_provider', 5, 1), ('gateway', -5, 2)) as x (account, cents, line)`,
  ],
  ['the folded sums of gateway on', "update account_days set debit_cents = debit_cents + 1 where account = 'gateway'"],
  ['the folded sums of cash on', "delete from account_days where account = 'cash'"],
  ['the folded sums of gateway on', 'insert into ledger_unfolded select min(id) from ledger_entries'],
  [
    'the folded balance of receivable of order',
    "update order_balances set cents = cents - 1 where account = 'receivable' and order_id = ORDER",
  ],
  [
    'the folded balance of deposits of order',
    "delete from order_balances where account = 'deposits' and order_id = ORDER",
  ],
  [
    'the folded balance of deposits of order',
    "update order_balances set since = since - interval '1 day' where account = 'deposits' and order_id = ORDER",
  ],
])('finds a planted error: %s', async (says, sql) => {
  const db = await pool.connect();
  try {
    await db.query('begin');
    await db.query(sql.replaceAll('ORDER', String(orderId)));
    await db.query('update orders set bill_at = null');
    expect((await bookFaults(db)).join('\n')).toContain(says);
  } finally {
    await db.query('rollback');
    db.release();
  }
});
