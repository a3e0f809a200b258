import { dayAfter } from '#features/payments/payments/model/calendar-day.ts';
import { daysOf, MAX_RENTAL_DAYS } from '#features/payments/payments/model/quote.ts';
import { shareOfCents } from '#lib/money.ts';

const WHOLE_BPS = 10_000;

/** What a rental costs and lasts so far. `endDay` is the day after its last day. */
export type Rented = {
  startDay: string;
  endDay: string;
  priceCents: number;
  taxCents: number;
  commissionBps: number;
};

type ExtensionPrice = { days: number; priceCents: number; taxCents: number; totalCents: number };

/** Returns what more days cost: the price of a day and the tax that the renter pays already, and no fee. Null without a day more. */
export function priceOfExtension(rented: Omit<Rented, 'commissionBps'>, endDay: string): ExtensionPrice | null {
  const { startDay, priceCents: paidCents, taxCents: paidTaxCents } = rented;
  const before = daysOf({ startDay, endDay: rented.endDay }).length;
  const days = daysOf({ startDay: rented.endDay, endDay }).length;
  if (days === 0 || before === 0) return null;
  const priceCents = Math.round(paidCents / before) * days;
  const taxCents = shareOfCents(priceCents, paidTaxCents / paidCents);
  return { days, priceCents, taxCents, totalCents: priceCents + taxCents };
}

/** Returns our part of the price of an extension. */
export function commissionOf({ commissionBps }: Pick<Rented, 'commissionBps'>, priceCents: number): number {
  return shareOfCents(priceCents, commissionBps / WHOLE_BPS);
}

/** Returns the last day that a rental can be extended to, because a rental has at most so many days. */
export function latestDay({ startDay }: Pick<Rented, 'startDay'>): string {
  return dayAfter(startDay, MAX_RENTAL_DAYS - 1);
}
