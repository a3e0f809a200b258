import type { LedgerEntries, LedgerLines } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

/** `gateway`: owed to us by the provider · `deposits`: paid by buyers and refundable · `earnings`: ours for good. */
type Account = LedgerLines['account'];
/** Cents per account: debits are positive, credits negative. */
type Lines = Partial<Record<Account, number>>;

const POST = statement(`
  with entry as (
    insert into ledger_entries (payment_id, kind, reference) values ($1, $2, $3)
    on conflict (payment_id, kind, reference) do nothing returning id
  )
  insert into ledger_lines (entry_id, account, cents)
  select entry.id, line.account, line.cents
  from entry, unnest($4::text[], $5::bigint[]) as line (account, cents) where line.cents <> 0`);
const DEPOSIT = statement(`
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

/** Posts a capture to the ledger. Idempotent per payment. */
export async function postCapture(db: Queryable, paymentId: number, cents: number): Promise<void> {
  await post(db, paymentId, 'capture', '', { gateway: cents, deposits: -cents });
}

/**
 * Posts a refund to the ledger, from the deposit first, then from earnings. Idempotent per `reference`. The caller
 * holds the payment lock.
 */
export async function postRefund(db: Queryable, paymentId: number, reference: string, cents: number): Promise<void> {
  const deposits = Math.min(await depositOf(db, paymentId), cents);
  await post(db, paymentId, 'refund', reference, { gateway: -cents, deposits, earnings: cents - deposits });
}

/** Reverses a posted refund on the accounts it was taken from. Idempotent; no-op if it was never posted. */
export async function reverseRefund(db: Queryable, paymentId: number, reference: string): Promise<void> {
  await rowsOf(db, REVERSE, [paymentId, reference]);
}

/** Moves money between deposit and earnings until the deposit is `cents`. The caller holds the payment lock. */
export async function releaseDeposit(db: Queryable, paymentId: number, cents: number): Promise<void> {
  const surplus = (await depositOf(db, paymentId)) - cents;
  if (surplus === 0) return;
  const reference = String(await timesEarned(db, paymentId));
  await post(db, paymentId, 'earned', reference, { deposits: surplus, earnings: -surplus });
}

/** Reduces the deposit to at maxCents `maxCents`. */
export async function limitDeposit(db: Queryable, paymentId: number, maxCents: number): Promise<void> {
  await releaseDeposit(db, paymentId, Math.min(await depositOf(db, paymentId), maxCents));
}

export async function isEarned(db: Queryable, paymentId: number): Promise<boolean> {
  return (await timesEarned(db, paymentId)) > 0;
}

async function depositOf(db: Queryable, paymentId: number): Promise<number> {
  const [row] = await rowsOf<{ cents: number }>(db, DEPOSIT, [paymentId]);
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
