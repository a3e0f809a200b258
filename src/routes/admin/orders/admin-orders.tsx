import { useEffect, useState } from 'react';
import { Link, useLoaderData, useSearchParams } from 'react-router';
import { bookingActions, fetchOrderBooking } from '#features/aftersales/bookings/admin/booking-actions.ts';
import { CancelDialog, DestinationFacts } from '#features/aftersales/bookings/admin/booking-details.tsx';
import { isLive } from '#features/aftersales/bookings/model/booking.ts';
import {
  ExtensionPart,
  extensionActions,
  fetchExtensions,
} from '#features/aftersales/rental-extensions/components/extensions.tsx';
import { CardHoldSection, cardHoldActions } from '#features/orders/card-holds/admin/card-hold-section.tsx';
import { fetchCardHold } from '#features/orders/card-holds/client/card-hold-client.ts';
import { ConsigneeSection } from '#features/orders/consignees/admin/consignee-section.tsx';
import { cancelConsigneeByOffice, fetchConsignees } from '#features/orders/consignees/client/consignee-client.ts';
import { checkLicenseAction, DriverCheck } from '#features/orders/drivers/admin/driver-check.tsx';
import { fetchDriver } from '#features/orders/drivers/components/driver-part.tsx';
import { loadOrders, OrderPanel, orderActions } from '#features/orders/order-pages/admin/order-panel.tsx';
import { OrderQueues, OrderTable } from '#features/orders/order-pages/admin/order-table.tsx';
import { fetchSlipsOfOrder, SlipsOfOrder } from '#features/orders/transfer-slips/components/slip-part.tsx';
import { lossAction, returnAction } from '#features/payments/order-acts/admin/return-form.tsx';
import { chargeProposals } from '#features/shipping/handovers/admin/charge-proposals.ts';
import { handoverCalls } from '#features/shipping/shipping-calls.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { showToast } from '#lib/pages/toast-store.ts';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { AdminPage, AdminPager, adminMeta, ListFailed, searchWith } from '#ui/admin/list-page.tsx';
import { Button, TEXT_LINK } from '#ui/button.tsx';

const load = requireAdmin(async (input: LoadInput) => {
  const loaded = await loadOrders(input);
  const { selected } = loaded;
  return {
    ...loaded,
    booked: selected && (await fetchOrderBooking(input.api, selected)),
    consignees: selected?.offer === 'Sell' ? await fetchConsignees(input.api, selected.id) : null,
    handovers:
      selected?.offer === 'Rent'
        ? await input.api.findPermitted(handoverCalls.list, { params: { id: selected.id } })
        : null,
    driver: selected?.offer === 'Rent' ? await fetchDriver(input.api, selected.id) : null,
    deposit: selected?.offer === 'Rent' ? await fetchCardHold(input.api, selected.id) : null,
    extensions: selected?.offer === 'Rent' ? await fetchExtensions(input.api, selected.id) : null,
    slips: selected ? await fetchSlipsOfOrder(input.api, selected.id) : [],
  };
});
const act = requireAdmin(
  actionByForm({
    ...orderActions,
    'order return': returnAction,
    'car loss': lossAction,
    ...bookingActions,
    ...extensionActions,
    'license check': checkLicenseAction,
    ...cardHoldActions,
    'consignee cancel': cancelConsigneeByOffice,
  }),
);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.orders.title');

export default function Orders() {
  const t = useTranslator();
  const {
    orders,
    queues,
    failed,
    selected,
    problem,
    booked,
    slips,
    consignees,
    handovers,
    extensions,
    driver,
    deposit,
  } = useLoaderData<typeof loader>();
  const [cancelling, setCancelling] = useState(false);
  useEffect(() => {
    if (problem !== null) showToast(problem, 'failed');
  }, [problem]);
  const booking = booked?.booking ?? null;
  return (
    <AdminPage title="admin.orders.title" text="admin.orders.about">
      <OrderQueues queues={queues} />
      <FilterPanel
        fields={[
          {
            name: 'search',
            kind: 'search',
            label: t('admin.orders.search'),
            placeholder: t('admin.orders.searchFor'),
          },
        ]}
      />
      <OnlyOneCar />
      {orders ? (
        <>
          <OrderTable orders={orders.items} />
          <AdminPager pagination={orders.pagination} />
        </>
      ) : (
        <ListFailed {...(failed !== null && { text: failed })} />
      )}
      <OrderPanel
        order={selected}
        charges={
          handovers && selected
            ? chargeProposals(
                handovers,
                (selected.charges ?? []).map(({ kind }) => kind),
                selected.rental?.time_zone ?? 'UTC',
                t,
              )
            : []
        }
        actions={
          booking &&
          isLive(booking.booking_status) &&
          selected?.acts.some(({ act, may }) => act === 'cancel_by_office' && may === 'yes') && (
            <Button kind="danger" onClick={() => setCancelling(true)}>
              {t('admin.bookings.cancel')}
            </Button>
          )
        }
      >
        {selected && deposit && <CardHoldSection orderId={selected.id} deposit={deposit} />}
        {selected && driver && <DriverCheck orderId={selected.id} driver={driver} />}
        {selected && extensions && <ExtensionPart orderId={selected.id} rental={extensions} />}
        {selected && consignees && <ConsigneeSection orderId={selected.id} versions={consignees} />}
        <SlipsOfOrder slips={slips} />
        {booked?.destination && <DestinationFacts destination={booked.destination} />}
      </OrderPanel>
      {booking && <CancelDialog booking={booking} open={cancelling} onClose={() => setCancelling(false)} />}
    </AdminPage>
  );
}

/** Says that the list shows only the orders of one car, and leads to all. */
function OnlyOneCar() {
  const t = useTranslator();
  const [search] = useSearchParams();
  const id = search.get('listing');
  if (id === null) return null;
  return (
    <p className="flex flex-wrap gap-x-3">
      {t('admin.orders.ofCar', { id })}
      <Link to={{ search: searchWith(search, { listing: undefined }) }} className={TEXT_LINK}>
        {t('admin.orders.ofCar.all')}
      </Link>
    </p>
  );
}
