import { data, redirect, useLoaderData } from 'react-router';
import { PayOrder } from '#features/orders/order-pages/components/pay-order.tsx';
import { contractPath, fetchOrder, orderPath } from '#features/orders/orders/client/order-client.ts';
import { OrderNotFound } from '#features/orders/orders/components/order-not-found.tsx';
import { needsContract } from '#features/orders/orders/model/order.ts';
import { cardFieldsLoader, fetchPaymentOptions } from '#features/payments/payments/client/payment-client.ts';
import { loadProfile } from '#features/people/accounts/client/account-pages.ts';
import { type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';

/** Loads an order with a payment to make. Redirects to the order if nothing is open. */
const load = requireUser(async (input: LoadInput) => {
  const { api, params } = input;
  const [{ profile }, order, options] = await Promise.all([
    loadProfile(input),
    fetchOrder(api, params.id ?? ''),
    fetchPaymentOptions(api),
  ]);
  if (!order) return data({ profile, order: null, next: null, options }, { status: 404 });
  const { next } = order.money;
  if (!next) throw redirect(orderPath(order.id));
  if (needsContract(order)) throw redirect(contractPath(order.id));
  return data({ profile, order, next, options });
});
export const loader = serverLoader(load);
export const clientLoader = cardFieldsLoader(load);

export const meta = privateMeta<typeof loader>(
  (t, loaded) => (loaded?.order ? t('orders.pay.title', { number: loaded.order.number }) : t('orders.notFound.title')),
  'orders.about',
);

export default function PayOrderPage() {
  const { profile, order, next, options } = useLoaderData<typeof loader>();
  if (!order || !next) return <OrderNotFound />;
  return <PayOrder key={order.id} order={order} next={next} options={options} buyer={profile} />;
}
