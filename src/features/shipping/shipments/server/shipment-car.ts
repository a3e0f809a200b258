import { AppError } from '#lib/app-error.ts';
import type { Shipment } from './shipment-store.ts';

/**
 * Returns the car that an update is about; null for all cars of the order. Throws if the car is not one of those that the caller may
 * speak for.
 */
export function carOf({ cars, isWhole }: Shipment, wanted: number | undefined): number | null {
  if (wanted === undefined && cars.length === 1) return cars[0]?.listingId ?? null;
  if (wanted === undefined && isWhole) return null;
  if (wanted !== undefined && cars.some(({ listingId }) => listingId === wanted)) return wanted;
  throw new AppError('malformed', `no car ${wanted} in this order`, {
    fields: { listing_id: { messageKey: 'shipments.problem.car' } },
  });
}
