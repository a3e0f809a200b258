import { orderNumber } from '#features/orders/orders/model/order.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';

/** The most that banks keep of a refund that they return. */
const MAX_FEE_CENTS = 10_000;

/** Refunds of a payment with one amount are alike: a line belongs to one whose return is recorded first, then to one that was sent. */
const RETURNABLE = statement(`
  select p.id as "paymentId", p.order_id as "orderId", u.name as buyer, r.cents, r.cents - $1 as "feeCents",
    r.returned > m.times as "isRecorded"
  from (
    select payment_id, amount_cents as cents, count(*) as times, count(*) filter (where failed_at is not null) as returned,
      max(coalesce(failed_at, done_at)) as last_at
    from refunds
    where amount_cents between $1 and $1 + ${MAX_FEE_CENTS} and ($2::bigint is null or payment_id = $2 and amount_cents = $1 + $3)
      and (done_at is not null or failed_at is not null and left_by_transfer(id)) group by 1, 2
  ) r join payments p on p.id = r.payment_id join users u on u.id = p.user_id
  cross join lateral (
    select count(*) as times from live_line_matches m
    where m.kind = 'refund_return' and m.payment_id = p.id and m.cents + m.fee_cents = r.cents
  ) m
  where p.method = 'bank_transfer' and r.times > m.times
  order by r.returned > m.times desc, r.cents, r.last_at desc limit 10`);

/** `feeCents`: what banks kept of it. `isRecorded`: somebody recorded that it came back. */
export type ReturnableRefund = {
  paymentId: number;
  order: string | null;
  buyer: string;
  cents: number;
  feeCents: number;
  isRecorded: boolean;
};

/**
 * Returns refunds by transfer that left, of this amount or a fee more, to which no incoming line was matched; those that came back first. With
 * `chosen`, only those of that payment of which banks kept exactly the fee.
 */
export async function returnableRefunds(
  db: Queryable,
  cents: number,
  chosen: { paymentId: number; feeCents: number } | null = null,
): Promise<ReturnableRefund[]> {
  type Row = Omit<ReturnableRefund, 'order'> & { orderId: number | null };
  const rows = await rowsOf<Row>(db, RETURNABLE, [cents, chosen?.paymentId ?? null, chosen?.feeCents ?? null]);
  return rows.map(({ orderId, ...refund }) => ({ ...refund, order: orderId === null ? null : orderNumber(orderId) }));
}
