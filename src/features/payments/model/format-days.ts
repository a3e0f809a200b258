import type { Translator } from '#lib/i18n/messages.ts';
import { daysOf } from './quote.ts';
import { type ChosenDays, rentalPeriod } from './rental-days.ts';

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats the UTC day of a date or timestamp: Nov 21, 2026. */
export function dayText(day: string): string {
  return format.format(new Date(day));
}

/** Formats a day range: 3 days, Nov 21, 2026 to Nov 23, 2026. */
export function daysText(t: Translator, { first, last }: ChosenDays): string {
  const days = daysOf(rentalPeriod({ first, last })).length;
  return t(days === 1 ? 'checkout.days.one' : 'checkout.days.count', {
    days,
    first: dayText(first),
    last: dayText(last),
  });
}
