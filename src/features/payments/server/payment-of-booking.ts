import { releaseDeposit } from '#features/ledger/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Payment } from '../model/payment.ts';
import { releaseClaims } from './claim-store.ts';
import { findByTransaction, findPayment, lockPayment, recordPaymentEvent } from './payment-store.ts';
import { askRefund } from './refund-payment.ts';
import { type AskedBy, findRefund, findRefunds, type Refund } from './refund-store.ts';

export type { Refund };

/** A user's payment by the id that the user's browser gave it. */
export function paymentOfTransaction(db: Queryable, userId: number, transactionId: string): Promise<Payment | null> {
  return findByTransaction(db, userId, transactionId);
}

export function paymentOfBooking(db: Queryable, paymentId: number): Promise<Payment | null> {
  return findPayment(db, paymentId);
}

/** Keeps a payment from changing until the transaction ends. Locked after its car and before its booking, by everybody. */
export async function lockPaymentOfBooking(db: Queryable, paymentId: number): Promise<void> {
  await lockPayment(db, paymentId);
}

export function refundOfBooking(db: Queryable, paymentId: number): Promise<Refund | null> {
  return findRefund(db, paymentId);
}

/** Our refunds by their payments. */
export async function refundsOfBookings(db: Queryable, paymentIds: number[]): Promise<Map<number, Refund>> {
  return new Map((await findRefunds(db, paymentIds)).map((refund) => [refund.paymentId, refund]));
}

type Undone = { refundCents: number; reason: string; askedBy: AskedBy; carIsFree: boolean };

/**
 * Undoes what was paid, in the transaction that locked its car: lets go of the car and asks for the money to go back. What does not
 * go back is ours.
 */
export async function undoPayment(db: Queryable, paymentId: number, undone: Undone): Promise<void> {
  const payment = await lockPayment(db, paymentId);
  if (!payment) throw new Error(`payment ${paymentId} has vanished`);
  const { refundCents: amountCents, reason, askedBy } = undone;
  if (amountCents > 0) await askRefund(db, payment, { amountCents, reason, askedBy });
  await releaseDeposit(db, paymentId, amountCents);
  if (!undone.carIsFree) return;
  await releaseClaims(db, paymentId);
  await recordPaymentEvent(db, paymentId, 'booking cancelled', { refundCents: amountCents, askedBy });
}

/** What was a deposit is ours for good once its booking is completed. */
export async function earnPayment(db: Queryable, paymentId: number): Promise<void> {
  const payment = await lockPayment(db, paymentId);
  if (payment?.state === 'captured') await releaseDeposit(db, paymentId, 0);
}
