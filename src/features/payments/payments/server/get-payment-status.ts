import { chargeKeyOf } from '#features/payments/gateways/server/payment-gateway.ts';
import { owesRentalFee, rentalOfferOf } from '#features/payments/rental-offers/server/rental-store.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { instantAt } from '#lib/zoned-time.ts';
import { dayAfter, dayOf } from '../model/calendar-day.ts';
import { displayPaymentStatus, isHold, type Payment } from '../model/payment.ts';
import type { BookedDaysResponse, PaymentResponse, PROGRESS } from '../model/payment-contract.ts';
import { MAX_RENTAL_DAYS, MAX_RENTAL_DAYS_AHEAD } from '../model/quote.ts';
import { bookedDaysFrom } from './claim-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findByTransaction, paymentEvents, type StoredPayment } from './payment-store.ts';
import { type PaymentStatus, recordAuthorization } from './start-payment.ts';

/** Throws `not_found` for unknown payments and other users' payments alike, so ids cannot be probed. */
async function paymentOfUser(db: Queryable, userId: number, transactionId: string): Promise<StoredPayment> {
  const payment = await findByTransaction(db, userId, transactionId);
  if (!payment) throw new AppError('not_found', `no payment ${transactionId} of user ${userId}`);
  return payment;
}

/**
 * Returns the state of the user's payment. Polls the gateway first if the payment waits for the bank, so that a reloaded page repeats the
 * bank's question or shows the outcome.
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

const DAY_MS = 86_400_000;
const FEE = statement('select registration_fee_cents as cents from listings where id = $1');

/** Returns the booked days of a Rent car, how far ahead it can be booked, its hours, and the registration fee of this user. */
export async function bookedDays(
  { pool, clock }: PaymentDeps,
  listingId: number,
  userId: number | null,
): Promise<BookedDaysResponse> {
  const rental = await rentalOfferOf(pool, listingId);
  const now = clock.now();
  const { pick_up_hour: pickUp, return_hour: back, time_zone: zone } = rental;
  const today = firstDayAfter(now, back, zone);
  const days = await bookedDaysFrom(pool, listingId, dayOf(now));
  const owes = userId === null || (await owesRentalFee(pool, userId, now));
  const fee = (await rowsOf<{ cents: number }>(pool, FEE, [listingId]))[0]?.cents ?? 0;
  return {
    today,
    days,
    cancelableFrom: firstDayAfter(now, pickUp, zone),
    freeCancelFrom: firstDayAfter(new Date(now.getTime() + DAY_MS), pickUp, zone),
    longestDays: MAX_RENTAL_DAYS,
    lastStart: dayAfter(today, MAX_RENTAL_DAYS_AHEAD),
    rental,
    fee_cents: owes ? fee : 0,
  };
}

/** Returns the first day whose `hour` in the time zone is after the moment. Starts with the moment's day in UTC. */
function firstDayAfter(moment: Date, hour: number, zone: string): string {
  let day = dayOf(moment);
  while (instantAt(`${day}T${String(hour).padStart(2, '0')}:00`, zone) <= moment.toISOString()) day = dayAfter(day);
  return day;
}

type Progress = (typeof PROGRESS)[number];

const MESSAGES: Record<Progress, MessageKey> = {
  confirming: 'checkout.payment.confirming',
  needs_action: 'checkout.payment.bank',
  authorised: 'payment.authorised',
  captured: 'payment.captured',
  refunded: 'payment.refunded',
  voided: 'payment.lapsed',
  failed: 'payment.failed',
};
const HOLD_MESSAGES: Record<Progress, MessageKey> = {
  ...MESSAGES,
  confirming: 'checkout.hold.confirming',
  needs_action: 'checkout.hold.bank',
  voided: 'payment.hold.lapsed',
  failed: 'payment.hold.failed',
};

function progressOf({ state, outcome }: Payment): Progress {
  if (state === 'created') return outcome === 'needs_action' ? 'needs_action' : 'confirming';
  return state === 'capturing' ? 'confirming' : state;
}

export async function toPaymentResponse(
  { pool, hooks }: PaymentDeps,
  { payment, clientSecret }: PaymentStatus,
  t: Translator,
): Promise<PaymentResponse> {
  const progress = progressOf(payment);
  return {
    flag: '1',
    message: t((isHold(payment) ? HOLD_MESSAGES : MESSAGES)[progress]),
    id: payment.id,
    _id: String(payment.id),
    transaction_id: payment.transactionId,
    amount: amountOf(payment.amountCents),
    payment_method: payment.method,
    payment_status: displayPaymentStatus(payment.state),
    progress,
    listing_id: payment.quote?.listingId ?? null,
    booking_id: payment.capturedAt && (await hooks.bookingOf(pool, payment.id)),
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
  };
}
