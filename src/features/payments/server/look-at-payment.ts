import { AppError } from '#platform/app-error.ts';
import type { Queryable } from '#platform/database/statement.ts';
import type { Payment } from '../payment.ts';
import type { BookedDaysAnswer } from '../payment-contract.ts';
import { dayAfter, dayOf, FURTHEST_RENTAL_DAYS, LONGEST_RENTAL_DAYS } from '../quote.ts';
import { takenDays } from './claim-store.server.ts';
import { findByTransaction, paymentEvents } from './payment-store.server.ts';
import type { PaymentTools } from './payment-tools.ts';

/** A user's own payment; one of somebody else and none at all are refused alike. */
export async function paymentOfUser(db: Queryable, userId: number, transactionId: string): Promise<Payment> {
  const payment = await findByTransaction(db, userId, transactionId);
  if (!payment) throw new AppError('not_found', `no payment ${transactionId} of user ${userId}`);
  return payment;
}

/** What happened to a payment, oldest first. */
export function eventsOfPayment(db: Queryable, paymentId: number) {
  return paymentEvents(db, paymentId);
}

/** Which days of a Rent car are taken, and how far ahead it can be booked. */
export async function bookedDays({ pool, clock }: PaymentTools, listingId: number): Promise<BookedDaysAnswer> {
  const today = dayOf(clock.now());
  const days = await takenDays(pool, listingId, today);
  return { today, days, longestDays: LONGEST_RENTAL_DAYS, lastStart: dayAfter(today, FURTHEST_RENTAL_DAYS) };
}
