import { orderNumber } from '#features/orders/orders/model/order.ts';
import type { MoneyMovement } from '#features/site/issued-documents/model/papers.ts';
import { type Queryable, query, rowsOf, statement } from '#lib/server/database/postgres.ts';

const UTC_DAY = (time: string) => `(${time} at time zone 'UTC')::date`;
const CARD = 'p.method, p.card_brand, p.card_last4';
const IN_PERSON = "case c.method when 'card' then 'terminal' else c.method end, null, null";

/** A transfer keeps the reference of the bank's line only while it is matched with it. */
const MONEY = statement(`
  select what, day::text, method, card_brand as "cardBrand", card_last4 as "cardLast4", reference, cents,
    other_order as "otherOrder" from (
    select case when m.from_order_id is null then 'payment' else 'movedIn' end as what, coalesce(l.booked_on, ${UTC_DAY('p.captured_at')}) as day, ${CARD},
      coalesce(l.bank_reference, l.end_to_end_id, p.transaction_id) as reference, p.amount_cents as cents, p.captured_at as at, p.id,
      m.from_order_id as other_order
    from payments p left join statement_lines l on l.id = p.statement_line_id left join money_moves m on m.to_payment_id = p.id where p.order_id = $1 and p.captured_at is not null
    union all
    select case when r.done_at is null then 'refundWaiting' else 'refund' end, ${UTC_DAY('coalesce(r.done_at, r.created_at)')}, ${CARD},
      p.transaction_id, -r.amount_cents, coalesce(r.done_at, r.created_at), r.id, null
    from payments p join refunds r on r.payment_id = p.id where p.order_id = $1 and r.failed_at is null
    union all
    select case when exists (select 1 from payment_events e where e.payment_id = p.id and e.event = 'match undone'
        and e.details ->> 'reference' = g.reference) then 'undone' when m.to_order_id is not null then 'movedOut' else 'refund' end,
      ${UTC_DAY('g.heard_at')}, ${CARD}, p.transaction_id, -g.amount_cents, g.heard_at, p.id, m.to_order_id
    from payments p join provider_refunds g on g.payment_id = p.id
      left join money_moves m on m.from_payment_id = p.id and g.reference = 'moved-' || m.key || '-' || p.id where p.order_id = $1 and g.failed_at is null
    union all
    select 'dispute', ${UTC_DAY('coalesce(d.closed_at, d.heard_at)')}, ${CARD}, d.reference, -d.lost_cents, coalesce(d.closed_at, d.heard_at), d.id, null
    from payments p join provider_disputes d on d.payment_id = p.id where p.order_id = $1 and d.lost_cents > 0
    union all
    select 'shortfall', ${UTC_DAY('max(a.at)')}, ${CARD}, p.transaction_id, sum(a.cents), max(a.at), p.id, null
    from allocations a join payments p on p.id = a.payment_id where a.order_id = $1 and a.kind = 'shortfall'
    group by p.id having sum(a.cents) <> 0
    union all
    select 'payment', ${UTC_DAY('c.at')}, ${IN_PERSON}, 'C' || c.id, c.cents, c.at, c.id, null from cash_receipts c where c.order_id = $1
    union all
    select 'refund', ${UTC_DAY('c.at')}, ${IN_PERSON}, 'B' || c.id, -c.cents, c.at, c.id, null from cash_returns c where c.order_id = $1
    union all
    select 'security', ${UTC_DAY('s.at')}, null, null, null, 'S' || s.id, s.cents, s.at, s.id, null
    from security_moves s where s.order_id = $1 and s.kind = 'used'
  ) as money order by at, what, id`);

/** Returns all money of an order that was received, returned or asked back, the oldest first. Moved money names the other order. */
export async function moneyOfOrder(db: Queryable, orderId: number): Promise<MoneyMovement[]> {
  const rows = await rowsOf<MoneyMovement & { otherOrder: number | null }>(db, MONEY, [orderId]);
  return rows.map(({ otherOrder, ...movement }) =>
    otherOrder === null ? movement : { ...movement, reference: orderNumber(otherOrder) },
  );
}

/** Receipts from before documents were signed. Nothing is added to them. */

export type OldReceipt = { revision: number; number: string; pdf: Buffer };

/** Returns the receipts of a booking, the oldest first. */
export const oldReceiptsOf = query<OldReceipt, [bookingId: number]>(`
  select revision, number, pdf from documents where kind = 'receipt' and booking_id = $1 order by revision`);
