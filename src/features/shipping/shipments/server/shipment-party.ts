import type pg from 'pg';
import { orderNotFound } from '#features/orders/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { loadShipments, type Shipment } from './shipment-store.ts';

/** A party of an order. Its role decides its rights. */
export type Party = { role: 'buyer' | 'seller' | 'operator'; id: number };

/**
 * Reads the shipment of an order for its buyer, a seller of its cars or the operator. Sellers get only their own cars.
 * Throws for everybody else as if the order did not exist.
 */
export async function shipmentFor(
  db: Queryable,
  { user, admin }: Caller,
  orderId: number,
): Promise<{ shipment: Shipment; party: Party }> {
  const shipment = (await loadShipments(db, [orderId])).get(orderId);
  if (!shipment) throw orderNotFound();
  if (admin) return { shipment, party: { role: 'operator', id: admin.id } };
  if (user?.id === shipment.buyerId) return { shipment, party: { role: 'buyer', id: user.id } };
  const cars = shipment.cars.filter(({ sellerId }) => sellerId === user?.id);
  if (!user || cars.length === 0) throw orderNotFound();
  const isWhole = cars.length === shipment.cars.length;
  return { shipment: { ...shipment, cars, isWhole }, party: { role: 'seller', id: user.id } };
}

/** Returns the columns that name the person of a row about a file. */
export const personOf = ({ role, id }: Party) => ({
  actor: role === 'operator' ? ('admin' as const) : role,
  actor_id: id,
});

/** Returns the columns that name the seller or the operator as the author of a row. */
export const actorOf = ({ role, id }: Party) => ({
  actor: role === 'seller' ? ('seller' as const) : ('admin' as const),
  actor_id: id,
});

export type ShipmentDeps = { pool: pg.Pool; clock: Clock; siteOrigin: string };

/**
 * Returns the car that an update is about; null for all cars of the order. Throws if the caller may not report on the car.
 */
export function carOf({ cars, isWhole }: Shipment, wanted: number | undefined): number | null {
  if (wanted === undefined && cars.length === 1) return cars[0]?.listingId ?? null;
  if (wanted === undefined && isWhole) return null;
  if (wanted !== undefined && cars.some(({ listingId }) => listingId === wanted)) return wanted;
  throw new AppError('malformed', `no car ${wanted} in this order`, {
    fields: { listing_id: { messageKey: 'shipments.problem.car' } },
  });
}

/** The refusal of a call whose id was used before with other content. */
export const idUsed = (what: string) =>
  new AppError('unprocessable', `${what} exists with other content`, { messageKey: 'shipments.idUsed' });
