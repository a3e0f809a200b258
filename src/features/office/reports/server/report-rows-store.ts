import type { Cursor } from '#lib/server/database/batches.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { LedgerEntries, LedgerLines, Payments, Reviews } from '#lib/server/database/rows.ts';

type LedgerRow = Cursor &
  Pick<LedgerEntries, 'kind' | 'order_id' | 'source' | 'source_id'> &
  Pick<LedgerLines, 'account' | 'cents' | 'currency' | 'seller_id'> & {
    [Key in 'transaction_id' | 'listing_id']: Payments[Key] | null;
  };

const LEDGER = statement(`
  with entries as (
    select id, at, payment_id, order_id, source, source_id, kind from ledger_entries
    where (at, id) > ($1::timestamptz, $2::bigint) and at < $3 order by at, id limit $4
  )
  select e.at::text as at, e.id, e.kind, l.account, l.cents, l.currency, l.seller_id, p.transaction_id, p.listing_id,
    coalesce(e.order_id, p.order_id) as order_id, e.source, e.source_id
  from entries e join ledger_lines l on l.entry_id = e.id left join payments p on p.id = e.payment_id
  order by e.at, e.id, l.account, l.line`);

const MIN_LINES = 2;

/** Returns the lines of whole ledger entries after a cursor, oldest first, for about `limit` lines. */
export function ledgerRows(db: Queryable, to: Date, after: Cursor, limit: number): Promise<LedgerRow[]> {
  return rowsOf<LedgerRow>(db, LEDGER, [after.at, after.id, to, limit / MIN_LINES]);
}

type FeedbackRow = Cursor &
  Pick<Reviews, 'text' | 'reply'> & { kind: 'review' | 'message'; rating: number | null; subject: string };

const FEEDBACK = statement(`
  select at::text as at, id, kind, rating, subject, text, reply from (
    select r.created_at as at, 2 * r.booking_id as id, 'review' as kind, r.rating::int, l.make || ' ' || l.model as subject, r.text, r.reply
    from reviews r join listings l on l.id = r.listing_id
    where (r.created_at, 2 * r.booking_id) > ($1::timestamptz, $2::bigint) and r.created_at < $3 and r.hidden_at is null
    union all
    select created_at, 2 * id + 1, 'message', null, subject, message, null
    from contact_messages where (created_at, 2 * id + 1) > ($1::timestamptz, $2::bigint) and created_at < $3
  ) feedback order by feedback.at, feedback.id limit $4`);

/** Returns reviews (even ids) and messages (odd ids) in one order, for a single cursor. */
export function feedbackRows(db: Queryable, to: Date, after: Cursor, limit: number): Promise<FeedbackRow[]> {
  return rowsOf<FeedbackRow>(db, FEEDBACK, [after.at, after.id, to, limit]);
}
