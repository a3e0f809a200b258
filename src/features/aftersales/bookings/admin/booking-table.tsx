import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSaleColumn } from '#features/payments/payments/admin/sale-column.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx';
import { type Column, DataTable, RowButton, RowLink } from '#ui/admin/data-table.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { searchToOpen } from '#ui/admin/list-page.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { BOOKING_PAYMENT_STATUSES, BOOKING_STATUSES, DUE_FILTERS } from '../model/booking.ts';
import type { BookingResponse, ListedBooking } from '../model/booking-contract.ts';

export function BookingTable({ bookings }: { bookings: ListedBooking[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const [deleting, setDeleting] = useState<BookingResponse | null>(null);
  const nameOf = ({ booking_id: id }: BookingResponse) => t('admin.bookings.name', { id: String(id) });
  const open = (kind: 'view' | 'edit', { booking_id: id }: BookingResponse) => ({
    search: searchToOpen(search, kind, id),
  });
  return (
    <>
      <DataTable
        caption={t('admin.bookings.title')}
        columns={useBookingColumns()}
        rows={bookings}
        keyOf={({ booking_id: id }) => id}
        nameOf={nameOf}
        order={{ sort: search.get('sort') ?? 'booking', order: search.get('order') === 'asc' ? 'asc' : 'desc' }}
        empty={t('admin.bookings.none')}
        actions={(booking) => (
          <>
            <RowLink icon="edit" label={t('admin.table.edit', { row: nameOf(booking) })} to={open('edit', booking)} />
            <RowLink icon="view" label={t('admin.table.view', { row: nameOf(booking) })} to={open('view', booking)} />
            <RowButton
              icon="trash"
              label={t('admin.table.delete', { row: nameOf(booking) })}
              onPress={() => setDeleting(booking)}
            />
          </>
        )}
      />
      <ConfirmDialog
        title={t('admin.bookings.delete.title', { id: deleting?._id ?? '' })}
        text={t('admin.bookings.delete.text')}
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        form="booking delete"
        values={{ id: deleting?._id ?? '' }}
      />
    </>
  );
}

function useBookingColumns(): Column<ListedBooking>[] {
  const t = useTranslator();
  const sale = useSaleColumn<ListedBooking>();
  const link = (path: string, id: number) => (
    <Link to={`${path}?view=${id}`} className={TEXT_LINK}>
      {id}
    </Link>
  );
  return [
    {
      id: 'booking',
      head: t('admin.bookings.column.booking'),
      cell: (booking) => (
        <span className="inline-grid">
          {booking.booking_id}
          <span className="font-normal text-ink-soft text-sm">{t.utcDay(booking.createdAt)}</span>
        </span>
      ),
      sorts: true,
    },
    {
      id: 'listing',
      head: t('admin.bookings.column.listing'),
      cell: (booking) => link(paths.carManagement, booking.listing_id),
    },
    {
      id: 'user',
      head: t('admin.bookings.column.user'),
      cell: (booking) => link(paths.userManagement, booking.user_id),
    },
    {
      id: 'car',
      head: t('admin.bookings.column.car'),
      cell: (booking) => <span className="whitespace-nowrap">{booking.car_id}</span>,
    },
    {
      id: 'total',
      head: t('admin.bookings.column.total'),
      cell: (booking) => t.dollars(booking.total_price),
      figures: true,
      sorts: true,
    },
    {
      id: 'paid',
      head: t('admin.bookings.column.paid'),
      cell: (booking) => t.dollars(booking.paid_price),
      figures: true,
      sorts: true,
    },
    {
      id: 'status',
      head: t('admin.bookings.column.status'),
      cell: (booking) => <BookingState booking={booking} />,
    },
    sale,
  ];
}

export function BookingState({ booking }: { booking: Pick<BookingResponse, 'booking_status' | 'payment_status'> }) {
  const t = useTranslator();
  const { booking_status: status, payment_status: payment } = booking;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <StatusTag status={status}>{t(`admin.bookings.status.${status}`)}</StatusTag>
      <span className="text-ink-soft text-sm">{t(`admin.bookings.payment.${payment}`)}</span>
    </span>
  );
}

export function BookingFilterPanel() {
  const t = useTranslator();
  return (
    <FilterPanel
      fields={[
        {
          name: 'search',
          kind: 'search',
          label: t('admin.bookings.filter.search'),
          placeholder: t('admin.bookings.filter.searchFor'),
        },
        {
          name: 'status',
          label: t('admin.bookings.filter.status'),
          options: BOOKING_STATUSES.map((value) => ({ value, label: t(`admin.bookings.status.${value}`) })),
        },
        {
          name: 'paymentStatus',
          label: t('admin.bookings.filter.paymentStatus'),
          options: BOOKING_PAYMENT_STATUSES.map((value) => ({ value, label: t(`admin.bookings.payment.${value}`) })),
        },
        {
          name: 'due',
          label: t('admin.bookings.filter.due'),
          options: DUE_FILTERS.map((value) => ({ value, label: t(`admin.bookings.due.${value}`) })),
        },
        { name: 'minPaid', kind: 'amount', label: t('admin.bookings.filter.minPaid') },
        { name: 'maxPaid', kind: 'amount', label: t('admin.bookings.filter.maxPaid') },
      ]}
    />
  );
}
