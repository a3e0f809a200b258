import { useSearchParams } from 'react-router';
import { ownAccount } from '#features/site/operator/model/bank-account.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type Column, DataTable, RowLink } from '#ui/admin/data-table.tsx';
import { searchToOpen } from '#ui/admin/list-page.tsx';
import { SidePanel } from '#ui/admin/side-panel.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { StoredStatementResponse } from '../model/stored-statement-contract.ts';
import { daysOf, StatementDetails } from './statement-confirmation.tsx';

export function StatementTable({ statements }: { statements: StoredStatementResponse[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const balance = (amount: number | null, currency: string) => (
    <span className="whitespace-nowrap">{amount === null ? '–' : t.amount(amount, currency)}</span>
  );
  const columns: Column<StoredStatementResponse>[] = [
    {
      id: 'days',
      head: t('admin.statements.column.days'),
      cell: (statement) => (
        <span className="block">
          {daysOf(statement, t)}
          <span className="block font-normal text-ink-soft text-sm">
            {statement.format === 'csv'
              ? t('admin.statements.import.table')
              : t('admin.statements.number', { number: statement.number })}
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
    {
      id: 'confirmed',
      head: t('admin.statements.column.confirmed'),
      cell: ({ confirmed_by, confirmed_at, to_confirm }) => {
        if (confirmed_at)
          return (
            <span className="wrap-anywhere block">
              <UtcTime time={confirmed_at} />
              <span className="block text-ink-soft text-sm">{confirmed_by}</span>
            </span>
          );
        return to_confirm ? (
          <StatusTag status="pending">{t('admin.statements.second.waits')}</StatusTag>
        ) : (
          t('admin.statements.second.notNeeded')
        );
      },
    },
  ];
  return (
    <DataTable
      caption={t('admin.statements.tab.statements')}
      columns={columns}
      rows={statements}
      keyOf={({ id }) => id}
      empty={t(
        search.get('state') === 'to_confirm' ? 'admin.statements.none.to_confirm' : 'admin.statements.none.statements',
      )}
      actions={(statement) => (
        <RowLink
          icon="view"
          label={t('admin.statements.second.view', { days: daysOf(statement, t) })}
          to={{ search: searchToOpen(search, 'edit', statement.id) }}
        />
      )}
    />
  );
}

/** Side panel of a statement, in which a second person confirms it. */
export function StatementPanel({ statements }: { statements: StoredStatementResponse[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const statement = statements.find(({ id }) => String(id) === search.get('edit'));
  return (
    <SidePanel title={t('admin.statements.statement')} open={statement !== undefined} holdsForm>
      {statement && <StatementDetails statement={statement} />}
    </SidePanel>
  );
}
