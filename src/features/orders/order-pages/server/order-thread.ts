import type pg from 'pg';
import { openOrderThread } from '#features/conversations/server/api.ts';
import { carsOfOrders, findOrder, lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';

/** Returns the number of the conversation of an order, for its buyer and its seller. */
export function threadOfOrder(pool: pg.Pool, userId: number, orderId: number): Promise<string> {
  return withTransaction(pool, async (db) => {
    const order = await findOrder(db, orderId);
    const cars = (order && (await carsOfOrders(db, [orderId])).get(orderId)) ?? [];
    const [first] = cars;
    if (!order || !first || (order.userId !== userId && first.sellerId !== userId)) throw orderNotFound();
    await lockOrder(db, orderId);
    const listingId = cars.length === 1 ? first.listingId : null;
    return openOrderThread(db, { orderId, buyerId: order.userId, sellerId: first.sellerId, listingId });
  });
}
