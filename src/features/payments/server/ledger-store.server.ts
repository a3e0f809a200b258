import { type Queryable, rowsOf, statement } from '#platform/database/statement.ts';

/** gateway: what the provider owes us · deposits: what buyers paid and may get back · earnings: what is ours for good. */
export type Account = 'gateway' | 'deposits' | 'earnings';
type EntryKind = 'capture' | 'refund' | 'earned';

/** Where the money goes: debit, then credit. */
const SIDES: Record<EntryKind, [debit: Account, credit: Account]> = {
  capture: ['gateway', 'deposits'],
  refund: ['deposits', 'gateway'],
  earned: ['deposits', 'earnings'],
};

const POST = statement(`
  with entry as (
    insert into ledger_entries (payment_id, kind) values ($1, $2) on conflict (payment_id, kind) do nothing returning id
  )
  insert into ledger_lines (entry_id, account, cents)
  select entry.id, line.account, line.cents from entry, (values ($3, $5::bigint), ($4, -$5::bigint)) as line (account, cents)`);

/** Books a sum, once for each payment and kind. */
export async function postToLedger(db: Queryable, paymentId: number, kind: EntryKind, cents: number): Promise<void> {
  const [debit, credit] = SIDES[kind];
  await rowsOf(db, POST, [paymentId, kind, debit, credit, cents]);
}

const BALANCES = statement(`
  select coalesce(sum(cents), 0) as sum, coalesce(sum(cents) filter (where account = 'gateway'), 0) as gateway,
    coalesce(sum(cents) filter (where account = 'deposits'), 0) as deposits,
    coalesce(sum(cents) filter (where account = 'earnings'), 0) as earnings
  from ledger_lines`);

/** What stands on each account, and what all lines together come to: zero. */
export async function ledgerBalances(db: Queryable): Promise<Record<Account | 'sum', number>> {
  const [row] = await rowsOf<Record<Account | 'sum', number>>(db, BALANCES, []);
  if (!row) throw new Error('no balances');
  return row;
}

const OF_PAYMENT = statement(`
  select e.kind, e.at, l.account, l.cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
  where e.payment_id = $1 order by e.id, l.account`);

export function ledgerOfPayment(db: Queryable, paymentId: number) {
  return rowsOf<{ kind: EntryKind; at: Date; account: Account; cents: number }>(db, OF_PAYMENT, [paymentId]);
}
