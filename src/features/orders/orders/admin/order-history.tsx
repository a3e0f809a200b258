import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { AdminOrderResponse } from '../model/admin-order-contract.ts';

/** Who moved an order, when and why, the newest first. */
export function OrderHistory({ order: { moves } }: { order: AdminOrderResponse }) {
  const t = useTranslator();
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{t('admin.orders.moves')}</h3>
      <ol className="grid gap-0 border-line-strong border-s-2">
        {[...moves].reverse().map(({ to, name, reason, at }) => (
          <li key={at} className="relative grid gap-0.5 py-2 ps-4">
            <span aria-hidden="true" className="absolute -start-1.25 top-4 size-2 rounded-full bg-line-strong" />
            <p className="font-semibold">{t(`orders.history.${to}`)}</p>
            <p className="wrap-anywhere">{reason}</p>
            <p>{t('admin.orders.moves.by', { name: name ?? t('admin.orders.moves.system') })}</p>
            <p className="text-ink-soft text-sm">
              <UtcTime time={at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
