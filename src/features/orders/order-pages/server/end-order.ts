import { reductionOf, sumsOf } from '#features/orders/billing/model/billing.ts';
import { costOf } from '#features/orders/billing/server/billing-store.ts';
import { screenOrder } from '#features/orders/consignees/server/screen-orders.ts';
import type { OrderCar } from '#features/orders/orders/model/order.ts';
import {
  type Actor,
  carsOfOrders,
  lockOrder,
  moveOrder,
  orderIdOfPayment,
  SURPLUS,
} from '#features/orders/orders/server/order-store.ts';
import { surplusOf } from '#features/orders/orders/server/plan-store.ts';
import { chargesOf } from '#features/orders/orders/server/rental-money-store.ts';
import {
  askOrder,
  linesOfOrder,
  postCharges,
  postHandover,
  postReduction,
  postTransport,
  refundablePayments,
  refundsToSend,
  releaseWholeDeposit,
  requestRefund,
  updateRefundDue,
} from '#features/payments/server/api.ts';
import { totalOf } from '#features/payments/trade-terms/model/trade-term.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';

/**
 * Completes the order of a booking's payment and posts what sellers, authorities and we have earned. Throws unless `complete` is allowed.
 * The caller locks the car.
 */
export async function completeOrder(
  db: Queryable,
  paymentId: number,
  actor: Actor,
  reason: string,
  now: Date,
): Promise<void> {
  const orderId = await orderIdOfPayment(db, paymentId);
  const order = orderId === null ? null : await lockOrder(db, orderId);
  if (!order) throw new Error(`payment ${paymentId} has no order`);
  const { id, life, terms } = order;
  if (life !== 'active') return;
  await screenOrder(db, id, order.userId);
  await askOrder(db, id, 'complete', { now });
  if (terms.requiresBalance) {
    const cars = (await carsOfOrders(db, [id])).get(id) ?? [];
    await postHandover(db, id, cars);
    const chargedCents = (await chargesOf(db, id)).reduce((sum, { cents }) => sum + cents, 0);
    if (chargedCents > 0 && cars[0]) await postCharges(db, id, cars[0].sellerId, chargedCents);
    const transportCents = totalOf(await linesOfOrder(db, id));
    if (transportCents > 0) await postTransport(db, id, transportCents);
    const reducedCents = (await costOf(db, id, cars)) - order.owedCents;
    if (reducedCents > 0) {
      const { priceCents, ...rest } = reductionOf(reducedCents, sumsOf(cars));
      await postReduction(db, id, shareReduction(cars, priceCents), rest);
    }
    await returnSurplus(db, id);
  } else {
    await releaseWholeDeposit(db, paymentId);
  }
  await moveOrder(db, id, { from: 'active', to: 'completed' }, actor, reason);
}

/** Splits a price reduction among sellers in sequence, each up to the share of their cars. */
function shareReduction(cars: OrderCar[], cents: number): { sellerId: number; cents: number }[] {
  let left = cents;
  return cars.flatMap(({ sellerId, priceCents, commissionCents }) => {
    const part = Math.min(left, priceCents - commissionCents);
    left -= part;
    return part > 0 ? [{ sellerId, cents: part }] : [];
  });
}

/** Requests refunds of the surplus that is not being refunded yet, from the newest payments first. Staff return cash by hand. */
export async function returnSurplus(db: Queryable, orderId: number): Promise<void> {
  let left = (await surplusOf(db, orderId)) - (await refundsToSend(db, orderId));
  for (const { payment, leftCents, owedCents } of (await refundablePayments(db, orderId)).reverse()) {
    const part = Math.min(left, leftCents - owedCents);
    if (part <= 0) continue;
    // A new refund repeats what failed ones owe, so it comes on top of that.
    const amountCents = owedCents + part;
    await requestRefund(db, payment, { amountCents, reason: SURPLUS, askedBy: 'system' });
    await updateRefundDue(db, payment.id);
    left -= part;
  }
}

/** Cancels the order of a booking's payment. The caller has asked the rule and requests the refund. */
export async function cancelOrder(db: Queryable, paymentId: number, actor: Actor, reason: string): Promise<void> {
  const orderId = await orderIdOfPayment(db, paymentId);
  if (orderId === null) return;
  await lockOrder(db, orderId);
  await moveOrder(db, orderId, { from: 'active', to: 'cancelled' }, actor, reason);
}
