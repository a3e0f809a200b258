import { ownAccount } from '#features/site/operator/model/bank-account.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type Column, DataTable } from '#ui/admin/data-table.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { StoredStatementResponse } from '../model/statement-contract.ts';

export function StatementTable({ statements }: { statements: StoredStatementResponse[] }) {
  const t = useTranslator();
  const balance = (amount: number | null, currency: string) => (
    <span className="whitespace-nowrap">{amount === null ? '–' : t.amount(amount, currency)}</span>
  );
  const columns: Column<StoredStatementResponse>[] = [
    {
      id: 'days',
      head: t('admin.statements.column.days'),
      cell: ({ from_on, to_on, format, number }) => (
        <span className="block">
          {from_on === to_on
            ? t.date(from_on)
            : t('admin.statements.days', { from: t.date(from_on), to: t.date(to_on) })}
          <span className="block font-normal text-ink-soft text-sm">
            {format === 'csv' ? t('admin.statements.import.table') : t('admin.statements.number', { number })}
          </span>
        </span>
      ),
    },
    {
      id: 'account',
      head: t('admin.statements.field.ourAccount'),
      cell: (statement) => <span className="figures">{ownAccount(statement)}</span>,
    },
    { id: 'lines', head: t('admin.statements.import.new'), figures: true, cell: ({ lines }) => t.number(lines) },
    {
      id: 'opening',
      head: t('admin.statements.import.opening'),
      figures: true,
      cell: ({ opening_cents, currency }) => balance(opening_cents, currency),
    },
    {
      id: 'closing',
      head: t('admin.statements.import.closing'),
      figures: true,
      cell: ({ closing_cents, currency }) => balance(closing_cents, currency),
    },
    {
      id: 'before',
      head: t('admin.statements.column.chain'),
      cell: ({ missing_before, opening_cents }) =>
        missing_before ? (
          <StatusTag status="pending">{t('admin.statements.chain.missing')}</StatusTag>
        ) : (
          t(opening_cents === null ? 'admin.statements.chain.unknown' : 'admin.statements.chain.follows')
        ),
    },
    {
      id: 'imported',
      head: t('admin.statements.column.imported'),
      cell: ({ imported_at, imported_by, filename }) => (
        <span className="wrap-anywhere block">
          <UtcTime time={imported_at} />
          <span className="block text-ink-soft text-sm">{[imported_by, filename].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('admin.statements.tab.statements')}
      columns={columns}
      rows={statements}
      keyOf={({ id }) => id}
      empty={t('admin.statements.none.statements')}
      withoutControls
    />
  );
}
