import '#generated/words/en-admin.ts';
import '#generated/words/en-sell.ts';
import { useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin-meta.ts';
import { adminGuarded } from '#features/accounts/guarded.ts';
import { type AskedBooking, bookingActs, loadBookings } from '#features/bookings/admin-bookings.ts';
import { BOOKING_FILTERS } from '#features/bookings/booking-filters.ts';
import { BookingDetails } from '#features/bookings/components/admin/booking-details.tsx';
import { BookingFilters } from '#features/bookings/components/admin/booking-filters.tsx';
import { BookingTable } from '#features/bookings/components/admin/booking-table.tsx';
import { EditBooking } from '#features/bookings/components/admin/edit-booking.tsx';
import { AddListingDialog } from '#features/listings/components/admin/add-listing-dialog.tsx';
import { actInBrowser, actOnServer, byForm } from '#platform/pages/act.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { AdminHead } from '#ui/admin/admin-head.tsx';
import { AdminIcon } from '#ui/admin/admin-icon.tsx';
import { CsvLink } from '#ui/admin/csv-link.tsx';
import { AdminPager, ListFailed } from '#ui/admin/list-state.tsx';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast-store.ts';
import { paths } from '../paths.ts';

const load = adminGuarded(loadBookings);
const act = adminGuarded(byForm(bookingActs));
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const action = actOnServer(act);
export const clientAction = actInBrowser(act);
export const meta = adminMeta(paths.bookingManagement, 'admin.bookings.title');

export default function BookingManagement() {
  const t = useWords();
  const { bookings, failed, asked } = useLoaderData<typeof loader>();
  const [adding, setAdding] = useState(false);
  const problem = asked?.problem ?? null;
  useEffect(() => {
    if (problem !== null) showToast(problem, 'failed');
  }, [problem]);
  const bookingFor = (kind: AskedBooking['kind']) => (asked?.kind === kind ? asked.booking : null);
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHead title={t('admin.bookings.title')}>
        <CsvLink path="/api/admin/bookings/csv" names={BOOKING_FILTERS} />
        <Button kind="action" onClick={() => setAdding(true)} className="noscript:hidden">
          <AdminIcon name="plus" />
          {t('manage.add')}
        </Button>
      </AdminHead>
      <BookingFilters />
      {bookings ? (
        <>
          <BookingTable bookings={bookings.items} />
          <AdminPager pagination={bookings.pagination} />
        </>
      ) : (
        <ListFailed text={failed ?? t('manage.fetchFailed')} />
      )}
      <BookingDetails booking={bookingFor('view')} history={asked?.history ?? null} />
      <EditBooking booking={bookingFor('edit')} />
      <AddListingDialog open={adding} onClose={() => setAdding(false)} />
    </div>
  );
}
