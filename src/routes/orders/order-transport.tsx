import { data, Link, redirect, useLoaderData } from 'react-router';
import { fetchOrder, orderPath } from '#features/orders/orders/client/order-client.ts';
import { OrderCars } from '#features/orders/orders/components/order-cars.tsx';
import { OrderNotFound } from '#features/orders/orders/components/order-not-found.tsx';
import {
  chooseTradeTerm,
  fetchTradeTerms,
  TradeTermForm,
} from '#features/payments/trade-terms/components/trade-term-part.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { TEXT_LINK } from '#ui/button.tsx';

/** Redirects to the order if no other trade term can be chosen now. */
const load = requireUser(async ({ api, params }: LoadInput) => {
  const order = await fetchOrder(api, params.id ?? '');
  if (!order) return data({ order: null, terms: null }, { status: 404 });
  const terms = await fetchTradeTerms(api, order.id);
  if (terms.closed !== null) throw redirect(orderPath(order.id));
  return data({ order, terms });
});
const act = requireUser(chooseTradeTerm);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);

export const meta = privateMeta<typeof loader>(
  (t, loaded) => (loaded?.order ? t('orders.term.title', { number: loaded.order.number }) : t('orders.notFound.title')),
  'orders.term.about',
);

export default function OrderTransport() {
  const t = useTranslator();
  const { order, terms } = useLoaderData<typeof loader>();
  if (!order || !terms) return <OrderNotFound />;
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-6 px-4 py-8 md:px-8 md:py-12">
      <div className="grid gap-2">
        <Link to={orderPath(order.id)} className={`${TEXT_LINK} justify-self-start`}>
          {t('orders.consignee.back')}
        </Link>
        <h1 className="text-2xl">{t('orders.term.title', { number: order.number })}</h1>
        <p className="max-w-prose text-ink-soft">
          {t('orders.term.intro', { country: t.region(terms.country ?? '') })}
        </p>
      </div>
      <OrderCars order={order} />
      <TradeTermForm terms={terms} />
    </div>
  );
}
