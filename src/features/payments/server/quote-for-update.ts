import { accountStatusOf } from '#features/accounts/server/api.ts';
import { type CheckoutListing, lockForCheckout } from '#features/listings/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageId } from '#lib/i18n/messages.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { MAX_HOLDS, type Payment, type Quote, type RentalPeriod } from '../model/payment.ts';
import { daysOf, quoteOf, rentalProblem } from '../model/quote.ts';
import { claimCar, claimDays } from './claim-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { countHoldsLocked } from './payment-store.ts';

const MAX_CENTS_OFF = 1;

const conflict = (messageKey: MessageId, why: string) => new AppError('conflict', why, { messageKey });

/**
 * What a car costs its buyer now, with the car kept from changing until the transaction ends. Refuses who may not buy
 * it.
 */
export async function quoteForUpdate(
  { clock }: Pick<PaymentDeps, 'clock'>,
  db: Queryable,
  userId: number,
  listingId: number,
  period: RentalPeriod | null,
): Promise<Quote> {
  const car = await lockForCheckout(db, listingId);
  if (!car || hidden(car))
    throw new AppError('not_found', `no car ${listingId} to buy`, { messageKey: 'cars.notFound' });
  if (car.userId === userId) throw conflict('payment.own', 'own car');
  if (car.offer === 'Sell') {
    if (car.status !== 'active') throw conflict('payment.sold', `a ${car.status} car`);
    return quoteOf(car, null);
  }
  if (car.status !== 'active' && car.status !== 'rented') throw conflict('payment.notForSale', `a ${car.status} car`);
  if (!period) throw datesError('payment.dates.invalid');
  const why = rentalProblem(period, clock.now());
  if (why) throw datesError(why);
  return quoteOf(car, period);
}

const hidden = ({ status }: CheckoutListing) => !['active', 'sold', 'rented'].includes(status);

function datesError(messageKey: MessageId): AppError {
  return new AppError('malformed', 'dates that cannot be rented', { messageKey });
}

/** The amount that the buyer saw must be what it costs: another one is refused, never put right silently. */
export function checkAmount({ bookingCents }: Quote, amountCents: number): void {
  if (Math.abs(bookingCents - amountCents) > MAX_CENTS_OFF) throw conflict('payment.otherAmount', 'another amount');
}

/** Takes the car or its days for a payment, or refuses before any money moves. */
export async function takeClaim(db: Queryable, { id }: Pick<Payment, 'id'>, quote: Quote): Promise<void> {
  const { listingId, period } = quote;
  if (period === null) {
    if (!(await claimCar(db, listingId, id))) throw conflict('payment.sold', `car ${listingId} is claimed`);
  } else if (!(await claimDays(db, listingId, daysOf(period), id))) {
    throw conflict('payment.dates.taken', `days of car ${listingId} are taken`);
  }
}

/** Refuses who holds too many cars already, or may not pay yet. */
export async function checkBuyer(deps: PaymentDeps, db: Queryable, userId: number): Promise<void> {
  if (!deps.unconfirmedMayTrade && (await accountStatusOf(db, userId)) === 'Pending') {
    throw new AppError('forbidden', 'address not confirmed', { messageKey: 'payment.unconfirmed' });
  }
  const holds = await countHoldsLocked(db, userId);
  if (holds === null) throw new AppError('not_signed_in', 'the account is closed');
  if (holds >= MAX_HOLDS) {
    throw new AppError('too_many', 'too many holds', { messageKey: 'payment.tooManyHolds', retryAfter: 60 });
  }
}
