import type { OrderWaits } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { WAITING_QUEUES, type WaitingQueue } from '../../model/order-queue.ts';

/** Conditions on `order_waits w`. */
export const IN_QUEUE: Record<WaitingQueue, string> = {
  transfer: "w.waits_for = 'transfer'",
  overdue: "w.waits_for = 'payment' and w.since < now()",
  balance: "w.waits_for = 'payment' and w.since >= now()",
  handover: "w.waits_for = 'handover'",
};

const COUNTS = statement(`
  select ${WAITING_QUEUES.map((queue) => `count(*) filter (where ${IN_QUEUE[queue]}) as ${queue}`).join(', ')}
  from order_waits w`);

/** Counts the open orders by what they wait for. */
export async function countQueues(db: Queryable): Promise<Record<WaitingQueue, number>> {
  const [row] = await rowsOf<Record<WaitingQueue, number>>(db, COUNTS, []);
  if (!row) throw new Error('the queues were not counted');
  return row;
}

const WAITS = statement('select order_id, waits_for, since from order_waits where order_id = any($1::bigint[])');

/** Returns what several open orders wait for by order id. */
export async function waitsOfOrders(db: Queryable, orderIds: number[]): Promise<Map<number, OrderWaits>> {
  return new Map((await rowsOf<OrderWaits>(db, WAITS, [orderIds])).map((row) => [row.order_id, row]));
}

const STALE = statement(`
  select coalesce(w.order_id, n.order_id) as id from order_waits w full join order_next n on n.order_id = w.order_id
  where (w.waits_for, w.since) is distinct from (n.waits_for, n.since) order by 1 limit 100`);

/** Returns up to 100 orders whose stored wait is not what their plan and money say. */
export async function staleWaits(db: Queryable): Promise<number[]> {
  return (await rowsOf<{ id: number }>(db, STALE, [])).map(({ id }) => id);
}
