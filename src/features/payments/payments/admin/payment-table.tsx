import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { PaymentMethod } from '#features/payments/gateways/model/charge.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx';
import { type Column, DataTable, RowButton, RowLink } from '#ui/admin/data-table.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { searchToOpen } from '#ui/admin/list-page.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { AdminPayment } from '../model/admin-payment-contract.ts';
import { DISPLAY_PAYMENT_STATUSES } from '../model/payment.ts';
import { useSaleColumn } from './sale-column.tsx';

export function PaymentTable({ payments }: { payments: AdminPayment[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const [deleting, setDeleting] = useState<AdminPayment | null>(null);
  const nameOf = ({ transaction_id: transaction }: AdminPayment) => t('admin.payments.name', { transaction });
  return (
    <>
      <DataTable
        caption={t('admin.payments.title')}
        columns={usePaymentColumns()}
        rows={payments}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        order={{ sort: search.get('sort') ?? 'date', order: search.get('order') === 'asc' ? 'asc' : 'desc' }}
        empty={t('admin.payments.none')}
        actions={(payment) => (
          <>
            <RowLink
              icon="view"
              label={t('admin.table.view', { row: nameOf(payment) })}
              to={{ search: searchToOpen(search, 'view', payment.id) }}
            />
            <RowButton
              icon="trash"
              label={t('admin.table.delete', { row: nameOf(payment) })}
              onPress={() => setDeleting(payment)}
            />
          </>
        )}
      />
      <ConfirmDialog
        title={t('admin.payments.delete.title', { transaction: deleting?.transaction_id ?? '' })}
        text={t('admin.payments.delete.text')}
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        form="payment delete"
        values={{ id: deleting?._id ?? '' }}
      />
    </>
  );
}

function usePaymentColumns(): Column<AdminPayment>[] {
  const t = useTranslator();
  const sale = useSaleColumn<AdminPayment>();
  return [
    {
      id: 'transaction',
      head: t('admin.payments.column.transaction'),
      cell: (payment) => <span className="whitespace-nowrap">{payment.transaction_id}</span>,
    },
    {
      id: 'user',
      head: t('admin.payments.column.user'),
      cell: ({ user_id: user }) => (
        <Link to={`${paths.userManagement}?view=${user}`} className={TEXT_LINK}>
          {user}
        </Link>
      ),
    },
    {
      id: 'amount',
      head: t('admin.payments.column.amount'),
      cell: ({ amount }) => t.dollars(amount),
      figures: true,
      sorts: true,
    },
    {
      id: 'method',
      head: t('admin.payments.column.method'),
      cell: ({ payment_method: method }) => t(`admin.payments.method.${method as PaymentMethod}`),
    },
    {
      id: 'date',
      head: t('admin.payments.column.date'),
      cell: ({ date_of_payment: date }) => (
        <span className="inline-block min-w-28">
          <UtcTime time={date} />
        </span>
      ),
      sorts: true,
    },
    {
      id: 'status',
      head: t('admin.payments.column.status'),
      cell: ({ payment_status: status, refund_failed: refundFailed }) => (
        <span className="flex flex-wrap gap-1">
          <StatusTag status={status}>{t(`admin.payments.status.${status}`)}</StatusTag>
          {refundFailed && <StatusTag status="failed">{t('admin.payments.refundFailed')}</StatusTag>}
        </span>
      ),
    },
    sale,
  ];
}

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
