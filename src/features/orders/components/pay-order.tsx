import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCheckout } from '#features/payments/client/use-checkout.ts';
import { CheckoutForm } from '#features/payments/components/checkout-form.tsx';
import { CheckoutTerms } from '#features/payments/components/checkout-terms.tsx';
import type { HostedCard } from '#features/payments/components/hosted-card.tsx';
import { PaymentProgress } from '#features/payments/components/payment-progress.tsx';
import type { PaymentOptionsResponse } from '#features/payments/model/payment-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { showToast } from '#lib/pages/toast-store.ts';
import { TEXT_LINK } from '#ui/text-link.ts';
import { itemPaymentCalls, orderPath } from '../client/order-client.ts';
import type { OrderResponse, PayItemBody } from '../model/order-contract.ts';
import { OrderCars } from './order-cars.tsx';
import { BankDetails } from './transfers/bank-details.tsx';

type PayOrderProps = {
  order: OrderResponse;
  next: NonNullable<OrderResponse['money']['next']>;
  options: PaymentOptionsResponse;
  buyer: { id: number; email: string };
};

/** Pays the next item of an order's plan. */
export function PayOrder({ order, next, options, buyer }: PayOrderProps) {
  const t = useTranslator();
  const navigate = useNavigate();
  const hosted = useRef<HostedCard>(null);
  const { flow, state } = useCheckout<Omit<PayItemBody, 'transaction_id'>>({
    storageKey: `order-payment-${buyer.id}-${order.id}`,
    calls: itemPaymentCalls(order.id),
    askBank: async (secret) => hosted.current?.askBank(secret),
    onDone() {
      showToast(t('orders.pay.done'));
      void navigate(orderPath(order.id), { replace: true });
    },
  });
  const busy = state.step === 'processing' || state.step === 'finishing' || state.step === 'done';
  const atForm = state.step === 'form' || busy;
  const money = { totalCents: next.amount_cents, bookingCents: next.amount_cents, period: null };
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-6 px-4 py-8 md:px-8 md:py-12">
      <div className="grid gap-2">
        <Link to={orderPath(order.id)} className={`${TEXT_LINK} justify-self-start`}>
          {t('orders.title', { number: order.number })}
        </Link>
        <h1 className="text-2xl">{t('orders.pay.title', { number: order.number })}</h1>
      </div>
      <section
        aria-label={t('orders.pay.what')}
        className="grid gap-4 rounded-lg border border-line bg-surface p-4 md:p-5"
      >
        <OrderCars order={order} />
        <p className="figures flex justify-between gap-4 font-bold text-lg">
          <span>{t('orders.money.open')}</span>
          <span>{t.price(amountOf(next.amount_cents))}</span>
        </p>
      </section>
      {!atForm && <PaymentProgress state={state} flow={flow} />}
      <div hidden={!atForm} className="grid gap-8">
        <CheckoutForm
          options={options}
          hosted={hosted}
          email={buyer.email}
          state={state}
          bookingCents={next.amount_cents}
          onPay={({ method, formData }) =>
            flow.pay(
              { ...money, email: formData.email.trim() },
              { plan_item: next.plan_item, amount_cents: next.amount_cents, payment_method: method, formData },
            )
          }
        />
        {order.transfer && atForm && (
          <section
            aria-label={t('transfers.payItem')}
            className="grid gap-3 rounded-lg border border-line bg-surface p-4"
          >
            <h2 className="text-lg">{t('transfers.payItem')}</h2>
            <p>{t('transfers.payItemText')}</p>
            <BankDetails transfer={order.transfer} />
          </section>
        )}
        <CheckoutTerms
          offer={order.offer}
          claims={null}
          cancel={
            order.offer === 'Sell'
              ? {
                  terms: order.terms.cancel,
                  priceCents: order.cars.reduce((cents, { total_cents: total }) => cents + total, 0),
                }
              : null
          }
        />
      </div>
    </div>
  );
}
