import type { LedgerEntries, LedgerLines } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

/** gateway: what the provider owes us · deposits: what buyers paid and may get back · earnings: what is ours for good. */
type Account = LedgerLines['account'];
/** What an entry puts on its accounts: debit above zero, credit below. */
type Lines = Partial<Record<Account, number>>;

const POST = statement(`
  with entry as (
    insert into ledger_entries (payment_id, kind, reference) values ($1, $2, $3)
    on conflict (payment_id, kind, reference) do nothing returning id
  )
  insert into ledger_lines (entry_id, account, cents)
  select entry.id, line.account, line.cents
  from entry, unnest($4::text[], $5::bigint[]) as line (account, cents) where line.cents <> 0`);
const HELD = statement(`
  select coalesce(-sum(l.cents), 0) as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
  where e.payment_id = $1 and l.account = 'deposits'`);
const TIMES_EARNED = statement(
  "select count(*) as times from ledger_entries where payment_id = $1 and kind = 'earned'",
);
const REVERSE = statement(`
  with before as (select id from ledger_entries where payment_id = $1 and kind = 'refund' and reference = $2), entry as (
    insert into ledger_entries (payment_id, kind, reference) select $1, 'refund failed', $2 from before
    on conflict (payment_id, kind, reference) do nothing returning id
  )
  insert into ledger_lines (entry_id, account, cents)
  select entry.id, l.account, -l.cents from entry, before join ledger_lines l on l.entry_id = before.id`);

/** Books what was taken, once for each payment. */
export async function postCapture(db: Queryable, paymentId: number, cents: number): Promise<void> {
  await post(db, paymentId, 'capture', '', { gateway: cents, deposits: -cents });
}

/** Books a refund, once: from the deposit, and what that lacks from what was earned. The payment is locked already. */
export async function postRefund(db: Queryable, paymentId: number, reference: string, cents: number): Promise<void> {
  const deposits = Math.min(await depositOf(db, paymentId), cents);
  await post(db, paymentId, 'refund', reference, { gateway: -cents, deposits, earnings: cents - deposits });
}

/** Books that a refund came back to where it was taken from, once; one that was never booked is left alone. */
export async function reverseRefund(db: Queryable, paymentId: number, reference: string): Promise<void> {
  await rowsOf(db, REVERSE, [paymentId, reference]);
}

/** Makes the deposit what may still go back: what it has more is earned, what it lacks no longer is. The payment is locked already. */
export async function releaseDeposit(db: Queryable, paymentId: number, cents: number): Promise<void> {
  const surplus = (await depositOf(db, paymentId)) - cents;
  if (surplus === 0) return;
  const reference = String(await timesEarned(db, paymentId));
  await post(db, paymentId, 'earned', reference, { deposits: surplus, earnings: -surplus });
}

/** Leaves of the deposit no more than so much. */
export async function limitDeposit(db: Queryable, paymentId: number, most: number): Promise<void> {
  await releaseDeposit(db, paymentId, Math.min(await depositOf(db, paymentId), most));
}

export async function isEarned(db: Queryable, paymentId: number): Promise<boolean> {
  return (await timesEarned(db, paymentId)) > 0;
}

/** What of a payment is still the buyer's. */
async function depositOf(db: Queryable, paymentId: number): Promise<number> {
  const [row] = await rowsOf<{ cents: number }>(db, HELD, [paymentId]);
  return row?.cents ?? 0;
}

async function timesEarned(db: Queryable, paymentId: number): Promise<number> {
  const [row] = await rowsOf<{ times: number }>(db, TIMES_EARNED, [paymentId]);
  return row?.times ?? 0;
}

async function post(
  db: Queryable,
  paymentId: number,
  kind: LedgerEntries['kind'],
  reference: string,
  lines: Lines,
): Promise<void> {
  await rowsOf(db, POST, [paymentId, kind, reference, Object.keys(lines), Object.values(lines)]);
}
