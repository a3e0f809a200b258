import { releaseDeposit } from '#features/ledger/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { releaseClaims } from './claim-store.ts';
import { lockPayment, recordPaymentEvent } from './payment-store.ts';
import { requestRefund } from './refunds/refund-payment.ts';
import type { AskedBy } from './refunds/refund-store.ts';

type UndoRequest = { refundCents: number; reason: string; askedBy: AskedBy; releasesCar: boolean };

/**
 * Requests a refund of a payment, moves the rest of its deposit to earnings and, with `releasesCar`, releases its
 * claims.
 * The caller holds the lock of the car.
 */
export async function undoPayment(db: Queryable, paymentId: number, request: UndoRequest): Promise<void> {
  const payment = await lockPayment(db, paymentId);
  if (!payment) throw new Error(`payment ${paymentId} is missing`);
  const { refundCents: amountCents, reason, askedBy } = request;
  if (amountCents > 0) await requestRefund(db, payment, { amountCents, reason, askedBy });
  await releaseDeposit(db, paymentId, amountCents);
  if (!request.releasesCar) return;
  await releaseClaims(db, paymentId);
  await recordPaymentEvent(db, paymentId, 'booking cancelled', { refundCents: amountCents, askedBy });
}

/** Moves the whole deposit of a captured payment to earnings, once its booking is completed. */
export async function releaseWholeDeposit(db: Queryable, paymentId: number): Promise<void> {
  const payment = await lockPayment(db, paymentId);
  if (payment?.state === 'captured') await releaseDeposit(db, paymentId, 0);
}
