import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { DISPLAY_PAYMENT_STATUSES } from '../model/payment.ts';

export function PaymentFilterPanel() {
  const t = useTranslator();
  return (
    <FilterPanel
      fields={[
        {
          name: 'search',
          kind: 'search',
          label: t('admin.payments.filter.search'),
          placeholder: t('admin.payments.filter.searchFor'),
        },
        {
          name: 'status',
          label: t('admin.payments.filter.status'),
          options: DISPLAY_PAYMENT_STATUSES.map((status) => ({
            value: status,
            label: t(`admin.payments.status.${status}`),
          })),
        },
        {
          name: 'refund',
          label: t('admin.payments.field.refund'),
          options: [{ value: 'failed', label: t('admin.payments.refundFailed') }],
        },
        { name: 'from', kind: 'date', label: t('admin.payments.filter.from') },
        { name: 'to', kind: 'date', label: t('admin.payments.filter.to') },
        { name: 'minAmount', kind: 'amount', label: t('admin.payments.filter.minAmount') },
        { name: 'maxAmount', kind: 'amount', label: t('admin.payments.filter.maxAmount') },
      ]}
    />
  );
}
