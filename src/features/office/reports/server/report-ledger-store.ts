import { dayOf } from '#features/payments/payments/model/calendar-day.ts';
import { IS_RECEIPT, IS_REFUND, MONEY_ACCOUNTS } from '#features/payments/server/api.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { LedgerLines, Payments } from '#lib/server/database/rows.ts';
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

type Movement = {
  /** Kinds of entries, or all. */
  kinds?: string[];
  accounts: string[];
  /** 1 if debits of these accounts count, -1 if credits do. */
  sign: 1 | -1;
  /** Only entries that a payment caused, or only others. */
  ofPayment?: boolean;
};

/** Entries of bank-statement lines that belong to one account, and their reversals. */
const BY_LINE = ['line matched', 'match undone'];

/** The movements of money in a report, in its sequence. Entries that reverse an earlier one are subtracted. */
const MOVEMENTS = {
  byProvider: { kinds: ['capture'], accounts: ['gateway'], sign: 1 },
  byTransfer: { kinds: ['capture', 'match undone'], accounts: ['unidentified_receipts'], sign: 1, ofPayment: true },
  inPerson: { kinds: ['cash'], accounts: ['cash', 'card_terminal', 'bank'], sign: 1 },
  securityTaken: { kinds: ['security taken'], accounts: ['cash', 'card_terminal', 'bank_in_transit', 'bank'], sign: 1 },
  securityReturned: {
    kinds: ['security returned'],
    accounts: ['cash', 'card_terminal', 'bank_in_transit', 'bank'],
    sign: -1,
  },
  refundsDue: { kinds: ['refund due', 'refund due undone'], accounts: ['refunds_due'], sign: -1 },
  refundsPaid: {
    kinds: ['refund', 'refund failed'],
    accounts: ['gateway', 'bank', 'bank_in_transit', 'cash', 'card_terminal', 'unidentified_receipts'],
    sign: -1,
  },
  toSellers: { kinds: ['handover', 'charges', 'price reduced', 'tax reduced'], accounts: ['seller_payable'], sign: -1 },
  passedOn: {
    kinds: ['handover', 'transport', 'price reduced', 'claim decided', 'tax reduced'],
    accounts: ['tax_payable', 'fees_to_pass_on'],
    sign: -1,
  },
  transportBills: { kinds: ['transport bill', 'line matched', 'match undone'], accounts: ['fees_to_pass_on'], sign: 1 },
  taxPaid: { kinds: BY_LINE, accounts: ['tax_payable'], sign: 1 },
  commission: { kinds: ['handover'], accounts: ['earnings'], sign: -1 },
  kept: { accounts: ['cancellation_kept'], sign: -1 },
  otherEarnings: { kinds: ['earned', 'refund', 'refund failed', 'tax reduced'], accounts: ['earnings'], sign: -1 },
  frozen: { kinds: ['frozen'], accounts: ['frozen'], sign: -1 },
  unfrozen: {
    kinds: ['released', 'claim decided', 'dispute lost', 'refund', 'refund failed'],
    accounts: ['frozen'],
    sign: 1,
  },
  disputed: { kinds: ['dispute'], accounts: ['disputed_at_provider'], sign: 1 },
  disputesLost: { kinds: ['dispute lost'], accounts: ['disputed_at_provider'], sign: -1 },
  disputeLosses: { accounts: ['chargeback_loss'], sign: 1 },
  disputeFees: { accounts: ['dispute_fees'], sign: 1 },
  owedBySellers: { kinds: ['claim decided', 'dispute lost'], accounts: ['seller_receivable'], sign: 1 },
  deducted: { kinds: ['deducted'], accounts: ['seller_receivable'], sign: -1 },
  payoutsSent: { kinds: ['payout sent', 'payout undone'], accounts: ['payouts_in_transit'], sign: -1 },
  payoutsBooked: { kinds: ['payout'], accounts: ['payouts_in_transit'], sign: 1 },
  providerPayouts: {
    kinds: ['provider payout', 'match undone'],
    accounts: ['gateway'],
    sign: -1,
    ofPayment: false,
  },
  terminalPayouts: { kinds: BY_LINE, accounts: ['card_terminal'], sign: -1 },
  cashBanked: { kinds: BY_LINE, accounts: ['cash'], sign: -1 },
  drawings: { kinds: BY_LINE, accounts: ['earnings'], sign: 1 },
  interest: { accounts: ['interest'], sign: -1 },
  capital: { accounts: ['capital'], sign: -1 },
  expenses: { accounts: ['expenses'], sign: 1 },
  bankFees: { accounts: ['bank_fees'], sign: 1, ofPayment: false },
  shortfalls: { accounts: ['bank_fees'], sign: 1, ofPayment: true },
  exchangeDifferences: { accounts: ['exchange_difference'], sign: 1 },
  cardFees: { accounts: ['card_fees'], sign: 1 },
} satisfies Record<string, Movement>;

export type MovementName = keyof typeof MOVEMENTS;
export type MoneyMovement = { name: MovementName; entries: number; cents: number };

const quoted = (texts: string[]) => `array[${texts.map((text) => `'${text}'`).join(', ')}]`;
const ROWS = Object.entries<Movement>(MOVEMENTS).map(
  ([name, { kinds, accounts, sign, ofPayment }]) =>
    `('${name}', ${kinds ? quoted(kinds) : 'null::text[]'}, ${quoted(accounts)}, ${sign}, ${ofPayment ?? 'null::boolean'})`,
);
const SUMS = statement(`
  select m.name, count(distinct e.id) as entries, sum(m.sign * l.cents) as cents
  from ledger_entries e join ledger_lines l on l.entry_id = e.id
  join (values ${ROWS.join(', ')}) as m (name, kinds, accounts, sign, of_payment)
    on l.account = any(m.accounts) and (m.kinds is null or e.kind = any(m.kinds))
      and (m.of_payment is null or m.of_payment = (e.payment_id is not null))
  where e.at >= $1 and e.at < $2 group by m.name`);

/** Sums the movements of money of a period. Those that did not happen are left out. */
export async function moneyMovements(db: Queryable, { from, to }: ReportPeriod): Promise<MoneyMovement[]> {
  const rows = await rowsOf<MoneyMovement>(db, SUMS, [from, to]);
  return Object.keys(MOVEMENTS).flatMap((name) => rows.find((row) => row.name === name) ?? []);
}
