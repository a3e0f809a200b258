import { data, Link, redirect, useLoaderData } from 'react-router';
import { fetchConsignee } from '#features/orders/consignees/client/consignee-client.ts';
import { saveConsignee } from '#features/orders/consignees/client/save-consignee.ts';
import { ConsigneeForm } from '#features/orders/consignees/components/consignee-form.tsx';
import { fetchOrder, orderPath } from '#features/orders/orders/client/order-client.ts';
import { OrderCars } from '#features/orders/orders/components/order-cars.tsx';
import { OrderNotFound } from '#features/orders/orders/components/order-not-found.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { TEXT_LINK } from '#ui/button.tsx';

/** Redirects to the order if its consignee cannot be changed now. */
const load = requireUser(async ({ api, params }: LoadInput) => {
  const order = await fetchOrder(api, params.id ?? '');
  if (!order) return data({ order: null, isLocked: false }, { status: 404 });
  const consignee = await fetchConsignee(api, order.id);
  if (consignee.closed !== null || consignee.blocked_until !== null || consignee.pending)
    throw redirect(orderPath(order.id));
  return data({ order, isLocked: consignee.is_locked });
});
const act = requireUser(saveConsignee);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, [
  'name',
  'address',
  'country',
  'phone',
  'id_number',
  'notify_party',
  'buying_for',
  'buying_for_country',
]);
export const clientAction = browserAction(act);

export const meta = privateMeta<typeof loader>(
  (t, loaded) =>
    loaded?.order ? t('orders.consignee.title', { number: loaded.order.number }) : t('orders.notFound.title'),
  'orders.consignee.about',
);

export default function OrderConsignee() {
  const t = useTranslator();
  const { order, isLocked } = useLoaderData<typeof loader>();
  if (!order) return <OrderNotFound />;
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-6 px-4 py-8 md:px-8 md:py-12">
      <div className="grid gap-2">
        <Link to={orderPath(order.id)} className={`${TEXT_LINK} justify-self-start`}>
          {t('orders.consignee.back')}
        </Link>
        <h1 className="text-2xl">{t('orders.consignee.title', { number: order.number })}</h1>
        <p className="max-w-prose text-ink-soft">{t('orders.consignee.intro')}</p>
      </div>
      <OrderCars order={order} />
      <p className="max-w-prose rounded-md border border-line bg-sunken p-3">
        {t(isLocked ? 'orders.consignee.lock' : 'orders.consignee.atOnce')}
      </p>
      <ConsigneeForm isLocked={isLocked} cars={order.cars.length} />
    </div>
  );
}
