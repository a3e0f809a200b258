import { chargeKeyOf, type RefundOutcome } from '#features/gateways/server/api.ts';
import { postRefund, releaseDeposit, reverseRefund, setRefundDue } from '#features/ledger/server/api.ts';
import { isOrderHeld } from '#features/watch-lists/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Payment } from '../../model/payment.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import {
  findPayment,
  lockPayment,
  recordPaymentEvent,
  type StoredPayment,
  transitionPayment,
} from '../payment-store.ts';
import { refundedAtProvider } from './provider-refund-store.ts';
import {
  type AskedBy,
  findRefund,
  insertRefund,
  needsSecondPerson,
  outstandingCents,
  type Refund,
  recordRefunded,
  recordRefundFailed,
  scheduleRefund,
} from './refund-store.ts';

/** Returns the cents of a payment that were not refunded at the provider. */
export async function refundableCents(db: Queryable, { id, amountCents }: Payment): Promise<number> {
  return amountCents - (await refundedAtProvider(db, id));
}

export const refundTooLarge = () =>
  new AppError('conflict', 'the refund exceeds what is left', { messageKey: 'refund.tooMuch' });

type RefundRequest = { amountCents: number; reason: string; askedBy: AskedBy; approvedBy?: number };

/**
 * Creates a refund, which the worker sends to the gateway. Throws if there is one already or it exceeds what is left.
 * The caller holds the lock of the payment.
 */
export async function requestRefund(db: Queryable, payment: StoredPayment, request: RefundRequest): Promise<void> {
  const { id, state, amountCents: capturedCents } = payment;
  if (state === 'refunded') throw new AppError('conflict', 'already refunded', { messageKey: 'refund.twice' });
  if (state !== 'captured') throw new AppError('conflict', `a ${state} payment`, { messageKey: 'refund.none' });
  if (request.amountCents > (await refundableCents(db, payment))) {
    throw refundTooLarge();
  }
  if (
    request.askedBy === 'admin' &&
    request.approvedBy === undefined &&
    (await needsSecondPerson(db, id, request.amountCents))
  ) {
    throw new AppError('conflict', 'a second person is needed', { messageKey: 'refund.secondPerson' });
  }
  if (!(await insertRefund(db, { paymentId: id, capturedCents, ...request }))) {
    throw new AppError('conflict', 'a refund exists already', { messageKey: 'refund.twice' });
  }
  await recordPaymentEvent(db, id, 'refund asked', { ...request });
}

/**
 * Requests refunds of an order's payments, the first of them first, until `refundCents` are asked for. Throws if they are not enough.
 * The caller holds the locks, and then updates what is due.
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

/** Keeps in the books what our refund of a payment still has to send. The caller holds the lock of the payment. */
export async function updateRefundDue(db: Queryable, paymentId: number): Promise<void> {
  const refund = await findRefund(db, paymentId);
  const isPending = refund !== null && !refund.done && refund.failure === null;
  await setRefundDue(db, paymentId, isPending ? refund.amountCents : 0);
}

/** Asks the gateway to refund and records the outcome. Throws `GatewayTimeout` if it must be retried. */
export async function settleRefund(deps: PaymentDeps, paymentId: number): Promise<void> {
  const [payment, refund] = [await findPayment(deps.pool, paymentId), await findRefund(deps.pool, paymentId)];
  if (!payment || !refund || refund.done || refund.failure !== null) return;
  // A refund that a hit holds stays requested and is sent once the hold is cleared.
  if (payment.orderId !== null && (await isOrderHeld(deps.pool, payment.orderId))) return;
  const { amountCents: refundCents, attempt } = refund;
  const outcome = await deps.gateway.refund({ ...chargeKeyOf(payment), refundCents, attempt });
  await withTransaction(deps.pool, async (db) => {
    await lockPayment(db, paymentId);
    await recordRefundOutcome(deps, db, refund, outcome);
  });
}

/**
 * Records the outcome of one of our refunds, once. The caller holds the lock of the payment. A failure is not reported
 * if its amount was refunded at the provider meanwhile.
 */
export async function recordRefundOutcome(
  { hooks }: PaymentDeps,
  db: Queryable,
  refund: Refund,
  { state, failure }: RefundOutcome,
): Promise<void> {
  const { paymentId, amountCents, attempt } = refund;
  if (state === 'pending') return scheduleRefund(db, paymentId);
  if (state === 'failed') {
    const why = failure ?? 'unknown';
    const wasDone = (await findRefund(db, paymentId))?.done;
    if (!(await recordRefundFailed(db, refund, why))) return;
    await reverseRefund(db, paymentId, String(attempt));
    await recordPaymentEvent(db, paymentId, 'refund failed', { amountCents, failure: why });
    if (wasDone) await hooks.onReturned(db, paymentId, -amountCents);
    const owedCents = (await findRefund(db, paymentId))?.owedCents ?? 0;
    await updateRefundDue(db, paymentId);
    await releaseDeposit(db, paymentId, await outstandingCents(db, paymentId));
    if (owedCents === 0) return;
    if (wasDone) await transitionPayment(db, paymentId, 'refunded', { to: 'captured', retryAfterSeconds: null });
    return hooks.onRefundFailed(db, paymentId);
  }
  if (!(await recordRefunded(db, refund))) return;
  await transitionPayment(db, paymentId, 'captured', { to: 'refunded', retryAfterSeconds: null });
  await postRefund(db, paymentId, String(attempt), amountCents);
  await recordPaymentEvent(db, paymentId, 'refunded', { amountCents });
  await hooks.onReturned(db, paymentId, amountCents);
  await hooks.onRefunded(db, paymentId);
}
