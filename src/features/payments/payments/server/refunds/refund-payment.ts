import { chargeKeyOf, type RefundOutcome } from '#features/payments/gateways/server/payment-gateway.ts';
import {
  postRefund,
  releaseDeposit,
  reverseRefund,
  setRefundDue,
} from '#features/payments/ledger/server/ledger-store.ts';
import { answerOf } from '#features/payments/order-acts/server/ask-order.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Payment } from '../../model/payment.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import {
  findPayment,
  lockPayment,
  lockPaymentsOfOrder,
  recordPaymentEvent,
  type StoredPayment,
  transitionPayment,
} from '../payment-store.ts';
import { isFullyRefundedAtProvider } from './provider-refund-store.ts';
import {
  type AskedBy,
  findRefund,
  insertRefund,
  isOrderLive,
  isPending,
  needsSecondPerson,
  outstandingCents,
  pendingCents,
  type Refund,
  recordRefundAsked,
  recordRefunded,
  recordRefundFailed,
  refundsOfPayment,
  scheduleRefund,
  sentCents,
  takenCents,
} from './refund-store.ts';

/**
 * Returns the cents of a payment that neither went back, nor are on their way back, nor were lost in a dispute. These together may exceed the
 * payment, if a dispute over all of it was lost after a part was refunded.
 */
export async function refundableCents(db: Queryable, { id, amountCents }: Payment): Promise<number> {
  return Math.max(0, amountCents - (await takenCents(db, id)));
}

const refundTooLarge = () =>
  new AppError('conflict', 'the refund exceeds what is left', { messageKey: 'refund.tooMuch' });

type RefundRequest = {
  amountCents: number;
  reason: string;
  askedBy: AskedBy;
  /** Who asks for an administrator's refund. */
  adminId?: number;
  approvedBy?: number;
};

/**
 * Creates a refund, which the worker sends to the gateway, and returns its id. A payment may have several. Throws if it exceeds the refundable
 * amount. The caller locks the payment.
 */
export async function requestRefund(db: Queryable, payment: StoredPayment, request: RefundRequest): Promise<number> {
  const { id, state, amountCents: capturedCents } = payment;
  if (state !== 'captured' && state !== 'refunded')
    throw new AppError('conflict', `a ${state} payment`, { messageKey: 'refund.none' });
  const leftCents = await refundableCents(db, payment);
  if (leftCents === 0) throw new AppError('conflict', 'already refunded', { messageKey: 'refund.twice' });
  if (request.amountCents > leftCents) throw refundTooLarge();
  if (
    request.adminId !== undefined &&
    request.approvedBy === undefined &&
    (await needsSecondPerson(db, { paymentId: id, adminId: request.adminId, cents: request.amountCents }))
  ) {
    throw new AppError('conflict', 'a second person is needed', { messageKey: 'refund.secondPerson' });
  }
  const refundId = await insertRefund(db, { paymentId: id, capturedCents, ...request });
  await recordPaymentEvent(db, id, 'refund asked', { refund: refundId, ...request });
  return refundId;
}

/**
 * Requests refunds of `refundCents` in all from the payments, in their order. Throws if they do not suffice. The caller holds the locks, and
 * updates the amount due afterwards.
 */
export async function requestRefunds(
  db: Queryable,
  payments: StoredPayment[],
  { refundCents, ...request }: Omit<RefundRequest, 'amountCents'> & { refundCents: number },
): Promise<void> {
  let left = refundCents;
  for (const payment of payments) {
    const amountCents = Math.min(left, await refundableCents(db, payment));
    if (amountCents > 0) await requestRefund(db, payment, { amountCents, ...request });
    left -= amountCents;
  }
  if (left > 0) throw refundTooLarge();
}

/** `leftCents`: refundable. `owedCents`: the part of it that failed refunds still owe. */
type RefundablePayment = { payment: StoredPayment; leftCents: number; owedCents: number };

/** Locks and returns the captured payments of an order that are not fully refunded. */
export async function refundablePayments(db: Queryable, orderId: number): Promise<RefundablePayment[]> {
  const refundable: RefundablePayment[] = [];
  for (const payment of await lockPaymentsOfOrder(db, orderId)) {
    const leftCents = await refundableCents(db, payment);
    const { owedCents } = await refundsOfPayment(db, payment.id);
    if (leftCents > 0) refundable.push({ payment, leftCents, owedCents });
  }
  return refundable;
}

/** Keeps `refunds_due` equal to the refunds of a payment that are not sent yet. The caller holds the lock of the payment. */
export async function updateRefundDue(db: Queryable, paymentId: number): Promise<void> {
  await setRefundDue(db, paymentId, pendingCents(await refundsOfPayment(db, paymentId)));
}

/** Sends all refunds of a payment that wait. Throws `GatewayTimeout` if one must be retried. */
export async function settleRefundsOf(deps: PaymentDeps, paymentId: number): Promise<void> {
  for (const refund of (await refundsOfPayment(deps.pool, paymentId)).refunds)
    if (isPending(refund)) await settleRefund(deps, refund.id);
}

/** Asks the gateway for a refund and records the outcome. Throws `GatewayTimeout` if it must be retried. */
export async function settleRefund(deps: PaymentDeps, id: number): Promise<void> {
  const refund = await findRefund(deps.pool, id);
  const payment = refund && (await findPayment(deps.pool, refund.paymentId));
  if (!payment || !isPending(refund)) return;
  if (!(await mayAsk(deps, payment, id))) return;
  const { amountCents: refundCents, attempt } = refund;
  const outcome = await deps.gateway.refund({ ...chargeKeyOf(payment), refundCents, attempt });
  await withTransaction(deps.pool, async (db) => {
    await lockPayment(db, payment.id);
    await recordRefundOutcome(deps, db, refund, outcome);
  });
}

/**
 * Marks a refund as sent before the call of the provider, under the lock of its order. Returns false while a sanctions hit or a claim holds
 * the order or its car has not been returned; the refund is sent later. A claim opened afterwards finds the refund on its way.
 */
function mayAsk(
  { pool, clock }: PaymentDeps,
  { id, orderId, method }: StoredPayment,
  refundId: number,
): Promise<boolean> {
  return withTransaction(pool, async (db) => {
    await lockPayment(db, id);
    const waits = orderId !== null && (await answerOf(db, orderId, 'send_refund', clock.now())).answer.may !== 'yes';
    if (waits) return false;
    // Finance sends refunds by transfer.
    return method === 'bank_transfer' || recordRefundAsked(db, refundId);
  });
}

/** Returns whether we sent a refund, or the provider refunded the whole payment. */
async function isRefunded(db: Queryable, payment: Pick<Payment, 'id' | 'amountCents'>): Promise<boolean> {
  return sentCents(await refundsOfPayment(db, payment.id)) > 0 || isFullyRefundedAtProvider(db, payment);
}

/**
 * Shows a refunded payment as captured again after its only refund has failed. Returns whether it did. The caller holds the lock of the
 * payment.
 */
export async function reopenPayment(db: Queryable, payment: Pick<Payment, 'id' | 'amountCents'>): Promise<boolean> {
  if (await isRefunded(db, payment)) return false;
  return transitionPayment(db, payment.id, 'refunded', { to: 'captured', retryAfterSeconds: null });
}

/**
 * Records the outcome of one of our refunds, once. The caller holds the lock of the payment. A failure is not reported
 * if its amount was refunded at the provider meanwhile.
 */
export async function recordRefundOutcome(
  { hooks }: PaymentDeps,
  db: Queryable,
  { id, paymentId, amountCents, attempt }: Refund,
  { state, failure }: RefundOutcome,
): Promise<void> {
  if (state === 'pending') return scheduleRefund(db, id);
  if (state === 'failed') {
    const why = failure ?? 'unknown';
    const wasDone = (await findRefund(db, id))?.done;
    if (!(await recordRefundFailed(db, id, why))) return;
    await reverseRefund(db, paymentId, String(attempt));
    await recordPaymentEvent(db, paymentId, 'refund failed', { refund: id, amountCents, failure: why });
    if (wasDone) await hooks.onReturned(db, paymentId, -amountCents);
    const { owedCents } = await refundsOfPayment(db, paymentId);
    await updateRefundDue(db, paymentId);
    // The deposit of an order that goes on pays for its cars.
    if (!(await isOrderLive(db, paymentId))) await releaseDeposit(db, paymentId, await outstandingCents(db, paymentId));
    const payment = await findPayment(db, paymentId);
    if (payment && owedCents > 0) await reopenPayment(db, payment);
    if (owedCents > 0) await hooks.onRefundFailed(db, paymentId);
    return;
  }
  if (!(await recordRefunded(db, id))) return;
  await transitionPayment(db, paymentId, 'captured', { to: 'refunded', retryAfterSeconds: null });
  await postRefund(db, paymentId, String(attempt), amountCents);
  await recordPaymentEvent(db, paymentId, 'refunded', { refund: id, amountCents });
  await hooks.onReturned(db, paymentId, amountCents);
  await hooks.onRefunded(db, paymentId, amountCents);
}
