import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { OrderResponse } from '../model/order-contract.ts';

/** Where the security deposit of a rental is. */
export function SecurityFacts({ security }: { security: NonNullable<OrderResponse['security']> }) {
  const t = useTranslator();
  const { asked_cents: asked, taken_cents: taken, held_cents: held, returned_cents: returned } = security;
  const rows: [string, number][] = [
    [t('orders.security.taken'), taken],
    [t('orders.security.used'), security.used_cents],
    [t('orders.security.returned'), returned],
  ];
  if (taken === 0) return <p>{t('orders.security.bring', { amount: t.cents(asked) })}</p>;
  return (
    <div className="grid gap-3">
      <dl className="figures grid gap-2">
        {rows.map(
          ([name, cents]) =>
            cents > 0 && (
              <div key={name} className="flex justify-between gap-4">
                <dt>{name}</dt>
                <dd>{t.cents(cents)}</dd>
              </div>
            ),
        )}
        <div className="flex justify-between gap-4 border-line border-t pt-2 font-bold">
          <dt>{t('orders.security.heldNow')}</dt>
          <dd>{t.cents(held)}</dd>
        </div>
      </dl>
      {held > 0 && <p className="text-ink-soft text-sm">{t('orders.security.text')}</p>}
    </div>
  );
}
