import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import type { AdminOrderSummary } from '../model/admin-order-contract.ts';

type Waiting = Pick<AdminOrderSummary, 'queue' | 'days'>;

/** The status words of StatusTag that have the fitting colors. */
const TONE: Record<AdminOrderSummary['queue'], string> = {
  overdue: 'failed',
  balance: 'waiting',
  transfer: 'waiting',
  check: 'failed',
  claim: 'failed',
  contract: 'waiting',
  shipping: 'active',
  handover: 'active',
  completed: 'completed',
  cancelled: 'cancelled',
};

/** What an order waits for, and for how long. */
export function OrderWait({ order }: { order: Waiting }) {
  const t = useTranslator();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <StatusTag status={TONE[order.queue]}>{t(`admin.orders.queue.${order.queue}`)}</StatusTag>
      <span className="whitespace-nowrap text-ink-soft text-sm">{daysText(t, order)}</span>
    </span>
  );
}

function daysText(t: Translator, { queue, days }: Waiting): string {
  const until = { days: -days };
  switch (queue) {
    case 'overdue':
      return t('admin.orders.days.overdue', { days });
    case 'balance':
      return t('admin.orders.days.balance', until);
    case 'transfer':
      return days < 0 ? t('admin.orders.days.transfer', until) : t('admin.orders.days.expired', { days });
    case 'handover':
      return days < 0 ? t('admin.orders.days.starts', until) : t('admin.orders.days.handover', { days });
    case 'check':
    case 'claim':
    case 'contract':
    case 'shipping':
      return t('admin.orders.days.since', { days });
    default:
      return t('admin.orders.days.ended', { days });
  }
}
