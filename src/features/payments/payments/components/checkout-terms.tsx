import { useState } from 'react';
import { Link } from 'react-router';
import { PROMISE_VERSION } from '#content/promise/as-described.ts';
import { LocalPrice } from '#features/catalog/landed-cost/components/landed-line.tsx';
import { CarPicture } from '#features/catalog/listings/components/car-picture.tsx';
import { PriceLine, PriceTerm } from '#features/catalog/listings/components/price/price-line.tsx';
import { PriceText } from '#features/catalog/listings/components/price/price-text.tsx';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { BOOKING_SHARE } from '#features/catalog/listings/model/listing-pricing.ts';
import { cancelSentence } from '#features/payments/order-acts/model/cancellation.ts';
import type { CancelTerms, OrderTermsResponse } from '#features/payments/order-terms/model/order-terms-contract.ts';
import type { CheckoutAmounts, PayableCar } from '#features/payments/payments/model/payable-car.ts';
import type { RentalStart } from '#features/payments/payments/model/rental-days.ts';
import { LegalDialog } from '#features/site/content/components/legal-texts.tsx';
import { PaysWhom } from '#features/site/operator/components/operator.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
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
 * Names the payee, the terms, the consequences of an unpaid balance, and how long the buyer may open a claim. Rendered outside the checkout
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

type CheckoutSummaryProps = {
  car: PayableCar;
  /** Null until the days of a rental are chosen. */
  amounts: CheckoutAmounts | null;
  days: number;
  /** Null for a purchase. Decides which cancellation terms are shown. */
  begins: RentalStart | null;
};

export function CheckoutSummary({ car, amounts, days, begins }: CheckoutSummaryProps) {
  const t = useTranslator();
  const isRental = car.offer === 'Rent';
  const tax = t('checkout.sum.tax', { rate: t.number(car.taxRate, 'percent') });
  return (
    <section
      aria-label={t('checkout.sums')}
      className="checkout-summary grid gap-4 rounded-lg border border-line bg-surface p-4 md:p-5"
    >
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-4">
        <div className="overflow-hidden rounded-md">
          <CarPicture image={car.image ?? undefined} alt="" sizes="7rem" maxWidth={640} priority />
        </div>
        <div>
          <h2 className="wrap-anywhere text-lg">
            <Link to={car.path} className="underline-offset-4 hover:underline">
              {car.name}
            </Link>
          </h2>
          <p className="text-ink-soft">
            <PriceText amount={amountOf(car.priceCents)} perDay={isRental} />
          </p>
          {!isRental && <LocalPrice id={car.id} note={t('checkout.local')} />}
          {car.location && <p className="text-ink-soft text-sm">{car.location}</p>}
        </div>
      </div>
      <p className="figures -mt-2 text-ink-soft text-sm">{t('checkout.vin', { vin: car.vin || t('car.vin.none') })}</p>
      <div aria-live="polite">
        {amounts ? (
          <dl className="figures grid gap-2">
            <PriceLine
              name={
                isRental
                  ? t('checkout.sum.days', { price: t.price(amountOf(car.priceCents)), days })
                  : t('checkout.sum.price')
              }
              cents={amounts.priceCents}
            />
            <PriceLine name={<PriceTerm term="tax" offer={car.offer} name={tax} />} cents={amounts.taxCents} />
            <PriceLine
              name={<PriceTerm term="fee" offer={car.offer} name={t('checkout.sum.fee')} />}
              cents={amounts.feeCents}
            />
            <PriceLine
              name={t('checkout.sum.total')}
              cents={amounts.totalCents}
              className="border-line border-t pt-2 font-semibold"
            />
            <PriceLine
              name={t('checkout.sum.booking', { share: t.number(BOOKING_SHARE, 'percent') })}
              cents={amounts.bookingCents}
              className="-mx-2 rounded-md bg-sunken px-2 py-2 font-bold"
            />
            <PriceLine name={t('checkout.sum.later')} cents={amounts.laterCents} className="text-ink-soft" />
          </dl>
        ) : (
          <p>{t('checkout.sum.choose')}</p>
        )}
      </div>
      <p className="border-line border-t pt-3 text-ink-soft text-sm">
        {t(begins ? `checkout.sum.note.Rent.${begins}` : 'checkout.sum.note.Sell')}
      </p>
    </section>
  );
}
