import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { BOOKING_PAYMENT_STATUSES, BOOKING_STATUSES } from '../model/booking.ts';
import { DUE_FILTERS } from '../model/booking-filters.ts';

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
