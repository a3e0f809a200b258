import { chargeKeyOf } from '#features/gateways/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { dayAfter, dayOf } from '../model/calendar-day.ts';
import type { BookedDaysResponse } from '../model/payment-contract.ts';
import { MAX_RENTAL_DAYS, MAX_RENTAL_DAYS_AHEAD } from '../model/quote.ts';
import { recordAuthorization } from './authorize-payment.ts';
import { bookedDaysFrom } from './claim-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findByTransaction, paymentEvents, type StoredPayment } from './payment-store.ts';
import type { PaymentStatus } from './start-payment.ts';

/** Throws `not_found` for unknown payments and other users' payments alike, so ids cannot be probed. */
async function paymentOfUser(db: Queryable, userId: number, transactionId: string): Promise<StoredPayment> {
  const payment = await findByTransaction(db, userId, transactionId);
  if (!payment) throw new AppError('not_found', `no payment ${transactionId} of user ${userId}`);
  return payment;
}

/**
 * Returns the state of the user's payment. If it waits for the bank, polls the gateway first, so that a reloaded page
 * can repeat the bank's question or learn that it was answered.
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

export function eventsOfPayment(db: Queryable, paymentId: number) {
  return paymentEvents(db, paymentId);
}

/** Returns the booked days of a Rent car and how far ahead it can be booked. */
export async function bookedDays({ pool, clock }: PaymentDeps, listingId: number): Promise<BookedDaysResponse> {
  const today = dayOf(clock.now());
  const days = await bookedDaysFrom(pool, listingId, today);
  return { today, days, longestDays: MAX_RENTAL_DAYS, lastStart: dayAfter(today, MAX_RENTAL_DAYS_AHEAD) };
}
