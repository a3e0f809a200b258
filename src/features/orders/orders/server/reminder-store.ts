import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { isNotResting } from '#lib/server/jobs/work-failures.ts';
import type { Order } from '../model/order.ts';
import type { PlanItem } from '../model/payment-plan.ts';
import { planOfOrder } from './plan-store.ts';

const DUE = statement(`
  select o.id as "orderId", c.booking_id as "bookingId" from orders o join order_cars c on c.order_id = o.id
  where o.remind_at <= $1 and c.booking_id = (select min(first.booking_id) from order_cars first where first.order_id = o.id)
    and not exists (select 1 from watch_hits h where h.order_id = o.id and h.cleared_at is null)
    and not exists (select 1 from order_freezes f where f.order_id = o.id and f.ended_at is null)
    and ${isNotResting('overdue orders', 'o.id')} order by o.remind_at limit 50`);
const AGAIN = statement('update orders set remind_at = $2, reminded = reminded + 1 where id = $1');
const STOP = statement('update orders set remind_at = null where id = $1');

/** Returns up to 50 orders whose open amount is to be looked at, each with its first booking. */
export function ordersToRemind(db: Queryable, now: Date): Promise<{ orderId: number; bookingId: number }[]> {
  return rowsOf(db, DUE, [now]);
}

/** Counts a reminder, and sets when the order is next looked at. */
export async function remindAgain(db: Queryable, orderId: number, at: Date): Promise<void> {
  await rowsOf(db, AGAIN, [orderId, at]);
}

export async function stopReminding(db: Queryable, orderId: number): Promise<void> {
  await rowsOf(db, STOP, [orderId]);
}

/**
 * Returns the first item after the deposit that is not paid. A booked order's deposit was paid once: if we gave back a part of it,
 * that part is asked for with the next item, and the buyer is not late.
 */
export async function itemToRemindOf(db: Queryable, { id }: Order): Promise<PlanItem | null> {
  const isUnpaid = ({ kind, amountCents, paidCents }: PlanItem) => kind !== 'deposit' && paidCents < amountCents;
  return (await planOfOrder(db, id)).find(isUnpaid) ?? null;
}
