import { beforeAll, expect, test } from 'vitest';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { reportPeriod } from '#features/office/reports/model/report.ts';
import { moneyMovements } from '#features/office/reports/server/report-ledger-store.ts';
import { foldLedger } from '#features/payments/ledger/server/ledger-store.ts';
import { type ClaimSite, claimSite, DEPOSIT, SELLERS, TOTAL } from '../support/aftersales/claim-site.ts';
import { testNow } from '../support/runner/test-clock.ts';
import { getJson } from '../support/server/test-app.ts';

const DEDUCTED = 100_000;
let site: ClaimSite;
type Sale = Awaited<ReturnType<ClaimSite['sale']>>;
let [claimed, disputed, lost]: Sale[] = [];

async function paidSale(): Promise<Sale> {
  const sale = await site.sale();
  await site.payByCard(sale.order, sale.buyer);
  return sale;
}

async function hear(sale: Sale, heard: (payment: number) => void): Promise<void> {
  const { rows } = await site.pool.query<{ id: number }>('select id from payments where order_id = $1 order by id', [
    sale.order,
  ]);
  for (const { id } of rows) heard(id);
  await site.pool.query('update payments set disputes_due_at = now() where order_id = $1', [sale.order]);
  await site.settleRefunds();
}

/**
 * Orders with a claim, a withdrawn claim, an open dispute, a dispute lost after the payout (whose seller has repaid a
 * part from another order), and a due refund.
 */
beforeAll(async () => {
  site = await claimSite();
  claimed = await paidSale();
  await site.open(claimed.order, { who: claimed.buyer });
  const withdrawn = await paidSale();
  const { body } = await site.open(withdrawn.order, { who: withdrawn.buyer });
  await site.withdraw(body.claim.id, withdrawn.buyer);
  disputed = await paidSale();
  await hear(disputed, (payment) => site.gateway.dispute(payment, 'open'));
  lost = await paidSale();
  await site.complete(lost.order);
  await site.enterAccount(lost.seller);
  await site.office(`payouts/${await site.preparePayout(lost.seller)}/sent`);
  await hear(lost, (payment) => site.gateway.dispute(payment, 'open'));
  await hear(lost, (payment) => site.gateway.endDispute(payment, 'lost'));
  const later = await site.sale();
  await site.pool.query(
    `with entry as (insert into ledger_entries (order_id, source, source_id, kind) values ($1, 'order', $1, 'deducted') returning id)
     insert into ledger_lines (entry_id, account, cents, seller_id, line)
     select entry.id, l.account, l.cents, $2, l.line
     from entry, (values ('seller_payable', $3::bigint, 1), ('seller_receivable', -$3::bigint, 2)) as l (account, cents, line)`,
    [later.order, lost.seller.id, DEDUCTED],
  );
  await site.pool.query(
    `with entry as (insert into ledger_entries (order_id, source, source_id, kind) values ($1, 'order', $1, 'charges') returning id)
     insert into ledger_lines (entry_id, account, cents, seller_id, line)
     select entry.id, l.account, l.cents, case l.account when 'seller_payable' then $2::bigint end, l.line
     from entry, (values ('seller_payable', -$3::bigint, 1), ('deposits', $3::bigint, 2)) as l (account, cents, line)`,
    [later.order, lost.seller.id, DEDUCTED],
  );
  const canceled = await site.sale();
  const [{ cancellation }] = await site.calls.bookings(canceled.buyer);
  site.gateway.answers = 'pending';
  await site.calls.cancel(canceled.buyer, canceled.booking, cancellation.refund);
  await site.bill();
});

const books = async () => (await getJson(site.app, '/api/admin/books', site.admin.cookie)).body;
type Sums = { account: string; closing_cents: number; debit_cents: number; credit_cents: number };
type Item = { account: string; order_id: number; cents: number };

test('lists of amounts owed and deposits of live orders agree with the trial balance, folded or not', async () => {
  for (const fold of [async () => {}, () => foldLedger(site.pool)]) {
    await fold();
    const { accounts, receivables, payables, held_cents: held } = await books();
    const closing = (...names: string[]) =>
      accounts
        .filter(({ account }: Sums) => names.includes(account))
        .reduce((sum: number, { closing_cents: cents }: Sums) => sum + cents, 0);
    expect(receivables.total_cents).toBe(closing('receivable', 'seller_receivable', 'disputed_at_provider'));
    const owed = ['deposits', 'security_deposits', 'refunds_due', 'seller_payable', 'frozen'];
    expect(payables.total_cents + held).toBe(-closing(...owed));
    expect(held).toBe(TOTAL + DEPOSIT - DEDUCTED);
    // The remaining accounts are our money and clearing accounts. All accounts together are zero.
    const other = accounts
      .map(({ account }: Sums) => account)
      .filter((name: string) => !['receivable', 'seller_receivable', 'disputed_at_provider', ...owed].includes(name));
    expect(closing(...other) + receivables.total_cents - payables.total_cents - held).toBe(0);
    expect(await bookFaults(site.pool)).toEqual([]);
  }
});

test('lists name the orders of claims and disputes, and a deduction pays the seller’s debt for another order', async () => {
  const { receivables, payables } = await books();
  const of = (items: Item[], account: string) =>
    items.filter((item) => item.account === account).map(({ order_id: order, cents }) => [order, cents]);
  expect(of(receivables.items, 'seller_receivable')).toEqual([[lost!.order, SELLERS - DEDUCTED]]);
  expect(of(receivables.items, 'disputed_at_provider')).toEqual([[disputed!.order, TOTAL]]);
  expect(of(payables.items, 'frozen').sort()).toEqual(
    [
      [claimed!.order, TOTAL],
      [disputed!.order, TOTAL],
    ].sort(),
  );
});

test('the month’s movements explain the accounts of claims and disputes', async () => {
  const now = testNow();
  const period = reportPeriod({ scope: 'monthly', year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 });
  const sums = Object.fromEntries((await moneyMovements(site.pool, period)).map(({ name, cents }) => [name, cents]));
  const { accounts } = await books();
  const changed = (name: string) => {
    const { debit_cents: debit, credit_cents: credit } = accounts.find(({ account }: Sums) => account === name);
    return debit + credit;
  };
  expect(changed('frozen')).toBe(sums.unfrozen! - sums.frozen!);
  expect(changed('disputed_at_provider')).toBe(sums.disputed! - sums.disputesLost!);
  expect(changed('seller_receivable')).toBe(sums.owedBySellers! - sums.deducted!);
  expect(changed('chargeback_loss')).toBe(sums.disputeLosses);
  expect(changed('dispute_fees')).toBe(sums.disputeFees);
  expect([sums.deducted, sums.owedBySellers, sums.disputed]).toEqual([DEDUCTED, SELLERS, 2 * TOTAL]);
  expect(sums.disputesLost! - sums.disputeLosses!).toBe(SELLERS);
  expect(sums.unfrozen).toBe(TOTAL);
});
