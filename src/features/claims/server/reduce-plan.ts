import { reducedItems } from '#features/orders/model/payment-plan.ts';
import { planOfOrder } from '#features/orders/server/api.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

const COPY = statement(`
  insert into plan_items (order_id, version, position, kind, amount_cents, due_at)
  select i.order_id, i.version + 1, i.position, i.kind, change.cents, i.due_at
  from plan_items i join orders o on o.id = i.order_id and o.plan_version = i.version
    join unnest($2::bigint[], $3::bigint[]) as change (id, cents) on change.id = i.id
  where o.id = $1 and change.cents > 0`);
/**
 * What was received for an item belongs to its copy as far as that goes, the oldest money first, and to no item beyond it. The sum of each
 * source stays the same. That of an item may be negative: what goes back of a payment is taken from the last items, whoever paid them. So
 * these sources come first, and make room for the others.
 */
const CARRY = statement(`
  with before as (
    select a.plan_item_id, i.position, a.payment_id, a.cash_receipt_id, a.security_move_id, a.kind, sum(a.cents) as cents, min(a.id) as first
    from allocations a join plan_items i on i.id = a.plan_item_id
      join orders o on o.id = i.order_id and o.plan_version = i.version
    where a.order_id = $1 group by 1, 2, 3, 4, 5, 6 having sum(a.cents) <> 0
  ), placed as (
    select b.*, n.id as copy, least(b.cents, greatest(0, coalesce(n.amount_cents, 0)
      - coalesce(sum(b.cents) over (partition by b.plan_item_id order by b.cents > 0, b.kind desc, b.first rows between unbounded preceding and 1 preceding), 0))) as kept
    from before b left join plan_items n
      on n.order_id = $1 and n.version = (select plan_version + 1 from orders where id = $1) and n.position = b.position
  )
  insert into allocations (order_id, plan_item_id, cents, payment_id, cash_receipt_id, security_move_id, kind)
  select $1, plan_item_id, -cents, payment_id, cash_receipt_id, security_move_id, kind from placed
  union all
  select $1, copy, kept, payment_id, cash_receipt_id, security_move_id, kind from placed where kept <> 0
  union all
  select $1, null, cents - kept, payment_id, cash_receipt_id, security_move_id, kind from placed where cents > kept`);
const SWITCH = statement('update orders set plan_version = plan_version + 1 where id = $1');

/**
 * Makes a new version of an order's plan that costs less, the last items first. What was received for them beyond that belongs to no item,
 * until it is given back. The caller holds the order's lock.
 */
export async function reducePlan(db: Queryable, orderId: number, cents: number): Promise<void> {
  const items = reducedItems(await planOfOrder(db, orderId), cents);
  const column = <Key extends 'id' | 'amountCents'>(name: Key) => items.map((item) => item[name]);
  await rowsOf(db, COPY, [orderId, column('id'), column('amountCents')]);
  await rowsOf(db, CARRY, [orderId]);
  await rowsOf(db, SWITCH, [orderId]);
}
