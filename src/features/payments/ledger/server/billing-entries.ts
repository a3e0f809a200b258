import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { postOfOrder } from './ledger-store.ts';

/** Lines of `receivable` and its contra account. All other accounts hold only money that has moved. */
const owed = (cents: number): [account: 'receivable' | 'billed_not_received', cents: number, sellerId: null][] => [
  ['receivable', cents, null],
  ['billed_not_received', -cents, null],
];

/** Posts an invoice, or a credit note with its amount below zero. Idempotent per document. */
export async function postBill(db: Queryable, orderId: number, documentId: number, cents: number): Promise<void> {
  const kind = cents > 0 ? 'invoice' : 'credit note';
  await postOfOrder(db, orderId, { source: 'document', sourceId: documentId, kind }, owed(cents));
}

const BILLED = statement(`
  select coalesce(sum(l.cents) filter (where e.kind = 'invoice'), 0) as "invoicedCents",
    coalesce(-sum(l.cents) filter (where e.kind = 'credit note'), 0) as "creditedCents",
    coalesce(sum(l.cents), 0) as "receivableCents",
    count(*) filter (where e.kind = 'paid invoice') as "timesPaid"
  from ledger_entries e join ledger_lines l on l.entry_id = e.id
  where e.order_id = $1 and l.account = 'receivable'`);

type BilledCents = { invoicedCents: number; creditedCents: number; receivableCents: number };

/** Returns the sums of an order's invoices and credit notes, and what the buyer owes. */
export async function billedOf(db: Queryable, orderId: number): Promise<BilledCents> {
  const [row] = await rowsOf<BilledCents>(db, BILLED, [orderId]);
  return row!;
}

/** Posts payments or refunds of invoices until the buyer owes `cents`. The caller locks the order. */
export async function setReceivable(db: Queryable, orderId: number, cents: number): Promise<void> {
  const [row] = await rowsOf<BilledCents & { timesPaid: number }>(db, BILLED, [orderId]);
  const change = cents - (row?.receivableCents ?? 0);
  if (change === 0) return;
  const cause = {
    source: 'order',
    sourceId: orderId,
    kind: 'paid invoice',
    reference: String(row?.timesPaid ?? 0),
  } as const;
  await postOfOrder(db, orderId, cause, owed(change));
}
