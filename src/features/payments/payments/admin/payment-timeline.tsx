import { ActorText, AuditDetails } from '#features/people/audit/admin/audit-table.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import type { PaymentEvent } from '../model/payment-contract.ts';
import type { OrderHistory } from './payment-actions.ts';

export function OrderTimeline({ history: { events, auditEntries } }: { history: OrderHistory }) {
  const t = useTranslator();
  const steps = [
    ...events.map((event, index) => ({ key: `event ${index}`, at: event.at, content: eventText(t, event) })),
    ...auditEntries.map((entry) => ({
      key: `entry ${entry.id}`,
      at: entry.at,
      content: (
        <>
          {entry.action} · <ActorText actor={entry.actor} />
          <AuditDetails details={entry.details} />
        </>
      ),
    })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{t('admin.payments.timeline')}</h3>
      <ol className="grid gap-0 border-line-strong border-s-2">
        {steps.map(({ key, at, content }) => (
          <li key={key} className="relative grid gap-0.5 py-2 ps-4">
            <span aria-hidden="true" className="absolute -start-1.25 top-4 size-2 rounded-full bg-line-strong" />
            <div className="wrap-anywhere">{content}</div>
            <p className="text-ink-soft text-sm">
              <UtcTime time={at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Describes an event; unknown events are shown by name. */
function eventText(t: Translator, { event, details }: PaymentEvent): string {
  const text = (name: string) => String(details[name] ?? '–');
  const cents = typeof details.amountCents === 'number' ? details.amountCents : 0;
  const amount = t.cents(cents);
  const who = t('admin.payments.event.who', { who: text('askedBy') });
  switch (event) {
    case 'created':
      return t('admin.payments.event.created');
    case 'bound':
      return t('admin.payments.event.bound', { listingId: text('listingId') });
    case 'authorised':
      return t('admin.payments.event.authorised');
    case 'captured':
      return t('admin.payments.event.captured', { amount });
    case 'failed':
      return t('admin.payments.event.failed');
    case 'voided':
      return t('admin.payments.event.voided');
    case 'booking cancelled':
      return t('admin.payments.event.cancelled', { who });
    case 'refund asked':
      return t('admin.payments.event.refundAsked', { amount, who, reason: text('reason') });
    case 'refunded':
      return t('admin.payments.event.refunded', { amount });
    case 'refunded at the provider':
      return t('admin.payments.event.refundedElsewhere', { amount });
    case 'refund failed':
      return t('admin.payments.event.refundFailed', { amount, why: text('failure') });
    case 'dates moved':
      return t('admin.payments.event.moved', { from: periodText(details.from), to: periodText(details.to) });
    default:
      return event;
  }
}

function periodText(period: unknown): string {
  const { startDay, endDay } = Object(period) as { startDay?: string; endDay?: string };
  return `${startDay} – ${endDay}`;
}
