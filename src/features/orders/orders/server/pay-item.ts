import { HOLD_MINUTES, type Payment } from '#features/payments/payments/model/payment.ts';
import {
  CALL_TIMEOUT_S,
  capturePayment,
  checkBuyer,
  countPaymentAttempt,
  hashRequest,
  insertPayment,
  type ParsedForm,
  type Payer,
  type PaymentDeps,
  type PaymentHooks,
  type PaymentStatus,
  parsePaymentForm,
  startPayment,
} from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { PayItemBody } from '../model/order-contract.ts';
import { allocate, allocateReturn } from '../model/payment-plan.ts';
import { findOrder, lockOrder, orderIdOfPayment, orderNotFound } from './order-store.ts';
import { areChargesTaken, insertAllocations, pendingCents, planOfOrder, surplusOf } from './plan-store.ts';

/**
 * Pays a plan item or a part of it: authorizes and captures in one call. A repeated call returns the same payment. If the bank asks for
 * authentication, the next call with the same transaction id captures.
 */
export async function payItem(
  deps: PaymentDeps,
  payer: Payer,
  orderId: number,
  body: PayItemBody,
): Promise<PaymentStatus> {
  const { pool, gateway, clock } = deps;
  if ((await findOrder(pool, orderId))?.userId !== payer.userId) throw orderNotFound();
  const form = parsePaymentForm(gateway.name, body.payment_method, body.formData, clock.now());
  const hash = hashRequest([orderId, body.plan_item, body.payment_method, body.amount_cents], form);
  const status = await startPayment(deps, payer, { transactionId: body.transaction_id, form, hash }, () =>
    hold(deps, payer, orderId, body, form, hash),
  );
  return status.payment.state === 'authorised' ? { payment: await capturePayment(deps, status.payment) } : status;
}

function hold(deps: PaymentDeps, payer: Payer, orderId: number, body: PayItemBody, form: ParsedForm, bodyHash: Buffer) {
  return withTransaction(deps.pool, async (db) => {
    await checkBuyer(deps, db, payer.userId);
    const amountCents = await amountToPay(db, orderId, body);
    const payment = await insertPayment(db, {
      userId: payer.userId,
      transactionId: body.transaction_id,
      bodyHash,
      quote: null,
      orderId,
      planItemId: body.plan_item,
      amountCents,
      method: body.payment_method,
      contactEmail: form.email,
      hold: HOLD_MINUTES,
      retryAfterSeconds: CALL_TIMEOUT_S,
    });
    if (!payment) return null;
    await countPaymentAttempt(db, payer);
    return payment;
  });
}

/** Locks the order and returns the amount. Throws if the order takes no money or the amount exceeds the open part of the item. */
async function amountToPay(db: Queryable, orderId: number, body: PayItemBody): Promise<number> {
  const order = await lockOrder(db, orderId);
  const item = (await planOfOrder(db, orderId)).find(({ id }) => id === body.plan_item);
  if (!item) throw new AppError('not_found', 'no such item', { messageKey: 'orders.noItem' });
  if (order?.life !== 'active') throw new AppError('conflict', 'the order has ended', { messageKey: 'orders.ended' });
  const open = item.amountCents - item.paidCents;
  if (open <= 0) throw new AppError('conflict', 'the item is paid', { messageKey: 'orders.itemPaid' });
  if (item.kind === 'charge' && (await areChargesTaken(db, orderId)))
    throw new AppError('conflict', 'a hold on a card pays the charges', { messageKey: 'orders.itemPending' });
  const pending = await pendingCents(db, item.id);
  const amount = body.amount_cents ?? open - pending;
  if (amount <= 0 || amount + pending > open) {
    const messageKey = pending > 0 ? 'orders.itemPending' : 'orders.tooMuch';
    throw new AppError('conflict', 'more than the item asks for', { messageKey });
  }
  return amount;
}

/** Allocates captured and refunded payments to the plan of their order. */
export const orderPayments: Pick<PaymentHooks, 'onItemPaid' | 'onReturned'> = {
  async onItemPaid(db, { id: paymentId, orderId, planItemId, amountCents }: Payment) {
    if (orderId === null) throw new Error(`payment ${paymentId} has no order`);
    const order = await lockOrder(db, orderId);
    const isOpen = order?.life === 'active';
    const parts = isOpen
      ? allocate(await planOfOrder(db, orderId), amountCents, planItemId)
      : [{ itemId: null, cents: amountCents }];
    await insertAllocations(db, orderId, parts, { paymentId });
    return isOpen;
  },
  async onReturned(db, paymentId, cents) {
    const orderId = await orderIdOfPayment(db, paymentId);
    if (orderId === null) return;
    const items = await planOfOrder(db, orderId);
    const parts = cents > 0 ? allocateReturn(items, await surplusOf(db, orderId), cents) : allocate(items, -cents);
    await insertAllocations(db, orderId, parts, { paymentId });
  },
};

/** Allocates a cash receipt. The caller locks the order. */
export async function allocateCash(
  db: Queryable,
  orderId: number,
  cashReceiptId: number,
  cents: number,
): Promise<void> {
  await insertAllocations(db, orderId, allocate(await planOfOrder(db, orderId), cents), { cashReceiptId });
}
