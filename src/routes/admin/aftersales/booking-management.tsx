import { useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import {
  bookingActions,
  loadBookings,
  type SelectedBooking,
} from '#features/aftersales/bookings/admin/booking-actions.ts';
import { BookingDetails } from '#features/aftersales/bookings/admin/booking-details.tsx';
import { BookingFilterPanel, BookingTable } from '#features/aftersales/bookings/admin/booking-table.tsx';
import { EditBooking } from '#features/aftersales/bookings/admin/edit-booking.tsx';
import { BOOKING_FILTERS } from '#features/aftersales/bookings/model/booking.ts';
import { AddListingDialog } from '#features/catalog/moderation/admin/listing-dialogs.tsx';
import { tableCalls } from '#features/office/office-calls.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { showToast } from '#lib/pages/toast-store.ts';
import { AdminIcon } from '#ui/admin/admin-icon.tsx';
import { AdminPage, AdminPager, adminMeta, CsvLink, ListFailed } from '#ui/admin/list-page.tsx';
import { Button } from '#ui/button.tsx';

const load = requireAdmin(loadBookings);
const act = requireAdmin(actionByForm(bookingActions));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.bookings.title');

export default function BookingManagement() {
  const t = useTranslator();
  const { bookings, failed, selected } = useLoaderData<typeof loader>();
  const [adding, setAdding] = useState(false);
  const problem = selected?.problem ?? null;
  useEffect(() => {
    if (problem !== null) showToast(problem, 'failed');
  }, [problem]);
  const bookingFor = (kind: SelectedBooking['kind']) => (selected?.kind === kind ? selected.booking : null);
  return (
    <AdminPage
      title="admin.bookings.title"
      actions={
        <>
          <CsvLink path={href(tableCalls.bookings)} names={BOOKING_FILTERS} />
          <Button kind="action" onClick={() => setAdding(true)} className="noscript:hidden">
            <AdminIcon name="plus" />
            {t('manage.add')}
          </Button>
        </>
      }
    >
      <BookingFilterPanel />
      {bookings ? (
        <>
          <BookingTable bookings={bookings.items} />
          <AdminPager pagination={bookings.pagination} />
        </>
      ) : (
        <ListFailed text={failed ?? t('manage.fetchFailed')} />
      )}
      <BookingDetails
        booking={bookingFor('view')}
        destination={selected?.destination ?? null}
        history={selected?.history ?? null}
        acts={selected?.acts ?? []}
      />
      <EditBooking booking={bookingFor('edit')} />
      <AddListingDialog open={adding} onClose={() => setAdding(false)} />
    </AdminPage>
  );
}
