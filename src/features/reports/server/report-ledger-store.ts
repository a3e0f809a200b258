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
    count(*) filter (where e.kind in ('capture', 'cash') and l.account in ('gateway', 'bank', 'cash')) as captures,
    coalesce(sum(l.cents) filter (where e.kind in ('capture', 'cash') and l.account in ('gateway', 'bank', 'cash')), 0) as "capturedCents",
    count(*) filter (where e.kind = 'refund' and l.account in ('gateway', 'bank', 'cash')) as refunds,
    coalesce(-sum(l.cents) filter (where e.kind in ('refund', 'refund failed') and l.account in ('gateway', 'bank', 'cash')), 0) as "refundedCents",
    coalesce(-sum(l.cents) filter (where l.account = 'earnings'), 0) as "earnedCents"
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
  select l.account, coalesce(sum(l.cents) filter (where e.at < $1), 0) as "openingCents",
    coalesce(sum(l.cents) filter (where e.at >= $1 and l.cents > 0), 0) as "debitCents",
    coalesce(sum(l.cents) filter (where e.at >= $1 and l.cents < 0), 0) as "creditCents",
    coalesce(sum(l.cents), 0) as "closingCents"
  from ledger_entries e join ledger_lines l on l.entry_id = e.id
  where e.at < $2 group by l.account order by l.account`);

export function balancesOf(db: Queryable, { from, to }: ReportPeriod): Promise<AccountBalance[]> {
  return rowsOf<AccountBalance>(db, BALANCES, [from, to]);
}

export type MethodTotal = Pick<Payments, 'method'> & { payments: number; cents: number };

const BY_METHOD = statement(`
  select p.method, count(*) as payments, sum(l.cents) as cents
  from ledger_entries e join ledger_lines l on l.entry_id = e.id and l.account in ('gateway', 'bank') join payments p on p.id = e.payment_id
  where e.kind = 'capture' and e.at >= $1 and e.at < $2 group by p.method order by p.method`);

/** Sums the captures of a period by payment method. */
export function capturesByMethod(db: Queryable, { from, to }: ReportPeriod): Promise<MethodTotal[]> {
  return rowsOf<MethodTotal>(db, BY_METHOD, [from, to]);
}
