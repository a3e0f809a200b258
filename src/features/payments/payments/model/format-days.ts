import type { Translator } from '#lib/i18n/translator.ts';
import { daysOf } from './quote.ts';
import { type ChosenDays, rentalPeriod } from './rental-days.ts';

/** Formats a day range: 3 days, Nov 21, 2026 to Nov 23, 2026. */
export function daysText(t: Translator, { first, last }: ChosenDays): string {
  const days = daysOf(rentalPeriod({ first, last })).length;
  return t('checkout.days.count', { days, first: t.date(first), last: t.date(last) });
}
