import { useEffect } from 'react';
import { data, type MetaFunction, useLoaderData } from 'react-router';
import { bookingCalls } from '#features/bookings/model/booking-calls.ts';
import { cancelConsigneeChange, fetchConsignee } from '#features/orders/client/consignee-client.ts';
import { fetchOrder } from '#features/orders/client/order-client.ts';
import { cancelHold } from '#features/orders/client/transfer-client.ts';
import { OrderDetails } from '#features/orders/components/order-details.tsx';
import { requireUser } from '#features/sessions/client/require-user.ts';
import { fetchTimeline } from '#features/shipments/client/shipment-client.ts';
import { storeTimeline } from '#features/shipments/client/stored-timelines.ts';
import { Timeline } from '#features/shipments/components/timeline.tsx';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, serverLoader } from '#lib/pages/loader.ts';
import { pageMeta } from '#lib/pages/meta.ts';
import { pageOfMatches } from '#lib/pages/use-site.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

const load = requireUser(async ({ api, params }: LoadInput) => {
  const order = await fetchOrder(api, params.id ?? '');
  const consignee = order?.offer === 'Sell' ? await fetchConsignee(api, order.id) : null;
  const timeline = order && (await fetchTimeline(api, order.id));
  return data({ order, consignee, timeline }, { status: order ? 200 : 404 });
});
const act = requireUser(actionByForm({ 'cancel-consignee': cancelConsigneeChange, 'cancel-hold': cancelHold }));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) => {
  const { site, t } = pageOfMatches(matches);
  const order = loaderData?.order;
  return pageMeta({
    title: order ? t('orders.title', { number: order.number }) : t('orders.notFound.title'),
    description: t('orders.about'),
    site,
    path: location.pathname,
    indexed: false,
  });
};

const receiptOf = (id: number) => href(bookingCalls.receipt, { params: { id } });

export default function Order() {
  const t = useTranslator();
  const { order, consignee, timeline } = useLoaderData<typeof loader>();
  useEffect(() => {
    if (timeline) storeTimeline(timeline);
  }, [timeline]);
  if (order) {
    return (
      <OrderDetails order={order} consignee={consignee} receiptOf={receiptOf}>
        {timeline && <Timeline timeline={timeline} />}
      </OrderDetails>
    );
  }
  return (
    <MessagePage title={t('orders.notFound.title')} text={t('orders.notFound')}>
      <LinkButton to={`${paths.dashboard}#my-bookings`} kind="action">
        {t('orders.back')}
      </LinkButton>
    </MessagePage>
  );
}
