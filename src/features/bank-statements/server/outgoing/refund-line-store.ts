import { orderNumber } from '#features/orders/model/order.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

const matched = (payment: string, cents: string) => `(
  select count(*) from live_line_matches m where m.kind = 'refund' and m.payment_id = ${payment} and m.cents = -${cents})`;
const MATCHED = statement(`select ${matched('$1', '$2::bigint')} as times`);
const WAITING = statement(`
  select p.id as "paymentId", p.order_id as "orderId", u.name as buyer, $1::bigint as cents
  from (
    select payment_id, count(*) as refunds, min(created_at) as since from refunds
    where amount_cents = $1 and (failed_at is null or left_by_transfer(id)) group by payment_id
  ) as r join payments p on p.id = r.payment_id join users u on u.id = p.user_id
  where p.method = 'bank_transfer' and r.refunds > ${matched('p.id', '$1::bigint')}
  order by r.since limit 10`);

export type WaitingRefund = { paymentId: number; order: string | null; buyer: string; cents: number };

/** Returns payments with refunds by transfer of an amount that no line was matched to. */
export async function refundsOf(db: Queryable, cents: number): Promise<WaitingRefund[]> {
  const rows = await rowsOf<Omit<WaitingRefund, 'order'> & { orderId: number | null }>(db, WAITING, [cents]);
  return rows.map(({ orderId, ...refund }) => ({ ...refund, order: orderId === null ? null : orderNumber(orderId) }));
}

const RETURNED = statement(`
  select count(*) as times from refunds
  where payment_id = $1 and amount_cents = $2 and failed_at is not null and left_by_transfer(id)`);

/** Returns how many refunds of a payment with an amount left our account and came back. */
export async function timesReturned(db: Queryable, paymentId: number, cents: number): Promise<number> {
  return (await rowsOf<{ times: number }>(db, RETURNED, [paymentId, cents]))[0]?.times ?? 0;
}

/** Returns how many lines were matched to refunds of a payment with an amount. */
export async function timesMatched(db: Queryable, paymentId: number, cents: number): Promise<number> {
  return (await rowsOf<{ times: number }>(db, MATCHED, [paymentId, cents]))[0]?.times ?? 0;
}
