import { chargeKeyOf, type RefundOutcome } from '#features/gateways/server/api.ts';
import { postRefund, releaseDeposit, reverseRefund } from '#features/ledger/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Payment } from '../model/payment.ts';
import type { PaymentDeps } from './payment-deps.ts';
import {
  findPayment,
  lockPayment,
  recordPaymentEvent,
  type StoredPayment,
  transitionPayment,
} from './payment-store.ts';
import { refundedAtProvider } from './provider-refund-store.ts';
import {
  type AskedBy,
  findRefund,
  insertRefund,
  type Refund,
  recordRefunded,
  recordRefundFailed,
  scheduleRefund,
} from './refund-store.ts';

/** What of a payment has not gone back at the provider. */
export async function refundableCents(db: Queryable, { id, amountCents }: Payment): Promise<number> {
  return amountCents - (await refundedAtProvider(db, id));
}

type Asked = { amountCents: number; reason: string; askedBy: AskedBy };

/** Asks for money to go back, in the transaction of what it goes back for. The payment is locked already. */
export async function requestRefund(db: Queryable, payment: StoredPayment, asked: Asked): Promise<void> {
  const { id, state, amountCents: capturedCents } = payment;
  if (state === 'refunded') throw new AppError('conflict', 'refunded before', { messageKey: 'refund.twice' });
  if (state !== 'captured') throw new AppError('conflict', `a ${state} payment`, { messageKey: 'refund.none' });
  if (asked.amountCents > (await refundableCents(db, payment))) {
    throw new AppError('conflict', 'too much', { messageKey: 'refund.tooMuch' });
  }
  if (!(await insertRefund(db, { paymentId: id, capturedCents, ...asked }))) {
    throw new AppError('conflict', 'refund asked before', { messageKey: 'refund.twice' });
  }
  await recordPaymentEvent(db, id, 'refund asked', { ...asked });
}

/**
 * Has the gateway give the money back, and writes down what came of it. Throws `GatewayTimeout` when it must be tried
 * again.
 */
export async function settleRefund(deps: PaymentDeps, paymentId: number): Promise<void> {
  const [payment, refund] = [await findPayment(deps.pool, paymentId), await findRefund(deps.pool, paymentId)];
  if (!payment || !refund || refund.done || refund.failure !== null) return;
  const { amountCents: refundCents, attempt } = refund;
  const outcome = await deps.gateway.refund({ ...chargeKeyOf(payment), refundCents, attempt });
  await withTransaction(deps.pool, async (db) => {
    await lockPayment(db, paymentId);
    await recordRefundOutcome(deps, db, refund, outcome);
  });
}

/**
 * Writes down, once, what the gateway says of a refund of ours. The payment is locked already. One that failed after
 * somebody gave
 * as much back at the provider concerns nobody.
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
    const owedCents = (await findRefund(db, paymentId))?.owedCents ?? 0;
    await releaseDeposit(db, paymentId, owedCents);
    if (owedCents === 0) return;
    if (wasDone) await transitionPayment(db, paymentId, 'refunded', { to: 'captured', retryAfterSeconds: null });
    return hooks.refundFailed(db, paymentId);
  }
  if (!(await recordRefunded(db, refund))) return;
  await transitionPayment(db, paymentId, 'captured', { to: 'refunded', retryAfterSeconds: null });
  await postRefund(db, paymentId, String(attempt), amountCents);
  await recordPaymentEvent(db, paymentId, 'refunded', { amountCents });
  await hooks.refunded(db, paymentId);
}
