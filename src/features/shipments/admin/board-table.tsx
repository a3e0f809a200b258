import { useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { searchToOpen } from '#ui/admin/admin-search.ts';
import { type Column, DataTable } from '#ui/admin/data-table.tsx';
import { RowLink } from '#ui/admin/row-action.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import type { BoardOrder } from '../model/board-contract.ts';

export function BoardTable({ orders }: { orders: BoardOrder[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const columns: Column<BoardOrder>[] = [
    {
      id: 'order',
      head: t('admin.board.order'),
      cell: ({ number, cars }) => (
        <div>
          <span className="figures block font-semibold">{number}</span>
          <span className="block font-normal text-ink-soft text-sm">{cars.join(', ')}</span>
        </div>
      ),
    },
    { id: 'buyer', head: t('admin.board.buyer'), cell: ({ buyer }) => <span className="wrap-anywhere">{buyer}</span> },
    {
      id: 'step',
      head: t('admin.board.next'),
      cell: ({ step, owner, vessel }) => (
        <div>
          <span className="block">{t(`shipments.step.${step}`)}</span>
          <span className="block text-ink-soft text-sm">
            {t(`shipments.owner.${owner}`)}
            {vessel && ` · ${vessel}`}
          </span>
        </div>
      ),
    },
    { id: 'due', head: t('admin.board.due'), cell: (order) => <Due order={order} /> },
    {
      id: 'expected',
      head: t('admin.board.expected'),
      cell: ({ expected_at: at }) => <span className="figures whitespace-nowrap">{at ? t.date(at) : '–'}</span>,
    },
    {
      id: 'age',
      head: t('admin.board.age'),
      cell: ({ age_days: days }) => t('admin.board.days', { days }),
      figures: true,
    },
  ];
  return (
    <DataTable
      caption={t('admin.board.title')}
      columns={columns}
      rows={orders}
      keyOf={({ order_id: id }) => id}
      empty={t('admin.board.none')}
      actions={({ order_id: id, number }) => (
        <RowLink
          icon="view"
          label={t('admin.table.view', { row: number })}
          to={{ search: searchToOpen(search, 'view', id) }}
        />
      )}
    />
  );
}

function Due({ order: { due_at: due, late_days: days } }: { order: BoardOrder }) {
  const t = useTranslator();
  return (
    <div className="grid justify-items-start gap-1">
      <span className="figures whitespace-nowrap">{t.date(due)}</span>
      {days > 0 && <StatusTag status="failed">{t('shipments.lateBy', { days })}</StatusTag>}
    </div>
  );
}
