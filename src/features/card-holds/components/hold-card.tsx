import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { orderPath } from '#features/orders/client/order-client.ts';
import { OrderCars } from '#features/orders/components/order-cars.tsx';
import type { OrderResponse } from '#features/orders/model/order-contract.ts';
import { useCheckout } from '#features/payments/client/use-checkout.ts';
import { CheckoutForm } from '#features/payments/components/checkout-form.tsx';
import type { HostedCard } from '#features/payments/components/hosted-card.tsx';
import { PaymentProgress } from '#features/payments/components/payment-progress.tsx';
import type { PaymentOptionsResponse } from '#features/payments/model/payment-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { TEXT_LINK } from '#ui/text-link.ts';
import { cardHoldSteps } from '../client/card-hold-client.ts';
import type { HoldCardBody } from '../model/card-hold-contract.ts';

type HoldCardProps = {
  order: OrderResponse;
  cents: number;
  options: PaymentOptionsResponse;
  renter: { id: number; email: string };
};

/** Has the security deposit of a rental held on a card. */
export function HoldCard({ order, cents, options, renter }: HoldCardProps) {
  const t = useTranslator();
  const navigate = useNavigate();
  const hosted = useRef<HostedCard>(null);
  const { flow, state } = useCheckout<Omit<HoldCardBody, 'transaction_id'>>({
    storageKey: `card-hold-${renter.id}-${order.id}`,
    calls: cardHoldSteps(order.id),
    askBank: async (secret) => hosted.current?.askBank(secret),
    onDone() {
      showToast(t('cardHold.done'));
      void navigate(orderPath(order.id), { replace: true });
    },
  });
  const busy = state.step === 'processing' || state.step === 'finishing' || state.step === 'done';
  const atForm = state.step === 'form' || busy;
  const amount = t.cents(cents);
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-6 px-4 py-8 md:px-8 md:py-12">
      <div className="grid gap-2">
        <Link to={orderPath(order.id)} className={`${TEXT_LINK} justify-self-start`}>
          {t('orders.title', { number: order.number })}
        </Link>
        <h1 className="text-2xl">{t('cardHold.title', { number: order.number })}</h1>
      </div>
      <section
        aria-label={t('cardHold.what')}
        className="grid gap-4 rounded-lg border border-line bg-surface p-4 md:p-5"
      >
        <OrderCars order={order} />
        <p className="max-w-prose">{t('cardHold.about', { amount })}</p>
      </section>
      {!atForm && <PaymentProgress state={state} flow={flow} />}
      <div hidden={!atForm} className="grid gap-8">
        <CheckoutForm
          options={{ ...options, methods: ['credit_card'] }}
          hosted={hosted}
          email={renter.email}
          state={state}
          bookingCents={cents}
          words={{
            method: t('cardHold.method'),
            email: t('cardHold.emailHint'),
            amount: t('cardHold.amount'),
            send: t('cardHold.start', { amount }),
          }}
          onPay={({ formData }) =>
            flow.pay(
              { totalCents: cents, bookingCents: cents, period: null, email: formData.email.trim() },
              { payment_method: 'credit_card', amount_cents: cents, formData },
            )
          }
        />
      </div>
    </div>
  );
}
