import type { Translator } from '#lib/i18n/translator.ts';
import type { LandedItem } from '../client/landed-items.ts';

/** What a car costs at the destination in one line, or why no sum is known. */
export function landedText({ landed, shown_as, missing }: LandedItem, t: Translator): string {
  if (!landed || shown_as === 'none') return t('shipTo.noEstimate', { missing: missing[0] ?? '' });
  const range = { low: t.dollars(landed.low, 'whole'), high: t.dollars(landed.high, 'whole') };
  if (shown_as === 'range') return t('shipTo.landed.range', range);
  return t('shipTo.landed', { ...range, likely: t.dollars(landed.likely, 'whole') });
}
