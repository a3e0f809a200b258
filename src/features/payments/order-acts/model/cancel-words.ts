import type { CancelTerms } from '#features/payments/order-terms/model/order-terms-contract.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { keptOf, NEVER_BPS, unpaidBps } from './cancellation.ts';

/**
 * Says until when the buyer of cars for sale may cancel, what that costs and what comes afterwards. Every place that says it uses this
 * sentence: the checkout, the order, its emails.
 */
export function cancelSentence(t: Translator, terms: CancelTerms, priceCents: number): string {
  const { free_days: days, until, kept_bps: kept } = terms;
  const late =
    kept >= NEVER_BPS
      ? t(`acts.cancel.free.${until}`, { days })
      : t(`acts.cancel.kept.${until}`, { days, kept: t.cents(keptOf(priceCents, kept)) });
  return [late, t('acts.cancel.afterwards'), ...unpaidWords(t, terms, priceCents)].join(' ');
}

/** Says what is kept if the balance is not paid. Nothing is said if that is nothing. */
function unpaidWords(
  t: Translator,
  { free_days: days, kept_bps: keptCancelBps, kept_unpaid_bps: keptUnpaidBps }: CancelTerms,
  priceCents: number,
): string[] {
  const { early, late } = unpaidBps({ keptCancelBps, keptUnpaidBps });
  if (late === 0) return [];
  const kept = t.cents(keptOf(priceCents, late));
  if (early === late) return [t('acts.cancel.unpaid', { kept })];
  if (early === 0)
    return [t(late >= NEVER_BPS ? 'acts.cancel.unpaid.late' : 'acts.cancel.unpaid.free', { days, kept })];
  return [t('acts.cancel.unpaid.more', { days, early: t.cents(keptOf(priceCents, early)), kept })];
}
