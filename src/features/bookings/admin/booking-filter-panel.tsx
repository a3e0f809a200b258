import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FilterPanel, FilterSelect, FilterText } from '#ui/admin/filter-panel.tsx';
import { BOOKING_PAYMENT_STATUSES, BOOKING_STATUSES } from '../model/booking.ts';
import { BOOKING_FILTERS, DUES } from '../model/booking-filters.ts';

export function BookingFilters() {
  const t = useTranslator();
  const amount = { type: 'number', min: 0, step: 'any', inputMode: 'decimal' } as const;
  return (
    <FilterPanel names={BOOKING_FILTERS}>
      <FilterText
        name="search"
        type="search"
        label={t('admin.bookings.filter.search')}
        placeholder={t('admin.bookings.filter.searchFor')}
      />
      <FilterSelect
        name="status"
        label={t('admin.bookings.filter.status')}
        options={BOOKING_STATUSES.map((value) => ({ value, label: t(`admin.bookings.status.${value}`) }))}
      />
      <FilterSelect
        name="paymentStatus"
        label={t('admin.bookings.filter.paymentStatus')}
        options={BOOKING_PAYMENT_STATUSES.map((value) => ({ value, label: t(`admin.bookings.payment.${value}`) }))}
      />
      <FilterSelect
        name="due"
        label={t('admin.bookings.filter.due')}
        options={DUES.map((value) => ({ value, label: t(`admin.bookings.due.${value}`) }))}
      />
      <FilterText name="minPaid" label={t('admin.bookings.filter.minPaid')} {...amount} />
      <FilterText name="maxPaid" label={t('admin.bookings.filter.maxPaid')} {...amount} />
    </FilterPanel>
  );
}
