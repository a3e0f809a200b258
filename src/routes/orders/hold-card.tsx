import { data, redirect, useLoaderData } from 'react-router';
import { fetchCardHold } from '#features/orders/card-holds/client/card-hold-client.ts';
import { HoldCard } from '#features/orders/card-holds/components/hold-card.tsx';
import { fetchOrder, orderPath } from '#features/orders/orders/client/order-client.ts';
import { OrderNotFound } from '#features/orders/orders/components/order-not-found.tsx';
import { cardFieldsLoader, fetchPaymentOptions } from '#features/payments/payments/client/payment-client.ts';
import { loadProfile } from '#features/people/accounts/client/account-pages.ts';
import { type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';

/** Loads a rental whose security deposit can be held on a card. Redirects to the order if it cannot now. */
const load = requireUser(async (input: LoadInput) => {
  const { api, params } = input;
  const [{ profile }, order, deposit, options] = await Promise.all([
    loadProfile(input),
    fetchOrder(api, params.id ?? ''),
    fetchCardHold(api, params.id ?? ''),
    fetchPaymentOptions(api),
  ]);
  if (!order) return data({ profile, order: null, cents: 0, options }, { status: 404 });
  if (deposit?.may?.may !== 'yes') throw redirect(orderPath(order.id));
  return data({ profile, order, cents: deposit.ask_cents, options });
});
export const loader = serverLoader(load);
export const clientLoader = cardFieldsLoader(load);

export const meta = privateMeta<typeof loader>(
  (t, loaded) => (loaded?.order ? t('cardHold.title', { number: loaded.order.number }) : t('orders.notFound.title')),
  'orders.about',
);

export default function HoldCardPage() {
  const { profile, order, cents, options } = useLoaderData<typeof loader>();
  if (!order) return <OrderNotFound />;
  return <HoldCard key={order.id} order={order} cents={cents} options={options} renter={profile} />;
}
