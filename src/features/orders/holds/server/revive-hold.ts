import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { issueProForma } from '#features/orders/billing/server/pro-forma.ts';
import type { Order, OrderCar } from '#features/orders/orders/model/order.ts';
import { mailHold } from '#features/orders/orders/server/order-mails.ts';
import {
  type Actor,
  carsOfOrders,
  contactOfOrder,
  findOrderHold,
  lockOrderAndCars,
  moveOrder,
  orderNotFound,
  renewOrderHold,
} from '#features/orders/orders/server/order-store.ts';
import { planOfOrder } from '#features/orders/orders/server/plan-store.ts';
import { endOfHold } from '#features/payments/order-terms/model/bank-days.ts';
import { dayOf } from '#features/payments/payments/model/calendar-day.ts';
import type { Payment, Quote } from '#features/payments/payments/model/payment.ts';
import { sumOfQuotes } from '#features/payments/payments/model/quote.ts';
import { askOrder, bankDaysFrom, insertPayment, recordPaymentEvent, takeClaim } from '#features/payments/server/api.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import type { DocumentDeps } from '#features/site/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';

type ReviveDeps = { pool: pg.Pool; clock: Clock; documents: DocumentDeps; siteOrigin: string };

/** Renews the lapsed hold of an order on behalf of the office, and emails the buyer a new pro-forma invoice. */
export async function reviveOrder(
  { pool, clock, documents, siteOrigin }: ReviveDeps,
  adminId: number,
  orderId: number,
  origin: Origin,
  locale: string,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const { order } = await lockOrderAndCars(db, orderId);
    if (!order) throw orderNotFound();
    const actor = { actor: 'admin', actorId: adminId } as const;
    await reviveHold(db, order, { actor, reason: 'Held again by the office.', now: clock.now() });
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'order held again',
      subject: { kind: 'order', id: orderId },
    });
    await mailHold(db, { siteOrigin }, orderId, 'revived');
    await issueProForma(db, { documents, clock }, orderId, locale);
  });
}

type Revival = { actor: Actor; reason: string; now: Date };

/**
 * Revives an order whose hold lapsed: holds its cars at the agreed price for the same number of business days. Returns the payment that
 * holds them. The caller locks cars and order. Throws if a car is gone.
 */
export async function reviveHold(db: Queryable, order: Order, { actor, reason, now }: Revival): Promise<Payment> {
  await askOrder(db, order.id, 'revive', { now });
  const timeZone = (await findOrderHold(db, order.id))?.timeZone ?? 'UTC';
  const until = await newEnd(db, order, timeZone, now);
  return holdCars(db, order, { from: 'cancelled', until, actor, reason });
}

/**
 * Holds a booked order again, until the end of its hold or, if that has passed, for the same number of business days. The caller locks cars
 * and order, has asked `hold_again`, and has withdrawn the payment that booked the order.
 */
export async function holdAgain(
  db: Queryable,
  order: Order,
  { until, timeZone, now }: { until: Date; timeZone: string; now: Date },
): Promise<void> {
  await rowsOf(db, WITHOUT_BOOKINGS, [order.id]);
  await holdCars(db, order, {
    from: 'active',
    until: until > now ? until : await newEnd(db, order, timeZone, now),
    actor: { actor: 'system', actorId: null },
    reason: 'The transfer that had booked it was for something else.',
  });
}

const WITHOUT_BOOKINGS = statement('update order_cars set booking_id = null where order_id = $1');

async function newEnd(db: Queryable, { terms }: Order, timeZone: string, now: Date): Promise<Date> {
  return endOfHold(now, terms.holdDays, timeZone, await bankDaysFrom(db, dayOf(now)));
}

type NewHold = { from: 'cancelled' | 'active'; until: Date; actor: Actor; reason: string };

async function holdCars(db: Queryable, order: Order, { from, until, actor, reason }: NewHold): Promise<Payment> {
  const { id: orderId, userId } = order;
  const [first, ...others] = ((await carsOfOrders(db, [orderId])).get(orderId) ?? []).map(quoteOf);
  const deposit = (await planOfOrder(db, orderId)).find(({ kind }) => kind === 'deposit');
  const quotes = first && ([first, ...others] as const);
  if (!quotes || !deposit) throw new Error(`order ${orderId} has no car or no deposit`);
  const payment = await insertPayment(db, {
    userId,
    // Longer than a timestamp in milliseconds, so it never equals a browser's transaction id.
    transactionId: `TR${randomBytes(8).readBigUInt64BE()}`,
    bodyHash: Buffer.alloc(0),
    quote: sumOfQuotes(quotes),
    orderId,
    planItemId: null,
    amountCents: deposit.amountCents,
    method: 'bank_transfer',
    contactEmail: await contactOfOrder(db, orderId),
    hold: until,
    retryAfterSeconds: null,
  });
  if (!payment) throw new Error('a random transaction id was taken');
  for (const quote of quotes) await takeClaim(db, payment, quote);
  if (!(await moveOrder(db, orderId, { from, to: 'held' }, actor, reason)))
    throw new Error(`order ${orderId} is not ${from}`);
  await renewOrderHold(db, orderId, payment.id, until);
  await recordPaymentEvent(db, payment.id, 'held', { orderId, until, again: true });
  return payment;
}

/** The quote of the order. */
function quoteOf({ listingId, priceCents, taxCents, feeCents, totalCents }: OrderCar): Quote {
  return { listingId, offer: 'Sell', priceCents, taxCents, feeCents, totalCents, bookingCents: 0, period: null };
}
