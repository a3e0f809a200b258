import { orderNumber } from '#features/orders/model/order.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

const MATCHED = statement(`select 1 from live_line_matches where kind = 'refund' and payment_id = $1`);
const WAITING = statement(`
  select p.id as "paymentId", p.order_id as "orderId", u.name as buyer, r.amount_cents as cents
  from refunds r join payments p on p.id = r.payment_id join users u on u.id = p.user_id
  where p.method = 'bank_transfer' and r.amount_cents = $1 and r.failed_at is null
    and not exists (select 1 from live_line_matches m where m.kind = 'refund' and m.payment_id = p.id)
  order by r.created_at limit 10`);

export type WaitingRefund = { paymentId: number; order: string | null; buyer: string; cents: number };

/** Returns refunds by transfer of an amount that no line was matched to. */
export async function refundsOf(db: Queryable, cents: number): Promise<WaitingRefund[]> {
  const rows = await rowsOf<Omit<WaitingRefund, 'order'> & { orderId: number | null }>(db, WAITING, [cents]);
  return rows.map(({ orderId, ...refund }) => ({ ...refund, order: orderId === null ? null : orderNumber(orderId) }));
}

/** Whether a line was matched to the refund of a payment. */
export async function isRefundMatched(db: Queryable, paymentId: number): Promise<boolean> {
  return (await rowsOf(db, MATCHED, [paymentId])).length > 0;
}
