import type pg from 'pg';

/**
 * Entries by which money left a car's orders while some of it was frozen, in the sequence of the books. Excludes money taken by the provider
 * and refunds sent before.
 */
const LEAKS = `
  with mine as (
    select e.id, e.order_id, e.kind, e.source, e.payment_id, e.reference,
      coalesce(sum(-l.cents) filter (where l.account = 'frozen'), 0) as frozen,
      coalesce(sum(l.cents) filter (where l.account in ('deposits', 'refunds_due', 'seller_payable', 'frozen')), 0) as leaves
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
    where e.order_id in (select order_id from order_cars where listing_id = $1)
    group by e.id
  ), told as (
    select *, sum(frozen) over (partition by order_id order by id rows between unbounded preceding and 1 preceding) as frozen_before from mine
  )
  select t.order_id as "order", t.kind, t.leaves::int as cents from told t
  where t.frozen_before > 0 and t.leaves > 0 and t.source <> 'dispute' and not (t.kind = 'refund' and (
    exists (select from provider_refunds p where p.reference = t.reference and p.payment_id = t.payment_id)
    or exists (select from refunds r join order_freezes f on f.order_id = t.order_id
      where r.payment_id = t.payment_id and r.attempt::text = t.reference and r.asked_at <= f.began_at)))
  order by t.id`;

/** Returns the money that left frozen orders of a car; must be empty. */
export async function leaksOf(pool: pg.Pool, car: number): Promise<string[]> {
  const { rows } = await pool.query<{ order: number; kind: string; cents: number }>(LEAKS, [car]);
  return rows.map(({ order, kind, cents }) => `${cents} cents left the frozen order ${order} by '${kind}'`);
}
