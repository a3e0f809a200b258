import type { DirectedRange, RowCount } from '#lib/paging.ts';
import { type Conditions, countRows, MAX_COUNTED_RESULTS, orderSql } from '#lib/server/database/list-sql.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { AdminOrderResponse, AdminOrdersQuery, OrderQueue } from '../../model/admin-order-contract.ts';
import type { Order } from '../../model/order.ts';
import { ORDER_COLUMNS, ORDERS_FROM, type OrderRow, orderOfRow } from '../../server/order-store.ts';

const OVERDUE = `exists (
  select 1 from plan_items i where i.order_id = o.id and i.version = o.plan_version and i.due_at < now()
    and i.amount_cents > (select coalesce(sum(a.cents), 0) from allocations a where a.plan_item_id = i.id))`;
const IN_QUEUE: Record<OrderQueue, string> = {
  balance: `o.life = 'active' and m.received_cents + m.shortfall_cents < m.owed_cents and not ${OVERDUE}`,
  overdue: `o.life = 'active' and m.received_cents + m.shortfall_cents < m.owed_cents and ${OVERDUE}`,
  handover: "o.life = 'active' and m.received_cents + m.shortfall_cents >= m.owed_cents",
  completed: "o.life = 'completed'",
  cancelled: "o.life = 'cancelled'",
};

type Filter = Pick<AdminOrdersQuery, 'queue' | 'search'>;

/** Returns a slice of the filtered orders, newest first. */
export async function findAdminOrders(
  db: Queryable,
  filter: Filter,
  { limit, offset, backwards }: DirectedRange,
): Promise<Order[]> {
  const { where, values } = conditions(filter);
  const { rows } = await db.query<OrderRow>(
    `select ${ORDER_COLUMNS} from ${ORDERS_FROM} where ${where}
     order by ${orderSql('created_at', 'desc', { from: 'o.', backwards })} limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, offset],
  );
  return (backwards ? rows.reverse() : rows).map(orderOfRow);
}

export function countAdminOrders(db: Queryable, filter: Filter): Promise<RowCount> {
  return countRows(db, ORDERS_FROM, conditions(filter), MAX_COUNTED_RESULTS);
}

function conditions({ queue, search }: Filter): Conditions {
  const where = queue ? [IN_QUEUE[queue]] : ['true'];
  if (!search) return { where: where.join(' and '), values: [] };
  const number = /^(?:CQ-)?0*(\d{1,15})$/i.exec(search)?.[1];
  where.push(
    number === undefined
      ? `(o.user_id in (select id from users where email ilike $1 or name ilike $1) or exists (
          select 1 from order_cars c join listings l on l.id = c.listing_id where c.order_id = o.id and l.vin ilike $1))`
      : 'o.id = $1',
  );
  const value = number === undefined ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : Number(number);
  return { where: where.join(' and '), values: [value] };
}

const BUYERS = statement('select id, name, email from users where id = any($1::bigint[])');

export type Buyer = { id: number; name: string; email: string };

export async function buyersOf(db: Queryable, userIds: number[]): Promise<Map<number, Buyer>> {
  return new Map((await rowsOf<Buyer>(db, BUYERS, [userIds])).map((buyer) => [buyer.id, buyer]));
}

const PAYMENTS = statement(`
  select id, transaction_id, amount_cents, state, created_at from payments where order_id = $1 order by id`);
const CASH = statement('select id, method, cents, note, at from cash_receipts where order_id = $1 order by id');

type WithTime<Row, Key extends keyof Row> = Omit<Row, Key> & Record<Key, Date>;

/** Returns the payments and cash receipts of an order, oldest first. */
export async function moneyOfOrder(
  db: Queryable,
  orderId: number,
): Promise<Pick<AdminOrderResponse, 'payments' | 'cash_receipts'>> {
  type Payment = AdminOrderResponse['payments'][number];
  type Cash = AdminOrderResponse['cash_receipts'][number];
  const payments = await rowsOf<WithTime<Payment, 'created_at'>>(db, PAYMENTS, [orderId]);
  const receipts = await rowsOf<WithTime<Cash, 'at'>>(db, CASH, [orderId]);
  return {
    payments: payments.map((payment) => ({ ...payment, created_at: payment.created_at.toISOString() })),
    cash_receipts: receipts.map((receipt) => ({ ...receipt, at: receipt.at.toISOString() })),
  };
}
