import { payOrderPath } from '#features/orders/orders/client/order-client.ts';
import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { endOf, type OrderPhase } from '#features/payments/order-acts/model/order-life.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { LinkButton } from '#ui/button.tsx';

const DAY_MS = 86_400_000;

type OrderNextStepProps = { order: OrderResponse; phase: OrderPhase; hasOpenClaim: boolean };

/** The buyer's next step, if any. */
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
        <Pay order={order} next={next} overdue={overdue} isOut={phase !== 'booked'} />
      ) : (
        <Nothing what={nothingToPay(order, phase, hasOpenClaim)} order={order} />
      )}
    </section>
  );
}

type PayProps = {
  order: OrderResponse;
  next: NonNullable<OrderResponse['money']['next']>;
  overdue: boolean;
  isOut: boolean;
};

function Pay({ order, next, overdue, isOut }: PayProps) {
  const t = useTranslator();
  const values = { amount: t.price(amountOf(next.amount_cents)), day: t.utcDay(next.due_on) };
  const rents = order.offer === 'Rent';
  const pickUp = order.rental && t.localTime(order.rental.pick_up_at, order.rental.time_zone);
  const atPickUp = rents && !isOut && next.kind === 'balance';
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
                    : atPickUp
                      ? 'orders.next.pickUp'
                      : 'orders.next.balance',
              atPickUp && pickUp ? { ...values, day: pickUp } : values,
            )}
      </h2>
      {charged && <p className="max-w-prose">{t('orders.next.chargeText')}</p>}
      {atPickUp && <p className="max-w-prose">{t('orders.next.pickUpText')}</p>}
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

type NothingToPay =
  | 'cancelled'
  | 'completed'
  | 'carBack'
  | 'carLost'
  | 'rentalOver'
  | 'claim'
  | 'paid'
  | Exclude<OrderPhase, 'booked'>;

function nothingToPay({ life, offer, refunds }: OrderResponse, phase: OrderPhase, hasOpenClaim: boolean): NothingToPay {
  if (life === 'cancelled') return life;
  if (hasOpenClaim) return 'claim';
  if (life === 'completed' && refunds.car !== null) return refunds.car === 'back' ? 'carBack' : 'carLost';
  if (life === 'completed') return offer === 'Rent' ? 'rentalOver' : life;
  return phase === 'booked' ? 'paid' : phase;
}

/** Returns why an order was canceled, in the words of the email. */
function whyEnded({ moves }: OrderResponse): MessageKey | null {
  const end = endOf(moves.at(-1));
  return end && `orders.ended.${end}`;
}

function Nothing({ what, order }: { what: NothingToPay; order: OrderResponse }) {
  const t = useTranslator();
  const why = whyEnded(order);
  return (
    <>
      <h2 className="text-lg">{t(`orders.nothing.${what}`)}</h2>
      {why && <p className="max-w-prose">{t(why)}</p>}
      <p className="max-w-prose">{t(`orders.nothing.${what}Text`)}</p>
      <Refunds refunds={order.refunds} />
    </>
  );
}

/** Refunds, in the words of the emails. */
function Refunds({ refunds }: Pick<OrderResponse, 'refunds'>) {
  const t = useTranslator();
  const { waiting_cents: waiting, sent_cents: sent, kept_cents: kept, awaits_car: awaitsCar } = refunds;
  const lines = [
    ...(waiting > 0
      ? [t(awaitsCar ? 'orders.refund.awaitsCar' : 'orders.refund.waiting', { amount: t.cents(waiting) })]
      : []),
    ...(sent > 0 ? [t('orders.refund.sent', { amount: t.cents(sent) })] : []),
    ...(kept > 0 ? [t('orders.refund.kept', { amount: t.cents(kept) })] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="grid max-w-prose gap-1 tabular-nums">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
