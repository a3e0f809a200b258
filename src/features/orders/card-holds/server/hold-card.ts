import { findOrder, lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { HOLD_MINUTES } from '#features/payments/payments/model/payment.ts';
import {
  askOrder,
  CALL_TIMEOUT_S,
  checkBuyer,
  countPaymentAttempt,
  hashRequest,
  insertPayment,
  type ParsedForm,
  type Payer,
  type PaymentDeps,
  type PaymentStatus,
  parsePaymentForm,
  startPayment,
} from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { HoldCardBody } from '../model/card-hold-contract.ts';
import { cardHoldsOf, centsToHold, insertCardHold } from './card-hold-store.ts';

/**
 * Reserves the security deposit of a rental on the renter's card for a few days. A repeated call returns the same hold. If the bank asks
 * for authentication, the renter has `HOLD_MINUTES` to complete it.
 */
export async function holdCard(
  deps: PaymentDeps,
  payer: Payer,
  orderId: number,
  body: HoldCardBody,
): Promise<PaymentStatus> {
  const { pool, gateway, clock } = deps;
  if (!gateway.holdsCards || (await findOrder(pool, orderId))?.userId !== payer.userId) throw orderNotFound();
  const form = parsePaymentForm(gateway.name, body.payment_method, body.formData, clock.now());
  const hash = hashRequest(['card hold', orderId, body.amount_cents], form);
  return startPayment(deps, payer, { transactionId: body.transaction_id, form, hash }, () =>
    start(deps, payer, orderId, body, form, hash),
  );
}

function start(
  deps: PaymentDeps,
  payer: Payer,
  orderId: number,
  body: HoldCardBody,
  form: ParsedForm,
  bodyHash: Buffer,
) {
  return withTransaction(deps.pool, async (db) => {
    await checkBuyer(deps, db, payer.userId);
    await lockOrder(db, orderId);
    // Read before the rule: the bank may agree in between, and the rule then refuses a second hold.
    const holds = await cardHoldsOf(db, orderId);
    if (holds.some(({ state }) => state === 'created' || state === 'capturing'))
      throw new AppError('conflict', 'another hold is not decided', { messageKey: 'cardHold.pending' });
    await askOrder(db, orderId, 'hold_card', { now: deps.clock.now() });
    if ((await centsToHold(db, orderId)) !== body.amount_cents)
      throw new AppError('conflict', 'another deposit was shown', { messageKey: 'cardHold.changed' });
    const payment = await insertPayment(db, {
      userId: payer.userId,
      transactionId: body.transaction_id,
      bodyHash,
      quote: null,
      orderId,
      planItemId: null,
      amountCents: body.amount_cents,
      method: body.payment_method,
      contactEmail: form.email,
      hold: HOLD_MINUTES,
      retryAfterSeconds: CALL_TIMEOUT_S,
    });
    if (!payment) return null;
    await insertCardHold(db, { payment_id: payment.id, order_id: orderId, held_cents: body.amount_cents });
    await countPaymentAttempt(db, payer);
    return payment;
  });
}
