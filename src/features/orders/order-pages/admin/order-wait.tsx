import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import type { AdminOrderSummary } from '../model/admin-order-contract.ts';

type Waiting = Pick<AdminOrderSummary, 'queue' | 'days'>;
type WithOthers = Waiting & Pick<AdminOrderSummary, 'refund_to_send' | 'renter_waits'>;

/** Statuses of StatusTag, chosen for their color. */
const TONE: Record<AdminOrderSummary['queue'], string> = {
  overdue: 'failed',
  balance: 'waiting',
  transfer: 'waiting',
  check: 'failed',
  claim: 'failed',
  contract: 'waiting',
  shipping: 'active',
  completion: 'active',
  handover: 'active',
  refund: 'waiting',
  renter: 'waiting',
  completed: 'completed',
  cancelled: 'cancelled',
};

const REFUND = 'refund' as const;
const RENTER = 'renter' as const;

/** What an order waits for and how long, with refunds that finance has to send and answers that a renter awaits. */
export function OrderWait({ order }: { order: WithOthers }) {
  const t = useTranslator();
  const refund = order.refund_to_send;
  return (
    <span className="grid gap-1">
      <Wait waiting={order} />
      {order.renter_waits && <Wait waiting={{ queue: RENTER, days: order.renter_waits.days }} />}
      {refund && (
        <>
          <Wait waiting={{ queue: REFUND, days: refund.days }} />
          <span className="text-ink-soft text-sm">
            {t.cents(refund.cents)} · {t(`admin.orders.refund.${stepOf(refund.step)}`)}
          </span>
        </>
      )}
    </span>
  );
}

export function QueueTag({ queue }: Pick<Waiting, 'queue'>) {
  const t = useTranslator();
  return <StatusTag status={TONE[queue]}>{t(`admin.orders.queue.${queue}`)}</StatusTag>;
}

function Wait({ waiting }: { waiting: Waiting }) {
  const t = useTranslator();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <QueueTag queue={waiting.queue} />
      <span className="whitespace-nowrap text-ink-soft text-sm">{daysText(t, waiting)}</span>
    </span>
  );
}

/** The steps of a refund that is to be sent by transfer. */
const WAITING_STEPS = ['car', 'check', 'account', 'account_waits'] as const;
const stepOf = (step: string) => WAITING_STEPS.find((waiting) => waiting === step) ?? 'ready';

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
    case 'completion':
      return t('admin.orders.days.completion', { days });
    case 'check':
    case 'claim':
    case 'contract':
    case 'shipping':
    case 'refund':
    case 'renter':
      return t('admin.orders.days.since', { days });
    default:
      return t('admin.orders.days.ended', { days });
  }
}
