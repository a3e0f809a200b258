import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

const OF_SELLER = statement(`
  select distinct o.id from order_cars c join orders o on o.id = c.order_id
  where c.seller_id = $1 and o.life in ('held', 'active') order by o.id limit $2`);
const MOST_OVERDUE = statement('select order_id as id from shipment_states order by due_at, order_id limit $1');

/** Returns the open orders of a seller's cars, the oldest first. */
export async function openOrdersOfSeller(db: Queryable, sellerId: number, limit: number): Promise<number[]> {
  return (await rowsOf<{ id: number }>(db, OF_SELLER, [sellerId, limit])).map(({ id }) => id);
}

/** Returns open orders, the longest overdue first. */
export async function mostOverdueOrders(db: Queryable, limit: number): Promise<number[]> {
  return (await rowsOf<{ id: number }>(db, MOST_OVERDUE, [limit])).map(({ id }) => id);
}
