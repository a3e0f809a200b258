import { BankDetails } from '#features/orders/holds/components/held-order.tsx';
import { itemPaymentCalls } from '#features/orders/orders/client/order-client.ts';
import { OrderCheckout } from '#features/orders/orders/components/order-checkout.tsx';
import type { OrderResponse, PayItemBody } from '#features/orders/orders/model/order-contract.ts';
import { CheckoutTerms } from '#features/payments/payments/components/checkout-terms.tsx';
import type { PaymentOptionsResponse } from '#features/payments/payments/model/payment-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';

type PayOrderProps = {
  order: OrderResponse;
  next: NonNullable<OrderResponse['money']['next']>;
  options: PaymentOptionsResponse;
  buyer: { id: number; email: string };
};

/** Pays the next item of an order's plan. */
export function PayOrder({ order, next, options, buyer }: PayOrderProps) {
  const t = useTranslator();
  return (
    <OrderCheckout<Omit<PayItemBody, 'transaction_id'>>
      order={order}
      buyer={buyer}
      options={options}
      cents={next.amount_cents}
      kind="payment"
      calls={itemPaymentCalls(order.id)}
      bodyOf={({ method, formData }) => ({
        plan_item: next.plan_item,
        amount_cents: next.amount_cents,
        payment_method: method,
        formData,
      })}
      title={t('orders.pay.title', { number: order.number })}
      what={t('orders.pay.what')}
      about={
        <p className="figures flex justify-between gap-4 font-bold text-lg">
          <span>{t('orders.money.open')}</span>
          <span>{t.price(amountOf(next.amount_cents))}</span>
        </p>
      }
      done={t('orders.pay.done')}
    >
      {order.transfer && (
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
    </OrderCheckout>
  );
}
