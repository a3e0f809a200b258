import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { CheckoutKind, Sent } from '#features/payments/payments/client/checkout-flow.ts';
import { type CheckoutCalls, useCheckout } from '#features/payments/payments/client/use-checkout.ts';
import {
  CheckoutForm,
  type CheckoutWords,
  type EnteredPayment,
} from '#features/payments/payments/components/checkout-form.tsx';
import type { HostedCard } from '#features/payments/payments/components/hosted-card.tsx';
import { PaymentProgress } from '#features/payments/payments/components/payment-progress.tsx';
import type { PaymentOptionsResponse } from '#features/payments/payments/model/payment-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { orderPath } from '../client/order-client.ts';
import type { OrderResponse } from '../model/order-contract.ts';
import { OrderCars } from './order-cars.tsx';

type OrderCheckoutProps<Body extends Sent> = {
  order: OrderResponse;
  buyer: { id: number; email: string };
  options: PaymentOptionsResponse;
  cents: number;
  kind: CheckoutKind;
  calls: CheckoutCalls<Body>;
  bodyOf: (entered: EnteredPayment) => Body;
  title: string;
  /** Label of the first section, and its text below the cars. */
  what: string;
  about: React.ReactNode;
  words?: CheckoutWords;
  /** Shown once it is done, on the page of the order. */
  done: string;
  /** Below the form. */
  children?: React.ReactNode;
};

/** A separate payment page for an existing order. */
export function OrderCheckout<Body extends Sent>(props: OrderCheckoutProps<Body>) {
  const { order, buyer, options, cents, kind, calls, bodyOf, title, what, about, words, done, children } = props;
  const t = useTranslator();
  const navigate = useNavigate();
  const hosted = useRef<HostedCard>(null);
  const { flow, state } = useCheckout<Body>({
    kind,
    storageKey: `order-${kind}-${buyer.id}-${order.id}`,
    calls,
    askBank: async (secret) => hosted.current?.askBank(secret),
    onDone() {
      showToast(done);
      void navigate(orderPath(order.id), { replace: true });
    },
  });
  const busy = state.step === 'processing' || state.step === 'finishing' || state.step === 'done';
  const atForm = state.step === 'form' || busy;
  return (
    <>
      <noscript>
        <p className="m-4 rounded-md border border-waiting bg-waiting-ground p-4">{t('checkout.noscript')}</p>
      </noscript>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-6 px-4 py-8 md:px-8 md:py-12">
        <div className="grid gap-2">
          <Link to={orderPath(order.id)} className={`${TEXT_LINK} justify-self-start`}>
            {t('orders.title', { number: order.number })}
          </Link>
          <h1 className="text-2xl">{title}</h1>
        </div>
        <section aria-label={what} className="grid gap-4 rounded-lg border border-line bg-surface p-4 md:p-5">
          <OrderCars order={order} />
          {about}
        </section>
        {!atForm && <PaymentProgress kind={kind} state={state} flow={flow} />}
        <div hidden={!atForm} className="grid gap-8">
          <CheckoutForm
            options={options}
            hosted={hosted}
            email={buyer.email}
            state={state}
            kind={kind}
            bookingCents={cents}
            {...(words && { words })}
            onPay={(entered) =>
              flow.pay(
                { totalCents: cents, bookingCents: cents, period: null, email: entered.formData.email.trim() },
                bodyOf(entered),
              )
            }
          />
          {children}
        </div>
      </div>
    </>
  );
}
