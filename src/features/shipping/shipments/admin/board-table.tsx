import { Link, useSearchParams } from 'react-router';
import { QueueTag } from '#features/orders/order-pages/admin/order-wait.tsx';
import type { WaitingQueue } from '#features/orders/order-pages/model/order-queue.ts';
import type { BoardOrder, BoardResponse } from '#features/shipping/shipments/model/shipment-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Load } from '#lib/pages/page-handlers.ts';
import { type Column, DataTable, RowLink } from '#ui/admin/data-table.tsx';
import { queryFrom, searchToOpen, searchWith } from '#ui/admin/list-page.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { boardCalls } from '../../office-calls.ts';
import { fileCalls } from '../../shipping-calls.ts';
import { fetchFiles, fetchReports, fetchTimeline } from '../client/shipment-actions.ts';
import type { FileOpening, OrderFilesResponse } from '../model/file-contract.ts';
import type { TimelineResponse, WrittenEvent } from '../model/shipment-contract.ts';

/** Queues that the next step already implies. All others block an order independent of its next step. */
const SAID_BY_STEP = new Set<WaitingQueue>(['transfer', 'balance', 'shipping', 'handover']);

export function BoardTable({ orders }: { orders: BoardOrder[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const columns: Column<BoardOrder>[] = [
    {
      id: 'order',
      head: t('admin.board.order'),
      cell: (order) => (
        <div>
          <span className="figures block font-semibold">{order.number}</span>
          <span className="block font-normal text-ink-soft text-sm">{order.cars.join(', ')}</span>
          <ImportFlag order={order} />
        </div>
      ),
    },
    { id: 'buyer', head: t('admin.board.buyer'), cell: ({ buyer }) => <span className="wrap-anywhere">{buyer}</span> },
    {
      id: 'step',
      head: t('admin.board.next'),
      cell: ({ step, owner, vessel, queue }) => (
        <div className="grid justify-items-start gap-1">
          <span className="block">{t(`shipments.step.${step}`)}</span>
          <span className="block text-ink-soft text-sm">
            {t(`shipments.owner.${owner}`)}
            {vessel && ` · ${vessel}`}
          </span>
          {queue && !SAID_BY_STEP.has(queue) && <QueueTag queue={queue} />}
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

/** Warns before loading that a car is prohibited at its destination, or that the import rules were not asked. */
function ImportFlag({ order: { import: where } }: { order: BoardOrder }) {
  const t = useTranslator();
  if (!where || where.light === 'green' || where.light === 'amber') return null;
  if (where.country === null) return <StatusTag status="pending">{t('admin.board.noCountry')}</StatusTag>;
  const country = t.region(where.country);
  return where.light === 'red' ? (
    <StatusTag status="failed">{t('admin.board.prohibited', { country })}</StatusTag>
  ) : (
    <StatusTag status="pending">{t('admin.board.unchecked', { country })}</StatusTag>
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

/** Links to the orders of each step, with the number of orders and of late ones. */
export function BoardSteps({ steps }: Pick<BoardResponse, 'steps'>) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const current = search.get('step');
  const all = {
    step: undefined,
    orders: steps.reduce((sum, { orders }) => sum + orders, 0),
    late: steps.reduce((sum, { late }) => sum + late, 0),
  };
  return (
    <nav aria-label={t('admin.board.steps')} className="flex flex-wrap gap-2">
      {[all, ...steps].map(({ step, orders, late }) => {
        const isCurrent = (step ?? null) === current;
        return (
          <Link
            key={step ?? ''}
            to={{ search: searchWith(search, { step, view: undefined }) }}
            aria-current={isCurrent ? 'page' : undefined}
            className={`grid min-h-11 min-w-28 content-center rounded-md border px-3 py-2 ${isCurrent ? 'border-ink bg-raised font-semibold' : 'border-line bg-surface hover:border-line-strong'}`}
          >
            <span className="text-sm">{step ? t(`shipments.step.${step}`) : t('admin.board.all')}</span>
            <span className="figures flex items-baseline gap-2">
              {t.number(orders)}
              {late > 0 && <span className="text-danger text-sm">{t('admin.board.late', { count: late })}</span>}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}

const QUERY = ['step', 'owner', 'late', 'page'] as const;

type BoardData = {
  /** Null if it could not be loaded. */
  board: BoardResponse | null;
  selected: TimelineResponse | null;
  room: OrderFilesResponse | null;
  /** Who opened the files of the selected order. */
  openings: FileOpening[] | null;
  reports: WrittenEvent[] | null;
};

export const loadBoard: Load<BoardData> = async ({ api, url: { searchParams } }) => {
  const view = searchParams.get('view');
  const [board, selected, room, reports, openings] = await Promise.all([
    api.call(boardCalls.board, { query: queryFrom(searchParams, QUERY) }).catch(() => null),
    view === null ? null : fetchTimeline(api, view).catch(() => null),
    view === null ? null : fetchFiles(api, view).catch(() => null),
    view === null ? null : fetchReports(api, view).catch(() => null),
    view === null ? null : api.call(fileCalls.openings, { params: { id: view } }).catch(() => null),
  ]);
  return { board, selected, room, openings: openings?.items ?? null, reports };
};
