import { useEffect } from 'react';
import { data, useLoaderData } from 'react-router';
import { bookingCalls } from '#features/aftersales/aftersales-calls.ts';
import { fetchOpenClaim, fetchOrderClaims } from '#features/aftersales/claims/client/claim-client.ts';
import { ORDER_CLAIMS, OrderClaims, SellerClaims } from '#features/aftersales/claims/components/order-claims.tsx';
import { isEnded } from '#features/aftersales/claims/model/claim.ts';
import {
  fetchOrderReviews,
  orderReviewActions,
} from '#features/aftersales/order-reviews/client/order-review-client.ts';
import { OrderReviewPart } from '#features/aftersales/order-reviews/components/order-review-part.tsx';
import {
  ExtensionPart,
  extensionActions,
  fetchExtensions,
} from '#features/aftersales/rental-extensions/components/extensions.tsx';
import { fetchCardHold } from '#features/orders/card-holds/client/card-hold-client.ts';
import { CardHoldPart } from '#features/orders/card-holds/components/card-hold-part.tsx';
import { cancelConsigneeChange, fetchConsignee } from '#features/orders/consignees/client/consignee-client.ts';
import { DriverPart, fetchDriver } from '#features/orders/drivers/components/driver-part.tsx';
import { cancelHold, takeCarOut } from '#features/orders/holds/client/transfer-client.ts';
import { OrderDetails, OrderHelp } from '#features/orders/order-pages/components/order-details.tsx';
import { fetchOrder, openConversation } from '#features/orders/orders/client/order-client.ts';
import { OrderNotFound } from '#features/orders/orders/components/order-not-found.tsx';
import { fetchMySlips, SlipPart } from '#features/orders/transfer-slips/components/slip-part.tsx';
import { fetchTradeTerms } from '#features/payments/trade-terms/components/trade-term-part.tsx';
import { exportPaperActions, fetchExportPapers } from '#features/shipping/export-papers/client/export-paper-client.ts';
import { ExportPapers } from '#features/shipping/export-papers/components/export-papers.tsx';
import { HandoverPart } from '#features/shipping/handovers/components/handover-part.tsx';
import {
  fetchFiles,
  fetchReports,
  fetchTimeline,
  fileActions,
  reportActions,
} from '#features/shipping/shipments/client/shipment-actions.ts';
import { storeTimeline } from '#features/shipping/shipments/client/stored-timelines.ts';
import { DOCUMENT_ROOM, DocumentRoom } from '#features/shipping/shipments/components/files/document-room.tsx';
import { ReportList } from '#features/shipping/shipments/components/report-list.tsx';
import { SellerOrder } from '#features/shipping/shipments/components/seller-order.tsx';
import { Timeline } from '#features/shipping/shipments/components/timeline.tsx';
import { TimelineLinks } from '#features/shipping/shipments/components/timeline-links.tsx';
import { phaseOf } from '#features/shipping/shipments/model/progress.ts';
import { handoverCalls } from '#features/shipping/shipping-calls.ts';
import { href } from '#lib/api-client/api-call.ts';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';

/** The browser loads this page too, and on a slow connection each round of calls takes a while: so there are two, not one for each part. */
const load = requireUser(async ({ api, params }: LoadInput) => {
  const asked = params.id ?? '';
  const [order, timeline] = await Promise.all([fetchOrder(api, asked), fetchTimeline(api, asked)]);
  const id = timeline?.order_id ?? 0;
  const [isSale, isRental] = [timeline?.offer === 'Sell', timeline?.offer === 'Rent'];
  const isBooked = timeline?.life === 'active' || timeline?.life === 'completed';
  const [
    consignee,
    tradeTerms,
    room,
    exportPapers,
    extensions,
    driver,
    deposit,
    handovers,
    ratings,
    reports,
    slips,
    claims,
  ] = await Promise.all([
    order && isSale ? fetchConsignee(api, id) : null,
    order && isSale ? fetchTradeTerms(api, id) : null,
    timeline && fetchFiles(api, id),
    isSale && isBooked ? fetchExportPapers(api, id) : null,
    isRental ? fetchExtensions(api, id) : null,
    order && isRental ? fetchDriver(api, id) : null,
    order && isRental ? fetchCardHold(api, id) : null,
    timeline && api.findPermitted(handoverCalls.list, { params: { id } }),
    timeline && fetchOrderReviews(api, id),
    timeline && !order ? fetchReports(api, id) : null,
    order && timeline && fetchMySlips(api, id),
    timeline && order?.life !== 'held' ? fetchOrderClaims(api, id) : null,
  ]);
  const openClaim = !order && claims ? await fetchOpenClaim(api, claims) : null;
  const parts = {
    consignee,
    tradeTerms,
    room,
    exportPapers,
    extensions,
    driver,
    deposit,
    handovers,
    ratings,
    reports,
    slips,
  };
  return data({ order, timeline, ...parts, claims, openClaim }, { status: timeline ? 200 : 404 });
});
const act = requireUser(
  actionByForm({
    'cancel-consignee': cancelConsigneeChange,
    'cancel-hold': cancelHold,
    'take-out': takeCarOut,
    conversation: openConversation,
    ...fileActions,
    ...exportPaperActions,
    ...reportActions,
    ...orderReviewActions,
    ...extensionActions,
  }),
);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);

export const meta = privateMeta<typeof loader>((t, loaded) => {
  const order = loaded?.order ?? loaded?.timeline;
  return order ? t('orders.title', { number: order.number }) : t('orders.notFound.title');
}, 'orders.about');

const receiptOf = (id: number) => href(bookingCalls.receipt, { params: { id } });

export default function Order() {
  const {
    order,
    consignee,
    tradeTerms,
    timeline,
    room,
    exportPapers,
    reports,
    extensions,
    driver,
    deposit,
    handovers,
    ratings,
    slips,
    claims,
    openClaim,
  } = useLoaderData<typeof loader>();
  useEffect(() => {
    if (timeline) storeTimeline(timeline);
  }, [timeline]);
  const way = timeline && (
    <Timeline
      timeline={timeline}
      links={<TimelineLinks orderId={timeline.order_id} room={DOCUMENT_ROOM} hasCalendar={order !== null} />}
    />
  );
  const longer = timeline && extensions && <ExtensionPart orderId={timeline.order_id} rental={extensions} />;
  const afterwards = timeline && (
    <>
      {ratings && <OrderReviewPart orderId={timeline.order_id} reviews={ratings} />}
      {handovers && <HandoverPart handovers={handovers} />}
      {exportPapers && <ExportPapers orderId={timeline.order_id} papers={exportPapers} />}
      {room && <DocumentRoom orderId={timeline.order_id} room={room} offer={timeline.offer} />}
      {!order && reports && <ReportList orderId={timeline.order_id} reports={reports} />}
    </>
  );
  if (order) {
    const claimsOfOrder = claims && (
      <OrderClaims orderId={order.id} offer={order.offer} cars={timeline?.cars ?? []} claims={claims} />
    );
    const hasOpenClaim = claims?.claims.some(({ state }) => !isEnded(state)) ?? false;
    const mayReport = claims?.may_open.some(({ is_open: isOpen }) => isOpen) ?? false;
    return (
      <OrderDetails
        order={order}
        consignee={consignee}
        tradeTerms={tradeTerms}
        receiptOf={receiptOf}
        phase={phaseOf(timeline?.cars ?? [])}
        hasOpenClaim={hasOpenClaim}
        reportAt={mayReport ? `#${ORDER_CLAIMS}` : null}
        hasDepositPart={deposit !== null}
        below={afterwards}
      >
        {driver && <DriverPart orderId={order.id} driver={driver} />}
        {deposit && <CardHoldPart order={order} deposit={deposit} />}
        {slips && <SlipPart order={order} slips={slips} />}
        {hasOpenClaim && claimsOfOrder}
        {way}
        {longer}
        {!hasOpenClaim && claimsOfOrder}
      </OrderDetails>
    );
  }
  if (timeline) {
    return (
      <SellerOrder timeline={timeline}>
        {claims && <SellerClaims claims={claims.claims} open={openClaim} />}
        {longer}
        {way}
        {afterwards}
        <OrderHelp />
      </SellerOrder>
    );
  }
  return <OrderNotFound />;
}
