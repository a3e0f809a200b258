import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FilterPanel, FilterSelect, FilterText } from '#ui/admin/filter-panel.tsx';
import { DISPLAY_PAYMENT_STATUSES } from '../model/payment.ts';
import { PAYMENT_FILTERS } from '../model/payment-filters.ts';

export function PaymentFilters() {
  const t = useTranslator();
  const amount = { type: 'number', min: 0, step: 'any', inputMode: 'decimal' } as const;
  return (
    <FilterPanel names={PAYMENT_FILTERS}>
      <FilterText
        name="search"
        type="search"
        label={t('admin.payments.filter.search')}
        placeholder={t('admin.payments.filter.searchFor')}
      />
      <FilterSelect
        name="status"
        label={t('admin.payments.filter.status')}
        options={DISPLAY_PAYMENT_STATUSES.map((status) => ({
          value: status,
          label: t(`admin.payments.status.${status}`),
        }))}
      />
      <FilterSelect
        name="refund"
        label={t('admin.payments.field.refund')}
        options={[{ value: 'failed', label: t('admin.payments.refundFailed') }]}
      />
      <FilterText name="from" type="date" label={t('admin.payments.filter.from')} />
      <FilterText name="to" type="date" label={t('admin.payments.filter.to')} />
      <FilterText name="minAmount" label={t('admin.payments.filter.minAmount')} {...amount} />
      <FilterText name="maxAmount" label={t('admin.payments.filter.maxAmount')} {...amount} />
    </FilterPanel>
  );
}
