import type { AdminOrderResponse, AdminOrdersQuery } from '#features/orders/order-pages/model/admin-order-contract.ts';
import {
  COUNTED_QUEUES,
  type CountedQueue,
  type WaitingQueue,
} from '#features/orders/order-pages/model/order-queue.ts';
import { CASH_METHODS, type Order, orderNumber } from '#features/orders/orders/model/order.ts';
import { ORDER_COLUMNS, ORDER_JOINS, type OrderRow, orderOfRow } from '#features/orders/orders/server/order-store.ts';
import { displayPaymentStatus, type PaymentState, type RefundStep } from '#features/payments/payments/model/payment.ts';
import { readTradeSearch } from '#features/payments/payments/model/payment-search.ts';
import { carsOfVin, usersLike } from '#features/payments/server/api.ts';
import type { DirectedRange, RowCount } from '#lib/contract-parts.ts';
import { type Conditions, countRows, MAX_COUNTED_RESULTS } from '#lib/server/database/list-sql.ts';
import { type Queryable, queryColumn, rowsOf, statement } from '#lib/server/database/postgres.ts';

type Filter = Pick<AdminOrdersQuery, 'queue' | 'search' | 'listing'>;

/** The count stops here. */
const MAX_COUNTED_ORDERS = 100_000;

/** The table or view that lists a queue, its ids and its order: what waits longest, or the newest. */
function listOf(queue: Filter['queue']) {
  if (queue === undefined) return { from: 'orders o', id: 'o.id', at: 'o.created_at', newestFirst: true, where: [] };
  if (queue === 'completed' || queue === 'cancelled')
    return {
      from: 'orders o',
      id: 'o.id',
      at: 'o.ended_at',
      newestFirst: true,
      where: [`o.life = '${queue}'`, 'o.ended_at is not null'],
    };
  if (queue === 'refund')
    return { from: 'refunds_to_send w', id: 'w.order_id', at: 'w.since', newestFirst: false, where: [] };
  if (queue === 'renter')
    return { from: 'rental_asks w', id: 'w.order_id', at: 'w.since', newestFirst: false, where: [] };
  return {
    from: 'order_queues w',
    id: 'w.order_id',
    at: 'w.since',
    newestFirst: false,
    where: [`w.queue = '${queue}'`],
  };
}

/** Returns a slice of the filtered orders. Rows and money are read only for that slice. */
export async function findAdminOrders(
  db: Queryable,
  filter: Filter,
  { limit, offset, backwards }: DirectedRange,
): Promise<Order[]> {
  const { where, values } = conditions(filter);
  const { from, id, at, newestFirst } = listOf(filter.queue);
  const down = newestFirst === backwards ? '' : ' desc';
  const { rows } = await db.query<OrderRow>(
    `with page as materialized (
       select ${id} as id, ${at} as at from ${from} where ${where}
       order by ${at}${down}, ${id}${down} limit $${values.length + 1} offset $${values.length + 2}
     )
     select ${ORDER_COLUMNS} from page join orders o on o.id = page.id ${ORDER_JOINS}
     order by page.at${down}, page.id${down}`,
    [...values, limit, offset],
  );
  return (backwards ? rows.reverse() : rows).map(orderOfRow);
}

export function countAdminOrders(db: Queryable, filter: Filter): Promise<RowCount> {
  const max = filter.search || filter.listing ? MAX_COUNTED_RESULTS : MAX_COUNTED_ORDERS;
  return countRows(db, listOf(filter.queue).from, conditions(filter), max);
}

const OF_USERS_AND_VINS = `
  select id from orders where user_id in (${usersLike('$1')})
  union all select order_id from order_cars where listing_id in (${carsOfVin('$2')})`;
const OF_ID = 'select $1::bigint union all select order_id from order_cars where booking_id = $1';
const OF_TRANSACTION = 'select order_id from payments where transaction_id like $1 and order_id is not null';

function conditions({ queue, search, listing }: Filter): Conditions {
  const { where, id } = listOf(queue);
  const found = search === undefined ? null : ordersLike(search);
  const all = ['true', ...where];
  const values = found?.values ?? [];
  if (found) all.push(`${id} in (${found.sql})`);
  if (listing === undefined) return { where: all.join(' and '), values };
  all.push(`${id} in (select order_id from order_cars where listing_id = $${values.length + 1})`);
  return { where: all.join(' and '), values: [...values, listing] };
}

/** The ids of the orders that a search text names. */
function ordersLike(text: string): { sql: string; values: unknown[] } {
  const search = readTradeSearch(text);
  switch (search.by) {
    case 'order':
      return { sql: 'select $1::bigint', values: [search.id] };
    case 'reference':
      return { sql: 'select id from orders where reference = $1', values: [search.reference] };
    case 'id':
      return { sql: OF_ID, values: [search.id] };
    case 'transaction':
      return { sql: OF_TRANSACTION, values: [search.pattern] };
    case 'words':
      return { sql: OF_USERS_AND_VINS, values: [search.pattern, search.vin] };
  }
}

const BUYERS = statement('select id, name, email from users where id = any($1::bigint[])');

type Buyer = { id: number; name: string; email: string };

export async function buyersOf(db: Queryable, userIds: number[]): Promise<Map<number, Buyer>> {
  return new Map((await rowsOf<Buyer>(db, BUYERS, [userIds])).map((buyer) => [buyer.id, buyer]));
}

const PAYMENTS = statement(`
  select id, transaction_id, amount_cents, state, created_at from payments where order_id = $1 order by id`);
const CASH_HELD = statement(
  'select coalesce(sum(cents), 0) as cents from allocations where order_id = $1 and cash_receipt_id is not null',
);
const CASH = statement(`
  select r.id, r.method, r.cents, r.note, r.at, a.name as by from cash_receipts r join admins a on a.id = r.admin_id
  where r.order_id = $1 order by r.id`);

const ALONE = statement(`
  select greatest(t.cash_limit_cents - counted_alone($1, $2), 0) as taken_cents,
    greatest(t.refund_limit_cents - greatest(refunded_by_one_person($1, null, null), given_back_today($2, null)), 0) as returned_cents,
    greatest(t.cash_limit_cents - counted_today($2), 0) as security_cents,
    array(select by from unnest($3::text[]) as by where cash_return_needs_two($1, by)) as returns_by_two,
    array(select by from unnest($3::text[]) as by where security_return_needs_two($1, by)) as security_returns_by_two
  from order_terms t order by t.version desc limit 1`);

/** Returns what a person may still record about money in person for an order without a second person. */
export async function aloneOf(
  db: Queryable,
  orderId: number,
  adminId: number,
): Promise<NonNullable<AdminOrderResponse['alone']>> {
  type Alone = NonNullable<AdminOrderResponse['alone']>;
  return (await rowsOf<Alone>(db, ALONE, [orderId, adminId, CASH_METHODS]))[0]!;
}

type WithTime<Row, Key extends keyof Row> = Omit<Row, Key> & Record<Key, Date>;

/** Returns the payments and cash receipts of an order, oldest first. */
export async function moneyOfOrder(
  db: Queryable,
  orderId: number,
): Promise<Pick<AdminOrderResponse, 'payments' | 'cash_receipts' | 'cash_held_cents'>> {
  type Payment = Omit<AdminOrderResponse['payments'][number], 'status'> & { state: PaymentState };
  type Cash = AdminOrderResponse['cash_receipts'][number];
  const payments = await rowsOf<WithTime<Payment, 'created_at'>>(db, PAYMENTS, [orderId]);
  const receipts = await rowsOf<WithTime<Cash, 'at'>>(db, CASH, [orderId]);
  const [held] = await rowsOf<{ cents: number }>(db, CASH_HELD, [orderId]);
  return {
    payments: payments.map((payment) => ({
      ...payment,
      status: displayPaymentStatus(payment.state),
      created_at: payment.created_at.toISOString(),
    })),
    cash_receipts: receipts.map((receipt) => ({ ...receipt, at: receipt.at.toISOString() })),
    cash_held_cents: held?.cents ?? 0,
  };
}

const MOVES = statement(`
  select m.key, case when m.to_order_id = $1 then sum(m.cents) else -sum(m.cents) end as cents, m.reason, a.name as by, m.moved_at as at,
    case when m.to_order_id = $1 then m.from_order_id else m.to_order_id end as "otherId", m.undoes is not null as is_undo,
    exists (select 1 from money_moves u where u.undoes = m.key) as is_undone
  from money_moves m join admins a on a.id = m.moved_by where $1 in (m.from_order_id, m.to_order_id)
  group by m.key, m.reason, a.name, m.moved_at, m.from_order_id, m.to_order_id, m.undoes order by m.moved_at, m.key`);

/** Returns what was moved between an order and others of its buyer, the oldest first. */
export async function moneyMovesOf(db: Queryable, orderId: number): Promise<AdminOrderResponse['money_moves']> {
  type Row = WithTime<AdminOrderResponse['money_moves'][number], 'at'> & { otherId: number };
  return (await rowsOf<Row>(db, MOVES, [orderId])).map(({ otherId, ...move }) => ({
    ...move,
    at: move.at.toISOString(),
    other: { id: otherId, number: orderNumber(otherId) },
  }));
}

/** Returns the names of those who moved an order, in the sequence of its moves; null for the system. */
export const namesOfMoves = queryColumn<string | null, [orderId: number]>(`
  select coalesce(a.name, u.name) as name from order_moves m
    left join admins a on a.id = m.actor_id and m.actor = 'admin'
    left join users u on u.id = m.actor_id and m.actor in ('buyer', 'seller')
  where m.order_id = $1 order by m.id`);

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

/** Returns up to 100 orders whose stored wait is not what their plan and money say. */
export const staleWaits = queryColumn<number>(`
  select coalesce(w.order_id, n.order_id) as id from order_waits w full join order_next n on n.order_id = w.order_id
  where (w.waits_for, w.since) is distinct from (n.waits_for, n.since) order by 1 limit 100`);
