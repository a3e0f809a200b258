import { dayOf } from '#features/payments/payments/model/calendar-day.ts';
import { IS_RECEIPT, IS_REFUND, MONEY_ACCOUNTS } from '#features/payments/server/api.ts';
import type { LedgerLines, Payments } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { ReportPeriod } from '../model/report.ts';

/** Ledger sums of one step of a period. */
export type LedgerStep = {
  step: number;
  captures: number;
  capturedCents: number;
  refunds: number;
  refundedCents: number;
  earnedCents: number;
};

const BY_STEP = statement(`
  select date_part($3::text, e.at)::int as step,
    count(*) filter (where e.kind in ('capture', 'cash') and l.account in ${MONEY_ACCOUNTS}) as captures,
    coalesce(sum(l.cents) filter (where ${IS_RECEIPT} and l.account in ${MONEY_ACCOUNTS}), 0) as "capturedCents",
    count(*) filter (where e.kind = 'refund' and l.account in ${MONEY_ACCOUNTS}) as refunds,
    coalesce(-sum(l.cents) filter (where ${IS_REFUND} and l.account in ${MONEY_ACCOUNTS}), 0) as "refundedCents",
    coalesce(-sum(l.cents) filter (where l.account in ('earnings', 'cancellation_kept')), 0) as "earnedCents"
  from ledger_entries e join ledger_lines l on l.entry_id = e.id
  where e.at >= $1 and e.at < $2 group by 1 order by 1`);

export function ledgerByStep(db: Queryable, { from, to, step }: ReportPeriod): Promise<LedgerStep[]> {
  return rowsOf<LedgerStep>(db, BY_STEP, [from, to, step]);
}

/** An account's sums over a period; debits are positive and credits negative. */
export type AccountBalance = Pick<LedgerLines, 'account'> & {
  openingCents: number;
  debitCents: number;
  creditCents: number;
  closingCents: number;
};

const BALANCES = statement(`
  select account, coalesce(sum(debit_cents + credit_cents) filter (where day < $1), 0) as "openingCents",
    coalesce(sum(debit_cents) filter (where day >= $1), 0) as "debitCents",
    coalesce(sum(credit_cents) filter (where day >= $1), 0) as "creditCents",
    coalesce(sum(debit_cents + credit_cents), 0) as "closingCents"
  from account_sums where day < $2 group by account order by account`);

export function balancesOf(db: Queryable, { from, to }: ReportPeriod): Promise<AccountBalance[]> {
  return rowsOf<AccountBalance>(db, BALANCES, [dayOf(from), dayOf(to)]);
}

export type MethodTotal = Pick<Payments, 'method'> & { payments: number; cents: number };

const BY_METHOD = statement(`
  select p.method, count(*) filter (where e.kind = 'capture') as payments, sum(l.cents) as cents
  from ledger_entries e join ledger_lines l on l.entry_id = e.id and l.account in ${MONEY_ACCOUNTS} join payments p on p.id = e.payment_id
  where ${IS_RECEIPT} and e.at >= $1 and e.at < $2 group by p.method order by p.method`);

/** Sums the captures of a period by payment method. */
export function capturesByMethod(db: Queryable, { from, to }: ReportPeriod): Promise<MethodTotal[]> {
  return rowsOf<MethodTotal>(db, BY_METHOD, [from, to]);
}
