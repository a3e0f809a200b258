import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { QueuedItem } from '../client/yard-queue.ts';

type WaitingListProps = { items: QueuedItem[]; onRemove: (id: string) => Promise<void> };

/** What this device has stored and the server does not have yet. */
export function WaitingList({ items, onRemove }: WaitingListProps) {
  const t = useTranslator();
  const count = items.filter(({ refused }) => refused === null).length;
  return (
    <section aria-label={t('yard.waiting')} className="grid gap-3">
      <p
        role="status"
        className={`flex items-center gap-2 font-semibold ${count > 0 ? 'text-waiting' : 'text-verified'}`}
      >
        <Icon name={count > 0 ? 'up' : 'check'} />
        {count > 0 ? t('yard.waitingCount', { count }) : t('yard.allSent')}
      </p>
      {items.length > 0 && (
        <ul className="grid gap-2">
          {items.map(({ id, number, content, capturedAt, refused }) => (
            <li key={id} className={`grid gap-1 rounded-md border p-3 ${refused ? 'border-danger' : 'border-line'}`}>
              <p className="wrap-anywhere">
                <span className="figures font-semibold">{number}</span>{' '}
                {content.type === 'event' ? t(`shipments.step.${content.body.step}`) : content.name}
              </p>
              <p className="text-ink-soft text-sm">
                {refused === null
                  ? t('yard.item.waits', { time: t.utcTime(capturedAt) })
                  : t('yard.item.refused', { reason: refused })}
              </p>
              {refused !== null && (
                <Button className="justify-self-start" onClick={() => void onRemove(id)}>
                  {t('yard.item.remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
