import { postCharges, postHandover } from '#features/ledger/server/api.ts';
import {
  lockPaymentsOfOrder,
  releaseWholeDeposit,
  requestRefunds,
  updateRefundDue,
} from '#features/payments/server/api.ts';
import { refuseWhileHeld } from '#features/watch-lists/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { openCents } from '../model/order.ts';
import { type Actor, carsOfOrders, lockOrder, moveOrder, orderIdOfPayment } from './order-store.ts';
import { surplusOf } from './plan-store.ts';
import { chargesOf } from './rental/charge-store.ts';
import { securityOf } from './rental/security-store.ts';
import { screenOrder } from './screening/screen-orders.ts';

/**
 * Completes the order of a booking's payment: what was paid for the cars now belongs to the sellers, the authorities and us.
 * Throws while money is open, unless the terms of the order do not ask for a balance. The caller holds the lock of the car.
 */
export async function completeOrder(db: Queryable, paymentId: number, actor: Actor, reason: string): Promise<void> {
  const orderId = await orderIdOfPayment(db, paymentId);
  const order = orderId === null ? null : await lockOrder(db, orderId);
  if (!order) throw new Error(`payment ${paymentId} has no order`);
  const { id, life, terms } = order;
  if (life !== 'active') return;
  await screenOrder(db, id, order.userId);
  await refuseWhileHeld(db, id);
  if (terms.requiresBalance) {
    const open = openCents(order);
    if (open > 0) {
      throw new AppError('conflict', `${open} cents are open`, {
        write: (t) => t('orders.moneyOpen', { amount: t.cents(open) }),
      });
    }
    if ((await securityOf(db, id)).heldCents > 0) {
      throw new AppError('conflict', 'a security deposit is held', { messageKey: 'orders.security.held' });
    }
    const cars = (await carsOfOrders(db, [id])).get(id) ?? [];
    await postHandover(db, id, cars);
    const chargedCents = (await chargesOf(db, id)).reduce((sum, { cents }) => sum + cents, 0);
    if (chargedCents > 0 && cars[0]) await postCharges(db, id, cars[0].sellerId, chargedCents);
    await returnSurplus(db, id);
  } else {
    await releaseWholeDeposit(db, paymentId);
  }
  await moveOrder(db, id, { from: 'active', to: 'completed' }, actor, reason);
}

/** Gives back what was received beyond everything that the order cost. The newest payments brought it. */
async function returnSurplus(db: Queryable, orderId: number): Promise<void> {
  const refundCents = await surplusOf(db, orderId);
  if (refundCents === 0) return;
  const payments = (await lockPaymentsOfOrder(db, orderId)).reverse();
  await requestRefunds(db, payments, { refundCents, reason: 'More was paid than the order cost.', askedBy: 'system' });
  for (const { id } of payments) await updateRefundDue(db, id);
}

/** Marks the order of a canceled booking's payment as canceled. The caller requests the refund. Throws while a hit holds the order. */
export async function cancelOrder(db: Queryable, paymentId: number, actor: Actor, reason: string): Promise<void> {
  const orderId = await orderIdOfPayment(db, paymentId);
  if (orderId === null) return;
  await lockOrder(db, orderId);
  await refuseWhileHeld(db, orderId);
  const byPerson = actor.actor !== 'system';
  if (byPerson && (await securityOf(db, orderId)).heldCents > 0) {
    throw new AppError('conflict', 'a security deposit is held', { messageKey: 'orders.security.held' });
  }
  await moveOrder(db, orderId, { from: 'active', to: 'cancelled' }, actor, reason);
}
