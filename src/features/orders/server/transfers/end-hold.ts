import type { Payment } from '#features/payments/model/payment.ts';
import { lockPaymentsOfOrder, refundableCents, requestRefund, updateRefundDue } from '#features/payments/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { type Actor, moveOrder } from '../order-store.ts';

const SYSTEM: Actor = { actor: 'system', actorId: null };

/** Ends the order of a hold whose time is over. */
export async function endLapsedHold(db: Queryable, { orderId }: Payment, _siteOrigin: string): Promise<void> {
  if (orderId === null) return;
  await endHold(db, orderId, SYSTEM, 'The transfer did not arrive before the end of the hold.');
}

/** Cancels a held order and asks for the refund of what has arrived. The caller holds the locks and has released the car. */
export async function endHold(db: Queryable, orderId: number, actor: Actor, reason: string): Promise<void> {
  if (!(await moveOrder(db, orderId, { from: 'held', to: 'cancelled' }, actor, reason))) return;
  for (const payment of await lockPaymentsOfOrder(db, orderId)) {
    const amountCents = await refundableCents(db, payment);
    const askedBy = actor.actor === 'buyer' ? 'user' : 'system';
    if (amountCents <= 0) continue;
    await requestRefund(db, payment, { amountCents, reason, askedBy });
    await updateRefundDue(db, payment.id);
  }
}
