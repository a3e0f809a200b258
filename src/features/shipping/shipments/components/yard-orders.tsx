import { useId, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { YardOrder } from '../model/yard-contract.ts';
import { FIELD_LOOK } from './plain-field.tsx';

const MOST_SHOWN = 30;

type YardOrdersProps = { orders: YardOrder[]; chosen: number | null; onChoose: (id: number) => void };

/** The orders to report steps of, found by number or car. */
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
