import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import type { OrderResponse, PlanItemResponse } from '../model/order-contract.ts';

const TONES: Record<PlanItemResponse['state'], string> = {
  paid: 'bg-verified-ground text-verified',
  part_paid: 'bg-waiting-ground text-waiting',
  due: 'bg-waiting-ground text-waiting',
  overdue: 'bg-danger-ground text-danger',
  canceled: 'bg-sunken text-ink-soft',
};

/** The payment plan of an order and its sums. */
export function PaymentPlan({ order: { plan, money } }: { order: OrderResponse }) {
  const t = useTranslator();
  const price = (cents: number) => t.price(amountOf(cents));
  return (
    <div className="grid gap-4">
      <ul className="grid gap-3">
        {plan.map((item) => (
          <li
            key={item.id}
            className="grid gap-2 rounded-md border border-line p-3 sm:grid-cols-[1fr_auto] sm:items-center"
          >
            <div className="grid gap-1">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {t(`orders.kind.${item.kind}`)}
                <span className={`rounded-full px-3 py-0.5 text-sm ${TONES[item.state]}`}>
                  {t(`orders.state.${item.state}`)}
                </span>
              </p>
              <p className="text-ink-soft text-sm">{t('orders.plan.dueOn', { day: t.utcDay(item.due_on) })}</p>
            </div>
            <p className="figures grid sm:justify-items-end">
              <span className="font-bold">{price(item.amount_cents)}</span>
              {item.paid_cents > 0 && item.paid_cents < item.amount_cents && (
                <span className="text-ink-soft text-sm">
                  {t('orders.plan.paidPart', { amount: price(item.paid_cents) })}
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
      <dl className="figures grid gap-2">
        <Sum name={t('orders.money.total')} value={price(money.owed_cents)} />
        <Sum name={t('orders.money.received')} value={price(money.received_cents)} />
        {money.shortfall_cents > 0 && <Sum name={t('orders.money.shortfall')} value={price(money.shortfall_cents)} />}
        {money.overpaid_cents > 0 && <Sum name={t('orders.money.overpaid')} value={price(money.overpaid_cents)} />}
        <Sum name={t('orders.money.open')} value={price(money.open_cents)} strong />
      </dl>
    </div>
  );
}

function Sum({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'border-line border-t pt-2 font-bold text-lg' : ''}`}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
