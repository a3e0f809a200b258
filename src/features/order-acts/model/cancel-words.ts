import type { CancelTerms } from '#features/order-terms/model/order-terms-contract.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { shareOfCents } from '#lib/money.ts';

/** A share by which the whole price would be kept: the buyer can no longer cancel. */
export const NEVER_BPS = 10_000;

/** What is kept of a price by a share in hundredths of a percent. */
export const keptOf = (priceCents: number, bps: number) => shareOfCents(priceCents, bps / NEVER_BPS);

/**
 * Says until when the buyer of cars for sale may cancel, what that costs and what comes afterwards. Every place that says it uses this
 * sentence: the checkout, the order, its emails.
 */
export function cancelSentence(t: Translator, terms: CancelTerms, priceCents: number): string {
  const { free_days: days, until, kept_bps: kept, kept_unpaid_bps: unpaid } = terms;
  const late =
    kept >= NEVER_BPS
      ? t(`acts.cancel.free.${until}`, { days })
      : t(`acts.cancel.kept.${until}`, { days, kept: t.cents(keptOf(priceCents, kept)) });
  const balance = unpaid > 0 ? [t('acts.cancel.unpaid', { kept: t.cents(keptOf(priceCents, unpaid)) })] : [];
  return [late, t('acts.cancel.afterwards'), ...balance].join(' ');
}
