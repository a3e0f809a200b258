import { OrderCheckout } from '#features/orders/orders/components/order-checkout.tsx';
import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import type { PaymentOptionsResponse } from '#features/payments/payments/model/payment-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
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
  const amount = t.cents(cents);
  return (
    <OrderCheckout<Omit<HoldCardBody, 'transaction_id'>>
      order={order}
      buyer={renter}
      options={{ ...options, methods: ['credit_card'] }}
      cents={cents}
      kind="hold"
      calls={cardHoldSteps(order.id)}
      bodyOf={({ formData }) => ({ payment_method: 'credit_card', amount_cents: cents, formData })}
      title={t('cardHold.title', { number: order.number })}
      what={t('cardHold.what')}
      about={<p className="max-w-prose">{t('cardHold.about', { amount })}</p>}
      words={{
        method: t('cardHold.method'),
        email: null,
        amount: t('cardHold.amount'),
        send: t('cardHold.start', { amount }),
      }}
      done={t('cardHold.done')}
    />
  );
}
