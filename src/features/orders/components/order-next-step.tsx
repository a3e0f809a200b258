import type { OrderPhase } from '#features/order-acts/model/order-life.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { LinkButton } from '#ui/button.tsx';
import { payOrderPath } from '../client/order-client.ts';
import type { OrderResponse } from '../model/order-contract.ts';

const DAY_MS = 86_400_000;

type OrderNextStepProps = { order: OrderResponse; phase: OrderPhase; hasOpenClaim: boolean };

/** What the buyer has to do next, or that there is nothing to do. */
export function OrderNextStep({ order, phase, hasOpenClaim }: OrderNextStepProps) {
  const t = useTranslator();
  const { next, overdue } = order.money;
  const tone = overdue
    ? 'border-danger bg-danger-ground'
    : next
      ? 'border-waiting bg-waiting-ground'
      : 'border-line bg-surface';
  return (
    <section
      aria-label={t('orders.next')}
      className={`grid justify-items-start gap-3 rounded-lg border p-4 md:p-5 ${tone}`}
    >
      {next ? (
        <Pay order={order} next={next} overdue={overdue} />
      ) : (
        <Nothing what={nothingToPay(order, phase, hasOpenClaim)} />
      )}
    </section>
  );
}

type PayProps = { order: OrderResponse; next: NonNullable<OrderResponse['money']['next']>; overdue: boolean };

function Pay({ order, next, overdue }: PayProps) {
  const t = useTranslator();
  const values = { amount: t.price(amountOf(next.amount_cents)), day: t.utcDay(next.due_on) };
  const rents = order.offer === 'Rent';
  const charged = next.kind === 'charge';
  const longer = next.kind === 'extension';
  const ships = next.kind === 'transport';
  const released = new Date(Date.parse(next.due_on) + order.terms.grace_days * DAY_MS).toISOString();
  return (
    <>
      <h2 className="text-lg">
        {overdue
          ? t('orders.next.overdue', values)
          : t(
              charged
                ? 'orders.next.charge'
                : longer
                  ? 'orders.next.extension'
                  : ships
                    ? 'orders.next.transport'
                    : rents
                      ? 'orders.next.pickUp'
                      : 'orders.next.balance',
              values,
            )}
      </h2>
      {charged && <p className="max-w-prose">{t('orders.next.chargeText')}</p>}
      {rents && !charged && !longer && <p className="max-w-prose">{t('orders.next.pickUpText')}</p>}
      {!rents && order.terms.requires_balance && (
        <p className="max-w-prose">
          {t(ships ? 'orders.next.notShipped' : 'orders.next.released', { day: t.utcDay(released) })}
        </p>
      )}
      <LinkButton to={payOrderPath(order.id)} kind="action">
        {t('orders.pay', { amount: values.amount })}
      </LinkButton>
    </>
  );
}

type NothingToPay = 'cancelled' | 'completed' | 'claim' | 'paid' | Exclude<OrderPhase, 'booked'>;

function nothingToPay({ life }: OrderResponse, phase: OrderPhase, hasOpenClaim: boolean): NothingToPay {
  if (life === 'cancelled') return life;
  if (hasOpenClaim) return 'claim';
  if (life === 'completed') return life;
  return phase === 'booked' ? 'paid' : phase;
}

function Nothing({ what }: { what: NothingToPay }) {
  const t = useTranslator();
  return (
    <>
      <h2 className="text-lg">{t(`orders.nothing.${what}`)}</h2>
      <p className="max-w-prose">{t(`orders.nothing.${what}Text`)}</p>
    </>
  );
}
