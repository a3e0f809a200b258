import { Link, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { searchWith } from '#ui/admin/admin-search.ts';
import type { QueueCounts } from '../model/admin-order-contract.ts';
import { ORDER_QUEUES } from '../model/order-queue.ts';

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
