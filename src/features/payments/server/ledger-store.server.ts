import { type Queryable, rowsOf, statement } from '#platform/database/statement.ts';

/** gateway: what the provider owes us · deposits: what buyers paid and may get back · earnings: what is ours for good. */
type Account = 'gateway' | 'deposits' | 'earnings';

const POST = statement(`
  with entry as (
    insert into ledger_entries (payment_id, kind, reference) values ($1, $2, $3)
    on conflict (payment_id, kind, reference) do nothing returning id
  )
  insert into ledger_lines (entry_id, account, cents)
  select entry.id, line.account, line.cents from entry, (values ($4, $6::bigint), ($5, -$6::bigint)) as line (account, cents)`);
const HELD = statement(`
  select coalesce(-sum(l.cents), 0) as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
  where e.payment_id = $1 and l.account = 'deposits'`);
const REVERSE = statement(`
  with before as (select id from ledger_entries where payment_id = $1 and kind = 'refund' and reference = $2), entry as (
    insert into ledger_entries (payment_id, kind, reference) select $1, 'refund failed', $2 from before
    on conflict (payment_id, kind, reference) do nothing returning id
  )
  insert into ledger_lines (entry_id, account, cents)
  select entry.id, l.account, -l.cents from entry, before join ledger_lines l on l.entry_id = before.id`);

/** Books what was taken, once for each payment. */
export async function postCapture(db: Queryable, paymentId: number, cents: number): Promise<void> {
  await rowsOf(db, POST, [paymentId, 'capture', '', 'gateway', 'deposits', cents]);
}

/** What of a payment is still the buyer's. */
async function depositOf(db: Queryable, paymentId: number): Promise<number> {
  const [row] = await rowsOf<{ cents: number }>(db, HELD, [paymentId]);
  return row?.cents ?? 0;
}

/** Books a refund, once: from the deposit, or from what was earned where nothing is left of that. */
export async function postRefund(db: Queryable, paymentId: number, reference: string, cents: number): Promise<void> {
  const from: Account = (await depositOf(db, paymentId)) >= cents ? 'deposits' : 'earnings';
  await rowsOf(db, POST, [paymentId, 'refund', reference, from, 'gateway', cents]);
}

/** Books that a refund came back, once; one that was never booked is left alone. */
export async function reverseRefund(db: Queryable, paymentId: number, reference: string): Promise<void> {
  await rowsOf(db, REVERSE, [paymentId, reference]);
}

/** Books as ours what is left of a deposit, but a sum that still goes back. */
export async function postEarned(db: Queryable, paymentId: number, but = 0): Promise<void> {
  const cents = (await depositOf(db, paymentId)) - but;
  if (cents > 0) await rowsOf(db, POST, [paymentId, 'earned', '', 'deposits', 'earnings', cents]);
}
