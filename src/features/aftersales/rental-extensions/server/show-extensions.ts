import { listingName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { orderNotFound } from '#features/orders/server/api.ts';
import { dayAfter } from '#features/payments/payments/model/calendar-day.ts';
import { answerOf, reasonText } from '#features/payments/server/api.ts';
import { type Party, shipmentFor } from '#features/shipping/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { latestDay } from '../model/extension.ts';
import type { ExtensionsResponse, RentalRequest } from '../model/extension-contract.ts';
import { extensionsOf, rentedCarOf, waitingFor } from './extension-store.ts';

/** The requests to extend a rental for its parties, and what the next one would cost. Throws `not_found` for a car for sale. */
export async function showExtensions(
  db: Queryable,
  caller: Caller,
  orderId: number,
  now: Date,
  t: Translator,
): Promise<ExtensionsResponse> {
  const party = await partyOf(db, caller, orderId);
  const rented = await rentedCarOf(db, orderId);
  if (!rented) throw orderNotFound();
  const { facts, answer } = await answerOf(db, orderId, 'extend', now);
  const why = answer.may === 'yes' ? null : reasonText(t, 'extend', answer.why, facts);
  return {
    role: party.role,
    may: { act: 'extend', may: answer.may, why },
    first_day: rented.startDay,
    last_day: dayAfter(rented.endDay, -1),
    latest_day: latestDay(rented),
    price_cents: rented.priceCents,
    tax_cents: rented.taxCents,
    items: (await extensionsOf(db, orderId)).map((asked) => ({
      id: asked.id,
      last_day: dayAfter(asked.end_day, -1),
      days: asked.days,
      total_cents: asked.price_cents + asked.tax_cents,
      asked_at: asked.asked_at.toISOString(),
      answer: asked.answer,
    })),
  };
}

const DAY_MS = 86_400_000;

/** Returns the requests that wait for the answer of an owner, the oldest first. The back office counts their days in the same way. */
export async function requestsFor(db: Queryable, ownerId: number, now: Date): Promise<RentalRequest[]> {
  const waiting = await waitingFor(db, ownerId);
  const cars = await carsOfBookings(
    db,
    waiting.map(({ listingId }) => listingId),
  );
  return waiting.map(({ orderId, listingId, endDay, totalCents, since }) => {
    const car = cars.get(listingId);
    return {
      order_id: orderId,
      number: orderNumber(orderId),
      car: car ? listingName(car) : '',
      last_day: dayAfter(endDay, -1),
      total_cents: totalCents,
      since: since.toISOString(),
      days: Math.floor((now.getTime() - since.getTime()) / DAY_MS),
    };
  });
}

/**
 * Returns who asks about extending a rental: its renter, the owner of the car or staff. A renter who is logged in as staff too counts as the
 * renter, so that nobody answers their own request. Throws for everybody else as if the order did not exist.
 */
export async function partyOf(db: Queryable, caller: Caller, orderId: number): Promise<Party> {
  const { shipment, party } = await shipmentFor(db, caller, orderId);
  return caller.user?.id === shipment.buyerId ? { role: 'buyer', id: caller.user.id } : party;
}
