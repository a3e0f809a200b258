import type { CancelTerms } from '#features/order-terms/model/order-terms-contract.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { keptOf, NEVER_BPS, unpaidBps } from './cancellation.ts';

/**
 * Says until when the buyer of cars for sale may cancel, what that costs and what comes afterwards. Every place that says it uses this
 * sentence: the checkout, the order, its emails.
 */
export function cancelSentence(t: Translator, terms: CancelTerms, priceCents: number): string {
  const { free_days: days, until, kept_bps: kept, kept_unpaid_bps: keptUnpaidBps } = terms;
  const late =
    kept >= NEVER_BPS
      ? t(`acts.cancel.free.${until}`, { days })
      : t(`acts.cancel.kept.${until}`, { days, kept: t.cents(keptOf(priceCents, kept)) });
  const unpaid = unpaidBps({ keptCancelBps: kept, keptUnpaidBps });
  const balance =
    unpaid === null
      ? t('acts.cancel.unpaid.late', { days })
      : t('acts.cancel.unpaid', { kept: t.cents(keptOf(priceCents, unpaid)) });
  return [late, t('acts.cancel.afterwards'), ...(unpaid === 0 ? [] : [balance])].join(' ');
}
