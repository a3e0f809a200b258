import type pg from 'pg';
import { mailAddressOf } from '#features/accounts/server/api.ts';
import { checkDestination, checkParty, newestEntryId } from '#features/watch-lists/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { currentConsignee, pendingConsignee } from '../consignee/consignee-store.ts';
import { lockOrder } from '../order-store.ts';

const DUE = statement(`
  select o.id from orders o left join order_screenings s on s.order_id = o.id
  where o.life in ('held', 'active') and coalesce(s.up_to, -1) < $1 order by o.id limit 50`);
const DESTINATIONS = statement(`
  select distinct d.country from payment_destinations d join payments p on p.id = d.payment_id where p.order_id = $1`);
const SCREENED = statement(`
  insert into order_screenings (order_id, up_to) values ($1, $2)
  on conflict (order_id) do update set up_to = greatest(order_screenings.up_to, excluded.up_to), at = now()`);

/** Compares the buyer, the consignees and the destinations of an order with the lists. The caller holds the lock of the order. */
export async function screenOrder(db: Queryable, orderId: number, userId: number): Promise<void> {
  const upTo = await newestEntryId(db);
  const buyer = await mailAddressOf(db, userId);
  if (buyer) await checkParty(db, orderId, { role: 'buyer', name: buyer.name });
  for (const consignee of [await currentConsignee(db, orderId), await pendingConsignee(db, orderId)]) {
    if (!consignee) continue;
    await checkParty(db, orderId, { role: 'consignee', name: consignee.name, idNumber: consignee.idNumber });
    await checkDestination(db, orderId, consignee.country);
  }
  for (const { country } of await rowsOf<{ country: string }>(db, DESTINATIONS, [orderId]))
    await checkDestination(db, orderId, country);
  await rowsOf(db, SCREENED, [orderId, upTo]);
}

/** Screens up to 50 live orders that were not compared with the newest entries yet. */
export async function screenDueOrders(pool: pg.Pool, onError: (error: unknown) => void): Promise<void> {
  for (const { id } of await rowsOf<{ id: number }>(pool, DUE, [await newestEntryId(pool)])) {
    await withTransaction(pool, async (db) => {
      const order = await lockOrder(db, id);
      if (order) await screenOrder(db, id, order.userId);
    }).catch(onError);
  }
}
