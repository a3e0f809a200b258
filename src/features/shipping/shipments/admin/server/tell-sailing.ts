import type pg from 'pg';
import { askOrder } from '#features/payments/server/api.ts';
import { mailStep, noteArrivals } from '#features/shipping/shipments/server/shipment-mails.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { SailingEventBody } from '../../model/board-contract.ts';
import type { ToldResponse } from '../../model/shipment-contract.ts';
import { isKnown, lockOrders, lockShipment } from '../../server/event-store.ts';
import { actOf, checkedEvent, recordEvent, toNewEvent } from '../../server/tell-event.ts';
import { carsAboard, findSailing } from './sailing-store.ts';

type Deps = { clock: Clock; siteOrigin: string };
type Admin = { id: number };

/**
 * Records an event of a vessel once for all cars on it. Unlike an event of an order, it may be earlier than the order of a car, because a
 * car at sea can be sold again after its order was canceled.
 */
export function reportSailing(
  deps: Deps & { pool: pg.Pool },
  admin: Admin,
  sailingId: number,
  body: SailingEventBody,
): Promise<ToldResponse> {
  return withTransaction(deps.pool, async (db) => {
    await lockShipment(db, `sailing ${sailingId}`);
    return tellSailing(db, deps, admin, sailingId, body);
  });
}

export async function tellSailing(
  db: Queryable,
  { clock, siteOrigin }: Deps,
  admin: Admin,
  sailingId: number,
  body: SailingEventBody,
): Promise<ToldResponse> {
  const sailing = await findSailing(db, sailingId);
  if (!sailing) throw sailingNotFound();
  const isDeparture = body.step === 'loaded' || body.step === 'sailed';
  const place = isDeparture ? sailing.from_place : sailing.to_place;
  const now = clock.now();
  const event = checkedEvent({ ...body, evidence: [], place }, now);
  const cars = await carsAboard(db, sailingId);
  if (actOf(body) === 'load' && !(await isKnown(db, body.id))) {
    await lockOrders(
      db,
      cars.map(({ orderId }) => orderId),
    );
    for (const { orderId, listingId } of cars) await askOrder(db, orderId, 'load', { now, listingId });
  }
  const told = await recordEvent(db, toNewEvent(event, { sailingId }, { role: 'operator', id: admin.id }, now));
  if (told.repeated) return told;
  const orders = cars.map(({ orderId }) => orderId);
  if (body.certainty === 'actual') await mailStep(db, { siteOrigin, now }, orders, body.step);
  if (body.step === 'arrived') await noteArrivals(db, { siteOrigin, now }, orders);
  return told;
}

export const sailingNotFound = () =>
  new AppError('not_found', 'no such sailing', { messageKey: 'shipments.noSailing' });
