import { useId, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { QueuedItem } from '../client/yard-queue.ts';
import type { YardOrder } from '../model/shipment-contract.ts';
import { FIELD_LOOK } from './plain-field.tsx';

const MOST_SHOWN = 30;

type YardOrdersProps = { orders: YardOrder[]; chosen: number | null; onChoose: (id: number) => void };

/** The orders to report on, with a search by number or car. */
export function YardOrders({ orders, chosen, onChoose }: YardOrdersProps) {
  const t = useTranslator();
  const id = useId();
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = orders.filter(({ number, cars }) => {
    const text = `${number} ${cars.join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <section className="grid gap-3" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-lg">
        {t('yard.orders')}
      </h2>
      <label htmlFor={id} className="sr-only">
        {t('yard.search')}
      </label>
      <input
        id={id}
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        placeholder={t('yard.search')}
        className={FIELD_LOOK}
      />
      {found.length === 0 && <p className="text-ink-soft">{t('yard.none')}</p>}
      <ul className="grid max-h-96 gap-2 overflow-y-auto">
        {found.slice(0, MOST_SHOWN).map((order) => (
          <li key={order.order_id}>
            <button
              type="button"
              aria-pressed={order.order_id === chosen}
              onClick={() => onChoose(order.order_id)}
              className="grid w-full gap-0.5 rounded-md border border-line bg-surface p-3 text-start hover:border-line-strong aria-pressed:border-2 aria-pressed:border-ink"
            >
              <span className="font-semibold">{order.cars.join(', ')}</span>
              <span className="figures text-ink-soft text-sm">
                {order.number}
                {order.next && ` · ${t('shipments.now.next', { step: t(`shipments.step.${order.next}`) })}`}
              </span>
              {order.late_days > 0 && (
                <span className="text-danger text-sm">{t('shipments.lateBy', { days: order.late_days })}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
