import type { Translator } from '#lib/i18n/translator.ts';
import type { LandedItem } from './landed-item.ts';

type Landed = Pick<LandedItem, 'landed' | 'shown_as' | 'missing'>;

/** What a car costs at the destination in one line, or why no sum is known. */
export function landedText({ landed, shown_as, missing }: Landed, t: Translator): string {
  if (!landed || shown_as === 'none') return t('shipTo.noEstimate', { missing: missing[0] ?? '' });
  const range = { low: t.dollars(landed.low, 'whole'), high: t.dollars(landed.high, 'whole') };
  if (shown_as === 'range') return t('shipTo.landed.range', range);
  return t('shipTo.landed', { ...range, likely: t.dollars(landed.likely, 'whole') });
}

type Rated = Pick<LandedItem, 'local_currency' | 'rate_date'>;

/** A landed cost in the currency of the destination, with the date of its rate. */
export function localRangeText(
  { low, likely, high }: { low: number; likely: number; high: number },
  shownAs: LandedItem['shown_as'],
  { local_currency: currency, rate_date: rated }: Rated,
  t: Translator,
): string {
  const isRange = shownAs === 'range' && low !== high;
  const amount = isRange ? `${t.money(low, currency)}–${t.money(high, currency)}` : t.money(likely, currency);
  return t('shipTo.local', { amount, date: rated ? t.date(rated, 'dayOfMonth') : '' });
}

/** An amount in the currency of the destination, with the date of its rate. Null without a rate. */
export function localText(amount: number | undefined, rated: Rated, t: Translator): string | null {
  if (amount === undefined || rated.rate_date === null) return null;
  return t('shipTo.local', {
    amount: t.money(amount, rated.local_currency),
    date: t.date(rated.rate_date, 'dayOfMonth'),
  });
}
