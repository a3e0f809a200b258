import { lockForCheckout } from '#features/listings/server/api.ts';
import { answerOf, askOrder } from '#features/order-acts/server/api.ts';
import { undoTransfer, withdrawCapture } from '#features/payments/server/api.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { OrderDeps } from '../order-deps.ts';
import { carsOfOrders, lockOrder } from '../order-store.ts';
import { insertAllocations } from '../plan-store.ts';
import { findOrderHold } from './hold-store.ts';
import { holdAgain } from './revive-hold.ts';

const SHORTFALL = statement(`
  select plan_item_id as "itemId", sum(cents) as cents from allocations
  where payment_id = $1 and kind = 'shortfall' group by plan_item_id having sum(cents) <> 0`);

/**
 * Undoes the match of a transfer with an order, in the caller's transaction, so that the amount is open again. An order that was booked with
 * it waits for its transfer once more, unless its car has papers or is on its way; then it stays booked. Throws if the order has ended or the
 * money is no longer held or is frozen.
 */
export async function undoReceivedTransfer(
  db: Queryable,
  { payments }: Pick<OrderDeps, 'payments'>,
  { orderId, paymentId, reference }: { orderId: number; paymentId: number; reference: string },
): Promise<void> {
  for (const { listingId } of (await carsOfOrders(db, [orderId])).get(orderId) ?? [])
    await lockForCheckout(db, listingId);
  const order = await lockOrder(db, orderId);
  if (!order) throw new Error(`order ${orderId} is missing`);
  const now = payments.clock.now();
  await askOrder(db, orderId, 'undo_match', { now });
  const kept = await rowsOf<{ itemId: number | null; cents: number }>(db, SHORTFALL, [paymentId]);
  const parts = kept.map(({ itemId, cents }) => ({ itemId, cents: -cents }));
  if (parts.length > 0) await insertAllocations(db, orderId, parts, { paymentId }, 'shortfall');
  const shortfallCents = kept.reduce((sum, { cents }) => sum + cents, 0);
  await undoTransfer(payments, db, paymentId, { shortfallCents, reference });
  const hold = await findOrderHold(db, orderId);
  const hasBooked = order.life === 'active' && hold?.paymentId === paymentId;
  if (hasBooked && (await answerOf(db, orderId, 'hold_again', now)).answer.may === 'yes') {
    await withdrawCapture(payments, db, paymentId);
    await holdAgain(db, order, { ...hold, now });
  }
}
