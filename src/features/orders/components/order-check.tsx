import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { OrderResponse } from '../model/order-contract.ts';

/** Says that our office checks the order, without the reason. */
export function OrderCheck({ order }: { order: Pick<OrderResponse, 'is_checked'> }) {
  const t = useTranslator();
  if (!order.is_checked) return null;
  return (
    <section aria-label={t('orders.checked')} className="grid gap-2 rounded-lg border border-line bg-sunken p-4 md:p-5">
      <h2 className="text-lg">{t('orders.checked')}</h2>
      <p className="max-w-prose">{t('orders.checkedText')}</p>
    </section>
  );
}
