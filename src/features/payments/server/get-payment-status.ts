import { chargeKeyOf } from '#features/gateways/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Payment } from '../model/payment.ts';
import type { BookedDaysResponse } from '../model/payment-contract.ts';
import { dayAfter, dayOf, MAX_RENTAL_DAYS, MAX_RENTAL_DAYS_AHEAD } from '../model/quote.ts';
import { recordAuthorization } from './authorize-payment.ts';
import { takenDays } from './claim-store.ts';
import type { PaymentStatus } from './pay.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findByTransaction, paymentEvents } from './payment-store.ts';

/** A user's own payment; one of somebody else and none at all are refused alike. */
async function paymentOfUser(db: Queryable, userId: number, transactionId: string): Promise<Payment> {
  const payment = await findByTransaction(db, userId, transactionId);
  if (!payment) throw new AppError('not_found', `no payment ${transactionId} of user ${userId}`);
  return payment;
}

/**
 * How a user's own payment stands. One that waits for the buyer's bank is asked about, so that a page that was reloaded
 * can go on with
 * the bank's question, or hears that it has been answered.
 */
export async function getStatus(deps: PaymentDeps, userId: number, transactionId: string): Promise<PaymentStatus> {
  const { pool, gateway } = deps;
  const payment = await paymentOfUser(pool, userId, transactionId);
  if (payment.state !== 'created' || payment.outcome !== 'needs_action' || gateway.isCircuitOpen()) return { payment };
  const charge = await gateway.poll(chargeKeyOf(payment)).catch(() => null);
  if (charge === null || charge.state === 'none') return { payment };
  const { state, clientSecret } = charge;
  if (state === 'needs_action') return clientSecret === undefined ? { payment } : { payment, clientSecret };
  await recordAuthorization(deps, payment.id, charge);
  return { payment: await paymentOfUser(pool, userId, transactionId) };
}

/** What happened to a payment, oldest first. */
export function eventsOfPayment(db: Queryable, paymentId: number) {
  return paymentEvents(db, paymentId);
}

/** Which days of a Rent car are taken, and how far ahead it can be booked. */
export async function bookedDays({ pool, clock }: PaymentDeps, listingId: number): Promise<BookedDaysResponse> {
  const today = dayOf(clock.now());
  const days = await takenDays(pool, listingId, today);
  return { today, days, longestDays: MAX_RENTAL_DAYS, lastStart: dayAfter(today, MAX_RENTAL_DAYS_AHEAD) };
}
