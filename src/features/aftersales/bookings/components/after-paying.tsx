import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { orderCalls } from '#features/orders/orders-calls.ts';
import { cancelSentence } from '#features/payments/order-acts/model/cancellation.ts';
import { shipmentCalls } from '#features/shipping/shipping-calls.ts';
import { href } from '#lib/api-client/api-call.ts';
import { browserApi } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { bookingCalls } from '../../aftersales-calls.ts';
import type { MyBookingResponse } from '../model/booking-contract.ts';

const DAY_MS = 86_400_000;

/** What a buyer who has just paid needs to know. */
export type PaidOrder = {
  order: OrderResponse;
  booking: Pick<MyBookingResponse, 'booking_id' | 'received_price' | 'cancellation'> | null;
  /** Due days of the first and the last step that is still open; null if there is none. */
  steps: { first: string; last: string } | null;
};

async function fetchPaidOrder(orderId: number): Promise<PaidOrder> {
  const params = { id: orderId };
  const [order, bookings, timeline] = await Promise.all([
    browserApi.call(orderCalls.one, { params }),
    browserApi.call(bookingCalls.mine, { query: {} }).catch(() => null),
    browserApi.call(shipmentCalls.timeline, { params }).catch(() => null),
  ]);
  const booking = bookings?.items.find(({ order_id: id }) => id === orderId) ?? null;
  const open = (timeline?.cars[0]?.steps ?? [])
    .filter(({ state }) => state === 'next' || state === 'open')
    .map(({ due_at: day }) => day)
    .sort();
  const [first, last] = [open[0], open.at(-1)];
  return { order, booking, steps: first && last ? { first, last } : null };
}

/** Says after the payment what was paid, what is due, what happens next and until when the buyer may cancel. */
export function AfterPaying({ orderId }: { orderId: number }) {
  const t = useTranslator();
  /** Undefined while it loads, null if that failed. */
  const [paid, setPaid] = useState<PaidOrder | null>();
  useEffect(() => {
    let isShown = true;
    void fetchPaidOrder(orderId)
      .catch(() => null)
      .then((found) => isShown && setPaid(found));
    return () => {
      isShown = false;
    };
  }, [orderId]);
  return (
    <section className="grid w-full gap-3" aria-label={t('checkout.after')}>
      <h2 className="text-lg">{t('checkout.after')}</h2>
      {paid === undefined && <p className="min-h-48 text-ink-soft">{t('checkout.after.loading')}</p>}
      {paid === null && <p>{t('checkout.after.failed')}</p>}
      {paid && <AfterPayingFacts {...paid} />}
    </section>
  );
}

export function AfterPayingFacts({ order, booking, steps }: PaidOrder) {
  const t = useTranslator();
  return (
    <>
      <ul className="figures grid list-disc gap-2 ps-5">
        {factsOf(t, { order, booking, steps }).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-5">
        {booking && (
          <a href={href(bookingCalls.receipt, { params: { id: booking.booking_id } })} className={TEXT_LINK}>
            {t('checkout.after.receipt')}
          </a>
        )}
        <Link to={paths.contact} className={TEXT_LINK}>
          {t('checkout.after.write', { number: order.number })}
        </Link>
      </p>
    </>
  );
}

function factsOf(t: Translator, { order, booking, steps }: PaidOrder): string[] {
  const { received_cents: received, owed_cents: owed } = order.money;
  return [
    t('checkout.after.paid', { paid: t.cents(received), total: t.cents(owed) }),
    ...dueFacts(t, order),
    ...(order.contract && order.contract.accepted_at === null ? [t('checkout.after.contract')] : []),
    ...hourFacts(t, order),
    ...(steps && !order.rental
      ? [t('checkout.after.steps', { first: t.utcDay(steps.first), last: t.utcDay(steps.last) })]
      : []),
    ...cancelFacts(t, order, booking),
  ];
}

/** When a rented car is picked up and brought back, by the clock of the car. */
function hourFacts(t: Translator, { rental }: OrderResponse): string[] {
  if (!rental) return [];
  const { pick_up_at: pickUp, return_at: back, time_zone: zone } = rental;
  return [t('checkout.after.hours', { pickUp: t.localTime(pickUp, zone), back: t.localTime(back, zone) })];
}

/** What is due, by when and how. */
function dueFacts(t: Translator, { offer, money: { next }, rental, security, terms }: OrderResponse): string[] {
  const deposit = security?.asked_cents ?? 0;
  const secured = deposit > 0 ? [t('checkout.after.security', { amount: t.cents(deposit) })] : [];
  if (!next) return [t('checkout.after.allPaid'), ...secured];
  const values = { amount: t.cents(next.amount_cents), day: t.utcDay(next.due_on) };
  const pickUp = rental ? t.localTime(rental.pick_up_at, rental.time_zone) : values.day;
  if (offer === 'Rent') return [t('checkout.after.pickUp', { ...values, day: pickUp }), ...secured];
  const released = new Date(Date.parse(next.due_on) + terms.grace_days * DAY_MS).toISOString();
  return [
    t('checkout.after.balance', values),
    ...(terms.requires_balance ? [t('checkout.after.released', { day: t.utcDay(released) })] : []),
  ];
}

/** A purchase is canceled by the sentence of its terms, a rental until a time. */
function cancelFacts(
  t: Translator,
  { offer, rental, terms, cars }: OrderResponse,
  booking: PaidOrder['booking'],
): string[] {
  if (!booking || !('refund' in booking.cancellation)) return [];
  const { refund, until } = booking.cancellation;
  if (offer === 'Sell') {
    const priceCents = cars.reduce((cents, car) => cents + car.total_cents, 0);
    return [cancelSentence(t, terms.cancel, priceCents)];
  }
  if (until === undefined) return [];
  const values = { refund: t.price(refund), time: rental ? t.localTime(until, rental.time_zone) : t.utcTime(until) };
  return [t(refund >= booking.received_price ? 'checkout.after.cancelFree' : 'checkout.after.cancelPart', values)];
}
