import { refuseWhileFrozen } from '#features/ledger/server/api.ts';
import { lockForCheckout } from '#features/listings/server/api.ts';
import { undoTransfer } from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { OrderDeps } from '../order-deps.ts';
import { carsOfOrders, lockOrder } from '../order-store.ts';
import { insertAllocations } from '../plan-store.ts';

const SHORTFALL = statement(`
  select plan_item_id as "itemId", sum(cents) as cents from allocations
  where payment_id = $1 and kind = 'shortfall' group by plan_item_id having sum(cents) <> 0`);

/**
 * Undoes the match of a transfer with an order, in the caller's transaction. The order stays as it is, and the amount is open
 * again. Throws if the order has ended or the money is no longer held
 * or is frozen.
 */
export async function undoReceivedTransfer(
  db: Queryable,
  { payments }: Pick<OrderDeps, 'payments'>,
  { orderId, paymentId, reference }: { orderId: number; paymentId: number; reference: string },
): Promise<void> {
  for (const { listingId } of (await carsOfOrders(db, [orderId])).get(orderId) ?? [])
    await lockForCheckout(db, listingId);
  const order = await lockOrder(db, orderId);
  if (order?.life !== 'held' && order?.life !== 'active') {
    throw new AppError('conflict', 'the order has ended', { messageKey: 'orders.transferEnded' });
  }
  await refuseWhileFrozen(db, orderId);
  const kept = await rowsOf<{ itemId: number | null; cents: number }>(db, SHORTFALL, [paymentId]);
  const parts = kept.map(({ itemId, cents }) => ({ itemId, cents: -cents }));
  if (parts.length > 0) await insertAllocations(db, orderId, parts, { paymentId }, 'shortfall');
  const shortfallCents = kept.reduce((sum, { cents }) => sum + cents, 0);
  await undoTransfer(payments, db, paymentId, { shortfallCents, reference });
}
