import type { PaymentFilter } from '#features/payments/managed-payment-contract.ts';
import type { Cursor } from '#platform/database/batches.ts';
import { type Queryable, rowsOf, statement } from '#platform/database/statement.ts';

export type PaymentRow = Cursor & {
  transaction_id: string;
  user_id: number;
  listing_id: number | null;
  amount_cents: number;
  currency: string;
  method: string;
  card_brand: string | null;
  card_last4: string | null;
  status: string;
  refunded_cents: number | null;
};

const ROWS = statement(`
  with shown as (
    select p.created_at::text as at, p.id, p.transaction_id, p.user_id, p.listing_id, p.amount_cents, p.currency, p.method, p.card_brand,
      p.card_last4, r.amount_cents as refunded_cents, p.created_at,
      case when p.state = 'captured' then 'success' when p.state = 'refunded' then 'refunded'
        when p.state in ('voided', 'failed') then 'failed' else 'pending' end as status
    from payments p left join refunds r on r.payment_id = p.id and r.done_at is not null
    where p.deleted_at is null and (p.created_at, p.id) > ($1::timestamptz, $2::bigint)
      and p.created_at < coalesce($4::timestamptz, 'infinity')
  )
  select * from shown
  where ($5::text is null or status = $5) and ($6::bigint is null or amount_cents >= $6)
    and ($7::bigint is null or amount_cents <= $7)
    and ($8::text is null or user_id::text = $8 or listing_id::text = $8 or starts_with(lower(transaction_id), lower($8)))
  order by created_at, id limit $3`);

/** The payments that are wanted, oldest first, after a cursor. */
export function paymentRows(db: Queryable, wanted: PaymentFilter, after: Cursor, most: number): Promise<PaymentRow[]> {
  const { to, status, minAmount, maxAmount, search } = wanted;
  const open = [to, status, minAmount, maxAmount, search].map((value) => value ?? null);
  return rowsOf<PaymentRow>(db, ROWS, [after.at, after.id, most, ...open]);
}
