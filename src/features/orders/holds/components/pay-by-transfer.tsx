import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useCarriedDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { CarPicture } from '#features/catalog/listings/components/car-picture.tsx';
import { PriceLine } from '#features/catalog/listings/components/price/price-line.tsx';
import { type Destination, writeDestination } from '#features/customs/import-rules/model/destination.ts';
import type { CheckoutState } from '#features/payments/payments/client/checkout-flow.ts';
import { useCheckoutDestination } from '#features/payments/payments/client/use-checkout-destination.ts';
import { CheckoutDestination } from '#features/payments/payments/components/checkout-destination.tsx';
import { CheckoutSummary, CheckoutTerms } from '#features/payments/payments/components/checkout-terms.tsx';
import { checkoutAmounts, type PayableCar } from '#features/payments/payments/model/payable-car.ts';
import { PendingNotice } from '#features/people/accounts/components/pending-notice.tsx';
import type { ProfileResponse } from '#features/people/accounts/model/account-contract.ts';
import '#features/payments/payments/components/checkout.css';
import type { OrderTermsResponse } from '#features/payments/order-terms/model/order-terms-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { orderTogetherPath } from '../model/cars-of-order.ts';
import { TransferForm } from './transfer-form.tsx';

type PayByTransferProps = {
  /** One car, or several of one seller that are ordered together. */
  cars: [PayableCar, ...PayableCar[]];
  terms: OrderTermsResponse;
  buyer: ProfileResponse;
  transactionId: string;
  /** Address of the page that takes cards. */
  online: string;
};

/** Refusals are shown by the form itself. */
const AT_FORM: CheckoutState = { step: 'form', refusal: null, fields: {} };

/**
 * The page that holds cars for a bank transfer. It shows no form before the email address is confirmed, because the emailed link reopens
 * the page without what was typed.
 */
export function PayByTransfer({ cars, terms, buyer, transactionId, online }: PayByTransferProps) {
  const t = useTranslator();
  const [car] = cars;
  const count = cars.length;
  const totalCents = cars.reduce((sum, one) => sum + checkoutAmounts(one, 1).totalCents, 0);
  const { transfer } = terms;
  const chosen = useCheckoutDestination(car, null, AT_FORM);
  useAddressOf(chosen.destination);
  const { shown_light: shownLight, buying_for: buyingFor } = count > 1 ? {} : chosen.sent();
  return (
    <div className="checkout mx-auto grid max-w-5xl grid-cols-1 gap-x-10 gap-y-8 px-4 py-8 md:px-8 md:py-12">
      <div className="grid gap-1">
        {count === 1 && (
          <Link to={online} className={`${TEXT_LINK} justify-self-start`}>
            {t('transfers.online')}
          </Link>
        )}
        <h1 className="text-2xl">{count > 1 ? t('transfers.several', { count }) : t('transfers.page')}</h1>
        <p className="max-w-prose">{t(count > 1 ? 'transfers.several.about' : 'transfers.about')}</p>
      </div>
      {count > 1 ? (
        <CarsSummary cars={cars} totalCents={totalCents} />
      ) : (
        <CheckoutSummary car={car} amounts={checkoutAmounts(car, 1)} days={1} begins={null} />
      )}
      <div className="grid content-start gap-8">
        {!transfer && (
          <p className="rounded-md border border-waiting bg-waiting-ground p-4">{t('orders.transfer.notReady')}</p>
        )}
        <PendingNotice profile={buyer} needed={t('orders.transfer.unconfirmed')} />
        {transfer && buyer.status !== 'Pending' && (
          <>
            <CheckoutDestination chosen={chosen} hasSeveral={count > 1} />
            <div hidden={count === 1 && chosen.isStopped}>
              <TransferForm
                cars={count}
                totalCents={totalCents}
                terms={{ ...terms, transfer }}
                buyer={buyer}
                transactionId={transactionId}
                shownLight={shownLight ?? null}
                buyingFor={buyingFor ?? null}
              />
            </div>
          </>
        )}
        <CheckoutTerms offer="Sell" claims={terms.claims} />
      </div>
    </div>
  );
}

/** Keeps the destination of this browser in the address, which decides the plans on offer and what the form sends. */
function useAddressOf(destination: Destination | null): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const to = destination ? writeDestination(destination) : null;
  useEffect(() => {
    if (to === null || search.get('to') === to) return;
    const named = new URLSearchParams(search);
    named.set('to', to);
    void navigate({ search: String(named) }, { replace: true, preventScrollReset: true });
  }, [to, search, navigate]);
}

/** The cars of an order with the price of each, and what they cost together. */
function CarsSummary({ cars, totalCents }: { cars: PayableCar[]; totalCents: number }) {
  const t = useTranslator();
  const carry = useCarriedDestination();
  const amounts = cars.map((car) => checkoutAmounts(car, 1));
  const sum = (key: 'priceCents' | 'taxCents' | 'feeCents') => amounts.reduce((all, one) => all + one[key], 0);
  return (
    <section
      aria-label={t('transfers.several.cars')}
      className="checkout-summary grid gap-4 rounded-lg border border-line bg-surface p-4 md:p-5"
    >
      <ul className="grid gap-4">
        {cars.map((car) => (
          <li key={car.id} className="grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-1">
            <div className="overflow-hidden rounded-md">
              <CarPicture image={car.image ?? undefined} alt="" sizes="5rem" maxWidth={640} />
            </div>
            <div className="grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_auto]">
              <h2 className="wrap-anywhere text-base">
                <Link to={car.path} className="underline-offset-4 hover:underline">
                  {car.name}
                </Link>
              </h2>
              <p className="figures font-semibold">{t.price(amountOf(car.priceCents))}</p>
              <p className="figures wrap-anywhere text-ink-soft text-sm">
                {t('checkout.vin', { vin: car.vin || t('car.vin.none') })}
              </p>
              <Link
                to={carry(orderTogetherPath(cars.filter(({ id }) => id !== car.id).map(({ id }) => id)))}
                aria-label={t('transfers.several.without', { car: car.name })}
                className={`${TEXT_LINK} justify-self-start text-sm sm:justify-self-end`}
              >
                {t('transfers.several.leaveOut')}
              </Link>
            </div>
          </li>
        ))}
      </ul>
      <dl className="figures grid gap-2 border-line border-t pt-4">
        <PriceLine name={t('checkout.sum.price')} cents={sum('priceCents')} />
        <PriceLine name={t('transfers.several.tax')} cents={sum('taxCents')} />
        <PriceLine name={t('transfers.several.fee')} cents={sum('feeCents')} />
        <PriceLine
          name={t('checkout.sum.total')}
          cents={totalCents}
          className="border-line border-t pt-2 font-semibold"
        />
      </dl>
    </section>
  );
}
