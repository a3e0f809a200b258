import { orderNotFound } from '#features/orders/server/api.ts';
import { rentalTimesOf } from '#features/payments/server/api.ts';
import { href } from '#lib/api-client/api-call.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { rowsOf, statement } from '#lib/server/database/statement.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { hashOfToken, newSecretToken } from '#lib/server/session/secret-token.ts';
import { shipmentCalls } from '../../shipping-calls.ts';
import type { ShipmentDeps } from './shipment-deps.ts';
import { shipmentFor } from './shipment-party.ts';
import { loadShipments } from './shipment-store.ts';
import { calendarOf } from './timeline-calendar.ts';
import { toTimeline } from './timeline-response.ts';

const PUT = statement(`
  insert into timeline_links (order_id, token_hash) values ($1, $2)
  on conflict (order_id) do update set token_hash = excluded.token_hash, made_at = now()`);
const FIND = statement('select order_id as id from timeline_links where order_id = $1 and token_hash = $2');

/** Makes the secret address of an order's calendar for its buyer. Addresses made before stop working. */
export async function shareCalendar(
  { pool, siteOrigin }: ShipmentDeps,
  caller: Caller,
  orderId: number,
): Promise<{ url: string }> {
  const { party } = await shipmentFor(pool, { ...caller, admin: null }, orderId);
  if (party.role !== 'buyer') throw orderNotFound();
  const { token, hash } = newSecretToken();
  await rowsOf(pool, PUT, [orderId, hash]);
  return { url: siteOrigin + href(shipmentCalls.calendar, { params: { id: orderId }, query: { token } }) };
}

/** Writes the calendar of an order for whoever has its secret address. */
export async function readCalendar(
  { pool, clock, siteOrigin }: ShipmentDeps,
  orderId: number,
  token: string,
  t: Translator,
): Promise<string> {
  const hash = hashOfToken(token);
  const [link] = hash ? await rowsOf<{ id: number }>(pool, FIND, [orderId, hash]) : [];
  const shipment = link && (await loadShipments(pool, [orderId])).get(orderId);
  if (!shipment) throw new AppError('not_found', 'no such calendar', { messageKey: 'orders.notFound' });
  const timeline = await toTimeline(pool, shipment, { role: 'buyer', id: shipment.buyerId }, clock.now());
  const rental = await rentalTimesOf(pool, orderId);
  return calendarOf({ timeline, rental, host: new URL(siteOrigin).host }, t);
}
