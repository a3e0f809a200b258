import { useState } from 'react';
import { PROMISE_VERSION } from '#content/promise/as-described.ts';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { cancelSentence } from '#features/payments/order-acts/model/cancellation.ts';
import type { CancelTerms, OrderTermsResponse } from '#features/payments/order-terms/model/order-terms-contract.ts';
import { LegalDialog } from '#features/site/content/components/legal-texts.tsx';
import { PaysWhom } from '#features/site/operator/components/operator.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';

type CheckoutTermsProps = {
  offer: Offer;
  /** Null when the order exists, whose page shows until when a claim may be opened. */
  claims: OrderTermsResponse['claims'] | null;
  /** When the balance is due. Null for rentals, and where the page says it elsewhere. */
  balance?: Pick<OrderTermsResponse, 'balance_days' | 'grace_days'> | null;
  /** Until when a purchase may be canceled, and the price of its cars. Null for rentals. */
  cancel?: { terms: CancelTerms; priceCents: number } | null;
};

/**
 * Names the payee, the terms, the consequences of an unpaid balance, and how long the buyer may open a claim. Stands outside the checkout
 * form, because its dialog contains another form.
 */
export function CheckoutTerms({ offer, claims, balance = null, cancel = null }: CheckoutTermsProps) {
  const t = useTranslator();
  const [open, setOpen] = useState(false);
  return (
    <div className="grid gap-2 text-ink-soft text-sm noscript:hidden">
      <PaysWhom />
      <p>
        {t('checkout.terms')}{' '}
        <button type="button" onClick={() => setOpen(true)} className={TEXT_LINK}>
          {t('shell.legal.terms')}
        </button>
      </p>
      {balance && <p>{t('checkout.balance', { days: balance.balance_days, grace: balance.grace_days })}</p>}
      {cancel && <p>{cancelSentence(t, cancel.terms, cancel.priceCents)}</p>}
      {(claims || offer === 'Sell') && (
        <p>
          {claims ? claimSteps(offer, claims, t) : t('promise.note')}{' '}
          {offer === 'Sell' && (
            <a href={paths.promise} className={TEXT_LINK}>
              {claims ? t('promise.seeVersion', { version: t.number(PROMISE_VERSION) }) : t('promise.see')}
            </a>
          )}
        </p>
      )}
      <LegalDialog text="terms" open={open} onClose={() => setOpen(false)} />
    </div>
  );
}

function claimSteps(offer: Offer, claims: OrderTermsResponse['claims'], t: Translator): string {
  const { days, arrival_days: arrival, answer_days: answer, reply_days: reply, review_days: review } = claims;
  const opening =
    offer === 'Sell' ? t('checkout.claims.sale', { days, arrival }) : t('checkout.claims.rental', { days });
  return `${opening} ${t('checkout.claims.steps', { answer, reply, review })}`;
}
