import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';

export type OrderDifference = {
  paymentId: number;
  what: 'captured' | 'refunded' | 'due' | 'booking' | 'allocated' | 'shortfall';
};

const MAX_REPORTED = 100;
/** A single statement sees a payment that is captured meanwhile together with its ledger entry and booking, or not at all. */
const DIFFERENCES = statement(`
  with books as (
    select e.payment_id,
      coalesce(sum(l.cents) filter (where e.kind = 'capture'), 0) as captured,
      coalesce(-sum(l.cents) filter (where e.kind in ('refund', 'refund failed', 'match undone')), 0) as refunded
    from ledger_entries e join ledger_lines l on l.entry_id = e.id join payments p on p.id = e.payment_id
    where l.account = case p.method when 'bank_transfer' then 'unidentified_receipts' else 'gateway' end group by e.payment_id
  ), due as (
    select e.payment_id, -sum(l.cents) as cents
    from ledger_entries e join ledger_lines l on l.entry_id = e.id where l.account = 'refunds_due' group by e.payment_id
  ), kept as (
    select e.payment_id, sum(l.cents) as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
    where e.kind in ('shortfall', 'match undone') and l.account = 'bank_fees' group by e.payment_id
  ), own as (
    select payment_id, sum(amount_cents) filter (where done_at is not null) as sent,
      sum(amount_cents) filter (where done_at is null and failed_at is null) as waiting
    from refunds group by payment_id
  ), provider as (
    select payment_id, sum(amount_cents) as refunded from provider_refunds where failed_at is null group by payment_id
  ), lost as (
    select payment_id, sum(lost_cents) as cents from provider_disputes group by payment_id
  ), allocated as (
    select payment_id, coalesce(sum(cents) filter (where kind = 'money'), 0) as cents,
      coalesce(sum(cents) filter (where kind = 'shortfall'), 0) as shortfall
    from allocations where payment_id is not null group by payment_id
  ), booked as (
    select payment_id, sum(paid_cents) as paid_cents, sum(total_cents) as total_cents, min(listing_id) as listing_id,
      min(user_id) as user_id, max(user_id) as last_user_id
    from bookings group by payment_id
  ), orders as (
    select p.id,
      coalesce(books.captured, 0) = case when p.captured_at is null then 0 else p.amount_cents end as captured,
      coalesce(books.refunded, 0) = coalesce(own.sent, 0) + coalesce(provider.refunded, 0) as refunded,
      coalesce(due.cents, 0) between case when provider.refunded is null then coalesce(own.waiting, 0) else 0 end
        and coalesce(own.waiting, 0) as due,
      b.payment_id is null or (b.paid_cents, b.total_cents, b.listing_id, b.user_id, b.last_user_id)
        is not distinct from (least(p.amount_cents, p.total_cents), p.total_cents, p.listing_id, p.user_id, p.user_id) as booking,
      p.order_id is null
        or coalesce(allocated.cents, 0) = coalesce(books.captured, 0) - coalesce(books.refunded, 0) - coalesce(lost.cents, 0) as allocated,
      coalesce(allocated.shortfall, 0) = coalesce(kept.cents, 0) as shortfall
    from payments p
    left join books on books.payment_id = p.id
    left join lost on lost.payment_id = p.id
    left join kept on kept.payment_id = p.id
    left join allocated on allocated.payment_id = p.id
    left join provider on provider.payment_id = p.id
    left join own on own.payment_id = p.id
    left join due on due.payment_id = p.id
    left join booked b on b.payment_id = p.id
  )
  select id as "paymentId", case when not captured then 'captured' when not refunded then 'refunded' when not due then 'due'
    when not booking then 'booking' when not allocated then 'allocated' else 'shortfall' end as what
  from orders where not (captured and refunded and due and booking and allocated and shortfall) order by id limit ${MAX_REPORTED}`);

/** Returns up to 100 payments whose amounts, refunds or booking differ from the ledger. */
export function orderDifferences(db: Queryable): Promise<OrderDifference[]> {
  return rowsOf<OrderDifference>(db, DIFFERENCES, []);
}
