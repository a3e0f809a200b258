import { Link, useSearchParams } from 'react-router';
import { CarPicture } from '#features/catalog/listings/components/car-picture.tsx';
import { carsName } from '#features/orders/orders/components/order-cars.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { type Column, DataTable, RowLink } from '#ui/admin/data-table.tsx';
import { searchToOpen, searchWith } from '#ui/admin/list-page.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import type { AdminOrderSummary, QueueCounts } from '../model/admin-order-contract.ts';
import { ORDER_QUEUES } from '../model/order-queue.ts';
import { OrderWait } from './order-wait.tsx';

export function OrderTable({ orders }: { orders: AdminOrderSummary[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const nameOf = (order: AdminOrderSummary) => t('admin.orders.view.title', { number: order.number });
  const columns: Column<AdminOrderSummary>[] = [
    {
      id: 'image',
      head: t('admin.orders.column.image'),
      // A car without a photo would have an empty name.
      isName: false,
      cell: ({ cars }) => (
        <div className="w-24 overflow-hidden rounded-md">
          <CarPicture image={cars[0]?.image ?? undefined} alt="" sizes="6rem" maxWidth={640} />
        </div>
      ),
    },
    {
      id: 'car',
      head: t('admin.orders.column.car'),
      isName: true,
      cell: (order) => (
        <div>
          <span className="block font-semibold">{carsName(order)}</span>
          <span className="figures block text-ink-soft text-sm">
            {order.number} · {t(`admin.orders.offer.${order.offer}`)}
          </span>
        </div>
      ),
    },
    {
      id: 'buyer',
      head: t('admin.orders.column.buyer'),
      cell: ({ buyer }) => (
        <div className="wrap-anywhere">
          <Link to={`${paths.userManagement}?view=${buyer.id}`} className={TEXT_LINK}>
            {buyer.name}
          </Link>
          <span className="block text-ink-soft text-sm">{buyer.email}</span>
        </div>
      ),
    },
    {
      id: 'booked',
      head: t('admin.orders.column.booked'),
      cell: (order) => <span className="whitespace-nowrap">{t.utcDay(order.created_at)}</span>,
    },
    {
      id: 'received',
      head: t('admin.orders.column.received'),
      cell: ({ money }) => <span className="whitespace-nowrap">{t.cents(money.received_cents)}</span>,
      figures: true,
    },
    {
      id: 'open',
      head: t('admin.orders.column.open'),
      cell: ({ money }) => <span className="whitespace-nowrap">{t.cents(money.open_cents)}</span>,
      figures: true,
    },
    { id: 'waits', head: t('admin.orders.column.waits'), cell: (order) => <OrderWait order={order} /> },
  ];
  return (
    <DataTable
      caption={t('admin.orders.title')}
      columns={columns}
      rows={orders}
      keyOf={({ id }) => id}
      nameOf={nameOf}
      empty={t('admin.orders.none')}
      actions={(order) => (
        <RowLink
          icon="view"
          label={t('admin.table.view', { row: nameOf(order) })}
          to={{ search: searchToOpen(search, 'view', order.id) }}
        />
      )}
    />
  );
}

/** Links to the queues with the number of their open orders. A phone leaves out those that are empty. */
export function OrderQueues({ queues }: { queues: QueueCounts | null }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const current = search.get('queue') ?? '';
  const counts: Partial<Record<string, number>> = queues ?? {};
  return (
    <nav aria-label={t('admin.orders.queues')} className="flex flex-wrap gap-x-1 border-line border-b">
      {(['', ...ORDER_QUEUES] as const).map((queue) => (
        <Link
          key={queue}
          to={{ search: searchWith(search, { queue, view: undefined }) }}
          aria-current={queue === current ? 'page' : undefined}
          className={`inline-flex min-h-11 items-center gap-2 border-b-2 px-3 ${counts[queue] === 0 && queue !== current ? 'max-sm:hidden' : ''} ${queue === current ? 'border-action font-semibold' : 'border-transparent hover:text-link'}`}
        >
          {t(`admin.orders.queue.${queue || 'all'}`)}
          {counts[queue] !== undefined && (
            <span
              className={`figures rounded-full px-2 text-sm ${queue === 'overdue' && counts[queue] > 0 ? 'bg-danger-ground text-danger' : 'bg-sunken text-ink-soft'}`}
            >
              {t.number(counts[queue])}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
