import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { PlannedItem } from '../../model/payment-plan.ts';

const COPY = statement(`
  insert into plan_items (order_id, version, position, kind, amount_cents, due_at)
  select i.order_id, i.version + 1, i.position, i.kind, i.amount_cents, i.due_at
  from plan_items i join orders o on o.id = i.order_id and o.plan_version = i.version where o.id = $1`);
const ADD = statement(`
  insert into plan_items (order_id, version, position, kind, amount_cents, due_at)
  select o.id, o.plan_version + 1, (
      select coalesce(max(position), 0) + 1 from plan_items where order_id = o.id and version = o.plan_version + 1
    ), $2, $3, $4
  from orders o where o.id = $1 returning id`);
/** What was received for an item belongs to its copy: the sum of each source stays the same. */
const CARRY = statement(`
  with before as (
    select i.position, a.plan_item_id, a.payment_id, a.cash_receipt_id, a.security_move_id, a.kind, sum(a.cents) as cents
    from allocations a join plan_items i on i.id = a.plan_item_id
      join orders o on o.id = i.order_id and o.plan_version = i.version
    where a.order_id = $1 group by 1, 2, 3, 4, 5, 6 having sum(a.cents) <> 0
  )
  insert into allocations (order_id, plan_item_id, cents, payment_id, cash_receipt_id, security_move_id, kind)
  select $1, plan_item_id, -cents, payment_id, cash_receipt_id, security_move_id, kind from before
  union all
  select $1, n.id, b.cents, b.payment_id, b.cash_receipt_id, b.security_move_id, b.kind
  from before b join orders o on o.id = $1
    join plan_items n on n.order_id = o.id and n.version = o.plan_version + 1 and n.position = b.position`);
const SWITCH = statement('update orders set plan_version = plan_version + 1 where id = $1');

/**
 * Makes a new version of an order's plan with one item more, and moves what was received to it. Returns the id of the item. The caller
 * holds the order's lock.
 */
export async function addPlanItem(db: Queryable, orderId: number, item: PlannedItem): Promise<number> {
  await rowsOf(db, COPY, [orderId]);
  const [added] = await rowsOf<{ id: number }>(db, ADD, [orderId, item.kind, item.amountCents, item.dueAt]);
  if (!added) throw new Error(`order ${orderId} is missing`);
  await rowsOf(db, CARRY, [orderId]);
  await rowsOf(db, SWITCH, [orderId]);
  return added.id;
}
