import type { Listing } from '#features/catalog/listings/model/listing.ts';
import { priceBreakdown } from '#features/catalog/listings/model/listing-pricing.ts';
import { dayAfter, dayOf } from './calendar-day.ts';
import type { Quote, RentalPeriod } from './payment.ts';

const DAY_MS = 86_400_000;

export const MAX_RENTAL_DAYS = 90;
export const MAX_RENTAL_DAYS_AHEAD = 365;

type PricedCar = Pick<Listing, 'id' | 'offer' | 'priceCents' | 'taxRate' | 'registrationFeeCents'>;

/** Computes total and deposit of a car. A Rent car's price is per day. */
export function quoteOf(car: PricedCar, period: RentalPeriod | null): Quote {
  const days = period ? daysOf(period).length : 1;
  const { bookingCents, ...amounts } = priceBreakdown(car.priceCents * days, car.taxRate, car.registrationFeeCents);
  return { listingId: car.id, offer: car.offer, ...amounts, bookingCents, period };
}

/** Adds up the quotes of several cars for sale. The first car represents all of them. */
export function sumOfQuotes(quotes: readonly [Quote, ...Quote[]]): Quote {
  const sum = (key: 'priceCents' | 'taxCents' | 'feeCents' | 'totalCents' | 'bookingCents') =>
    quotes.reduce((cents, quote) => cents + quote[key], 0);
  return {
    ...quotes[0],
    priceCents: sum('priceCents'),
    taxCents: sum('taxCents'),
    feeCents: sum('feeCents'),
    totalCents: sum('totalCents'),
    bookingCents: sum('bookingCents'),
  };
}

/** Lists the days of a period; `endDay` is not included. */
export function daysOf({ startDay, endDay }: RentalPeriod): string[] {
  const count = Math.max(0, Math.round((Date.parse(endDay) - Date.parse(startDay)) / DAY_MS));
  return Array.from({ length: count }, (_, index) => dayAfter(startDay, index));
}

type RentalProblem = 'payment.dates.invalid' | 'payment.dates.past' | 'payment.dates.long';

/** Returns why a period cannot be rented, regardless of other rentals; null if it can. */
export function rentalProblem({ startDay, endDay }: RentalPeriod, now: Date): RentalProblem | null {
  const today = dayOf(now);
  if (!(startDay < endDay)) return 'payment.dates.invalid';
  if (startDay < today) return 'payment.dates.past';
  const long = dayAfter(startDay, MAX_RENTAL_DAYS) < endDay || startDay > dayAfter(today, MAX_RENTAL_DAYS_AHEAD);
  return long ? 'payment.dates.long' : null;
}
