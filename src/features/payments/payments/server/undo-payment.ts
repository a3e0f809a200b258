import { releaseDeposit } from '#features/payments/ledger/server/ledger-store.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { releaseClaims } from './claim-store.ts';
import { lockPayment, lockPaymentsOfOrder, recordPaymentEvent, type StoredPayment } from './payment-store.ts';
import { requestRefunds, updateRefundDue } from './refunds/refund-payment.ts';
import { type AskedBy, outstandingCents, replaceFailedRefunds } from './refunds/refund-store.ts';

type UndoRequest = {
  refundCents: number;
  reason: string;
  askedBy: AskedBy;
  /** Who asks for an administrator's refund. */
  adminId?: number;
  /** The second person, for an administrator's refund above the limit. */
  approvedBy?: number;
  releasesCar: boolean;
};

/**
 * Requests a refund of a payment and, if it is not enough, of the other payments of its order, the newest first. Keeps the
 * rest of the deposit and, with `releasesCar`, releases the claims. The caller holds the lock of the car.
 */
export async function undoPayment(db: Queryable, paymentId: number, request: UndoRequest): Promise<void> {
  const payment = await lockPayment(db, paymentId);
  if (!payment) throw new Error(`payment ${paymentId} is missing`);
  const { refundCents, reason, askedBy, adminId, approvedBy } = request;
  const payments = await paymentsToRefund(db, payment);
  const by = { askedBy, ...(adminId !== undefined && { adminId }), ...(approvedBy !== undefined && { approvedBy }) };
  // The end of a booking decides about all that is held, also about what failed refunds still owe.
  if (request.releasesCar) await replaceFailedRefunds(db, paymentId);
  await requestRefunds(db, payments, { refundCents, reason, ...by });
  await releaseDeposit(db, paymentId, await outstandingCents(db, paymentId));
  for (const { id } of payments) await updateRefundDue(db, id);
  if (!request.releasesCar) return;
  await releaseClaims(db, paymentId);
  await recordPaymentEvent(db, paymentId, 'booking cancelled', { refundCents, askedBy });
}

async function paymentsToRefund(db: Queryable, payment: StoredPayment): Promise<StoredPayment[]> {
  if (payment.orderId === null) return [payment];
  const others = (await lockPaymentsOfOrder(db, payment.orderId)).filter(({ id }) => id !== payment.id);
  return [payment, ...others.reverse()];
}

/** Moves the whole deposit of a captured payment to earnings, once its booking is completed. */
export async function releaseWholeDeposit(db: Queryable, paymentId: number): Promise<void> {
  const payment = await lockPayment(db, paymentId);
  if (payment?.state === 'captured') await releaseDeposit(db, paymentId, 0, true);
}
