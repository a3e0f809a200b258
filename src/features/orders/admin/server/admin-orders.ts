import type pg from 'pg';
import type { Clock } from '#lib/clock.ts';
import { countedPage } from '#lib/paging.ts';
import type { AdminOrderResponse, AdminOrdersQuery, AdminOrdersResponse } from '../../model/admin-order-contract.ts';
import type { Order } from '../../model/order.ts';
import { toOrderResponse, toSummaries } from '../../server/order-responses.ts';
import { findOrder } from '../../server/order-store.ts';
import { orderNotFound } from '../../server/pay-item.ts';
import { type Buyer, buyersOf, countAdminOrders, findAdminOrders, moneyOfOrder } from './admin-order-store.ts';

const PAGE_SIZE = 20;

type ReadDeps = { pool: pg.Pool; clock: Clock };

export async function listOrders(
  { pool, clock }: ReadDeps,
  { page = 1, limit = PAGE_SIZE, ...filter }: AdminOrdersQuery,
): Promise<AdminOrdersResponse> {
  const orders = await countedPage(
    { page, limit },
    () => countAdminOrders(pool, filter),
    (range) => findAdminOrders(pool, filter, range),
  );
  const buyers = await buyersOf(
    pool,
    orders.items.map(({ userId }) => userId),
  );
  const summaries = await toSummaries(pool, orders.items, clock.now());
  const items = summaries.map((summary, index) => ({ ...summary, buyer: buyerOf(orders.items[index], buyers) }));
  return { ...orders, items };
}

export async function showOrder({ pool, clock }: ReadDeps, id: number): Promise<AdminOrderResponse> {
  const order = await findOrder(pool, id);
  if (!order) throw orderNotFound();
  const buyer = buyerOf(order, await buyersOf(pool, [order.userId]));
  return { ...(await toOrderResponse(pool, order, clock.now())), buyer, ...(await moneyOfOrder(pool, id)) };
}

function buyerOf(order: Order | undefined, buyers: Map<number, Buyer>): Buyer {
  const buyer = order && buyers.get(order.userId);
  if (!buyer) throw new Error('an order has no buyer');
  return buyer;
}
