import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { QueuedItem } from '../client/yard-queue.ts';

type WaitingListProps = { items: QueuedItem[]; onRemove: (id: string) => Promise<void> };

/** Updates that this device has not sent yet. */
export function WaitingList({ items, onRemove }: WaitingListProps) {
  const t = useTranslator();
  const count = items.filter(({ refused }) => refused === null).length;
  const refusedCount = items.length - count;
  return (
    <section aria-label={t('yard.waiting')} className="grid gap-3">
      <div role="status" className="grid gap-1 font-semibold">
        {refusedCount > 0 && (
          <p className="flex items-center gap-2 text-danger">
            <Icon name="warning" />
            {t('yard.refusedCount', { count: refusedCount })}
          </p>
        )}
        {count > 0 && (
          <p className="flex items-center gap-2 text-waiting">
            <Icon name="up" />
            {t('yard.waitingCount', { count })}
          </p>
        )}
        {items.length === 0 && (
          <p className="flex items-center gap-2 text-verified">
            <Icon name="check" />
            {t('yard.allSent')}
          </p>
        )}
      </div>
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
