import { BOOKING_SHARE } from '#features/catalog/listings/model/listing-pricing.ts';
import { type CheckoutListing, lockForCheckout, setCheckoutStatus } from '#features/catalog/server/api.ts';
import { setPeriod } from '#features/payments/payments/admin/server/admin-payment-store.ts';
import { dayAfter, dayOf } from '#features/payments/payments/model/calendar-day.ts';
import { MAX_HOLDS, type Payment, type Quote, type RentalPeriod } from '#features/payments/payments/model/payment.ts';
import { daysOf, quoteOf, rentalProblem } from '#features/payments/payments/model/quote.ts';
import { owesRentalFee } from '#features/payments/rental-offers/server/rental-store.ts';
import { accountStatusOf } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { claimCar, claimDays, isBookedOn, releaseClaims } from './claim-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { countHoldsLocked, recordPaymentEvent } from './payment-store.ts';

/** A deposit that ends in half a cent may be rounded either way. */
const MAX_ROUNDING_CENTS = 0.5;

const conflict = (messageKey: MessageKey, why: string) => new AppError('conflict', why, { messageKey });

/**
 * Locks the car until the transaction ends and returns it with its current price. A rental without a period is for today. A renter who paid the
 * registration fee before pays it again only if the amount has it, as clients compute it that know only the car. Throws if this user cannot buy
 * the car.
 */
export async function quoteForUpdate(
  { clock }: Pick<PaymentDeps, 'clock'>,
  db: Queryable,
  userId: number,
  listingId: number,
  period: RentalPeriod | null,
  amountCents: number | null = null,
): Promise<{ car: CheckoutListing; quote: Quote }> {
  const car = await lockForCheckout(db, listingId);
  if (!car || isHidden(car))
    throw new AppError('not_found', `no car ${listingId} to buy`, { messageKey: 'cars.notFound' });
  if (car.userId === userId) throw conflict('payment.own', 'own car');
  if (car.offer === 'Sell') {
    if (car.status !== 'active') throw conflict('payment.sold', `a ${car.status} car`);
    return { car, quote: quoteOf(car, null) };
  }
  if (car.status !== 'active' && car.status !== 'rented') throw conflict('payment.notForSale', `a ${car.status} car`);
  const days = period ?? todayOnly(clock.now());
  const why = rentalProblem(days, clock.now());
  if (why) throw datesError(why);
  const withFee = quoteOf(car, days);
  const agreesToFee = amountCents !== null && isDepositOf(withFee, amountCents, BOOKING_SHARE);
  const isWithFee = agreesToFee || (await owesRentalFee(db, userId, clock.now()));
  return { car, quote: isWithFee ? withFee : quoteOf({ ...car, registrationFeeCents: 0 }, days) };
}

function todayOnly(now: Date): RentalPeriod {
  const today = dayOf(now);
  return { startDay: today, endDay: dayAfter(today) };
}

const isHidden = ({ status }: CheckoutListing) => !['active', 'sold', 'rented'].includes(status);

function datesError(messageKey: MessageKey): AppError {
  return new AppError('malformed', 'dates that cannot be rented', { messageKey });
}

const isDepositOf = ({ totalCents }: Quote, amountCents: number, share: number) =>
  Math.abs(totalCents * share - amountCents) <= MAX_ROUNDING_CENTS;

/** Throws if the buyer saw another amount than the current deposit. It is never corrected silently. */
export function checkAmount(quote: Quote, amountCents: number, share: number = BOOKING_SHARE): void {
  if (!isDepositOf(quote, amountCents, share))
    throw conflict('payment.otherAmount', 'the amount differs from the price');
}

/** Claims the car or its days. Throws if another payment has them. */
export async function takeClaim(db: Queryable, { id }: Pick<Payment, 'id'>, quote: Quote): Promise<void> {
  const { listingId, period } = quote;
  if (period === null) {
    if (!(await claimCar(db, listingId, id))) throw conflict('payment.sold', `car ${listingId} is claimed`);
  } else if (!(await claimDays(db, listingId, daysOf(period), id))) {
    throw conflict('payment.dates.taken', `days of car ${listingId} are taken`);
  }
}

/** Throws if the user holds too many cars, is not confirmed yet, or closed the account. Locks the user. */
export async function checkBuyer(deps: PaymentDeps, db: Queryable, userId: number): Promise<void> {
  if (!deps.unconfirmedMayTrade && (await accountStatusOf(db, userId)) === 'Pending') {
    throw new AppError('forbidden', 'email address not confirmed', { messageKey: 'payment.unconfirmed' });
  }
  const holds = await countHoldsLocked(db, userId);
  if (holds === null) throw new AppError('not_signed_in', 'the account is closed');
  if (holds >= MAX_HOLDS) {
    throw new AppError('too_many', 'too many holds', { messageKey: 'payment.tooManyHolds', retryAfter: 60 });
  }
}

type DatesChange = { paymentId: number; listingId: number; from: RentalPeriod; to: RentalPeriod };

/**
 * Changes the days of a paid rental. Returns false if another payment has one of them; the transaction is then aborted.
 */
export async function changeRentalDates(
  db: Queryable,
  { paymentId, listingId, from, to }: DatesChange,
): Promise<boolean> {
  await releaseClaims(db, paymentId);
  if (!(await claimDays(db, listingId, daysOf(to), paymentId))) return false;
  await setPeriod(db, paymentId, to);
  await recordPaymentEvent(db, paymentId, 'dates moved', { from, to });
  return true;
}

/** Sets a Rent car to `rented` if it is booked today, else to `active`. Other statuses, such as paused, stay. */
export async function updateRentedStatus(db: Queryable, { id, status }: CheckoutListing, now: Date): Promise<void> {
  if (status !== 'active' && status !== 'rented') return;
  const next = (await isBookedOn(db, id, dayOf(now))) ? 'rented' : 'active';
  if (next !== status) await setCheckoutStatus(db, id, next);
}
