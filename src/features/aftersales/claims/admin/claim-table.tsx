import { useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type Column, DataTable, RowLink } from '#ui/admin/data-table.tsx';
import { searchToOpen } from '#ui/admin/list-page.tsx';
import { ClaimBadge } from '../components/claim-details.tsx';
import type { AdminClaimRow } from '../model/claim-contract.ts';

/** Claims by the time of their next step. */
export function ClaimTable({ claims }: { claims: AdminClaimRow[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const nameOf = ({ order }: AdminClaimRow) => t('admin.claims.title.one', { number: order.number });
  const columns: Column<AdminClaimRow>[] = [
    {
      id: 'claim',
      head: t('admin.claims.column.claim'),
      isName: true,
      cell: ({ order, kind }) => (
        <div>
          <span className="block font-semibold">{t(`claims.kind.${kind}`)}</span>
          <span className="figures block text-ink-soft text-sm">{order.number}</span>
        </div>
      ),
    },
    { id: 'state', head: t('admin.claims.column.state'), cell: ({ state }) => <ClaimBadge state={state} /> },
    {
      id: 'next',
      head: t('admin.claims.column.next'),
      cell: ({ next_at: next }) => (next === null ? '–' : <span className="whitespace-nowrap">{t.utcTime(next)}</span>),
    },
    {
      id: 'buyer',
      head: t('admin.claims.column.buyer'),
      cell: ({ buyer }) => <span className="wrap-anywhere">{buyer}</span>,
    },
    {
      id: 'frozen',
      head: t('admin.claims.column.frozen'),
      cell: ({ frozen_cents: cents }) => <span className="whitespace-nowrap">{t.cents(cents)}</span>,
      figures: true,
    },
  ];
  return (
    <DataTable
      caption={t('admin.claims')}
      columns={columns}
      rows={claims}
      keyOf={({ id }) => id}
      nameOf={nameOf}
      empty={t('admin.claims.none')}
      actions={(claim) => (
        <RowLink
          icon="view"
          label={t('admin.table.view', { row: nameOf(claim) })}
          to={{ search: searchToOpen(search, 'view', claim.id) }}
        />
      )}
    />
  );
}
