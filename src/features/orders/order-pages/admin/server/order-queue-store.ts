import type { RefundStep } from '#features/payments/payments/model/payment.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { COUNTED_QUEUES, type CountedQueue, type WaitingQueue } from '../../model/order-queue.ts';

const COUNTS = statement(`
  select queue, count(*) as orders from order_queues group by queue
  union all select 'refund', count(*) from refunds_to_send
  union all select 'renter', count(*) from rental_asks`);

/** Counts the open orders by what they wait for, and all orders with refunds to send. */
export async function countQueues(db: Queryable): Promise<Record<CountedQueue, number>> {
  const rows = await rowsOf<{ queue: CountedQueue; orders: number }>(db, COUNTS, []);
  const counts = new Map(rows.map(({ queue, orders }) => [queue, orders]));
  return Object.fromEntries(COUNTED_QUEUES.map((queue) => [queue, counts.get(queue) ?? 0])) as Record<
    CountedQueue,
    number
  >;
}

const WAITS = statement('select order_id as id, queue, since from order_queues where order_id = any($1::bigint[])');

type Wait = { queue: WaitingQueue; since: Date };

/** Returns what several open orders wait for by order id. */
export async function waitsOfOrders(db: Queryable, orderIds: number[]): Promise<Map<number, Wait>> {
  return new Map((await rowsOf<Wait & { id: number }>(db, WAITS, [orderIds])).map((row) => [row.id, row]));
}

const REFUNDS = statement(
  'select order_id as id, cents, since, step from refunds_to_send where order_id = any($1::bigint[])',
);

type RefundToSend = { cents: number; since: Date; step: RefundStep };

/** Returns the refunds by transfer of several orders that were not sent, by order id. */
export async function refundsToSendOf(db: Queryable, orderIds: number[]): Promise<Map<number, RefundToSend>> {
  return new Map((await rowsOf<RefundToSend & { id: number }>(db, REFUNDS, [orderIds])).map((row) => [row.id, row]));
}

const ASKS = statement('select order_id as id, since from rental_asks where order_id = any($1::bigint[])');

/** Returns since when renters wait for an answer, by order id. */
export async function rentalAsksOf(db: Queryable, orderIds: number[]): Promise<Map<number, Date>> {
  const rows = await rowsOf<{ id: number; since: Date }>(db, ASKS, [orderIds]);
  return new Map(rows.map(({ id, since }) => [id, since]));
}

const STALE = statement(`
  select coalesce(w.order_id, n.order_id) as id from order_waits w full join order_next n on n.order_id = w.order_id
  where (w.waits_for, w.since) is distinct from (n.waits_for, n.since) order by 1 limit 100`);

/** Returns up to 100 orders whose stored wait is not what their plan and money say. */
export async function staleWaits(db: Queryable): Promise<number[]> {
  return (await rowsOf<{ id: number }>(db, STALE, [])).map(({ id }) => id);
}
