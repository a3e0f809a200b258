import { Link } from 'react-router';
import { CheckoutSummary } from '#features/payments/components/checkout-summary.tsx';
import { CheckoutTerms } from '#features/payments/components/checkout-terms.tsx';
import { checkoutAmounts, type PayableCar } from '#features/payments/model/payable-car.ts';
import '#features/payments/components/checkout.css';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import type { OrderTermsResponse } from '../../model/placing/place-order-contract.ts';
import { TransferForm } from './transfer-form.tsx';

type PayByTransferProps = {
  car: PayableCar;
  terms: OrderTermsResponse;
  buyer: { name: string; email: string };
  transactionId: string;
  /** Address of the page that takes cards. */
  online: string;
};

/** The page that holds a car for a bank transfer. */
export function PayByTransfer({ car, terms, buyer, transactionId, online }: PayByTransferProps) {
  const t = useTranslator();
  const amounts = checkoutAmounts(car, 1);
  const { transfer } = terms;
  return (
    <div className="checkout mx-auto grid max-w-5xl grid-cols-1 gap-x-10 gap-y-8 px-4 py-8 md:px-8 md:py-12">
      <div className="grid gap-1">
        <Link to={online} className={`${TEXT_LINK} justify-self-start`}>
          {t('transfers.online')}
        </Link>
        <h1 className="text-2xl">{t('transfers.page')}</h1>
        <p className="max-w-prose">{t('transfers.about')}</p>
      </div>
      <CheckoutSummary car={car} amounts={amounts} days={1} begins={null} />
      <div className="grid content-start gap-8">
        {transfer ? (
          <TransferForm
            totalCents={amounts.totalCents}
            terms={{ ...terms, transfer }}
            buyer={buyer}
            transactionId={transactionId}
          />
        ) : (
          <p className="rounded-md border border-waiting bg-waiting-ground p-4">{t('orders.transfer.notReady')}</p>
        )}
        <CheckoutTerms />
      </div>
    </div>
  );
}
