import { AppError } from '#lib/app-error.ts';
import type { Party } from '../shipment-party.ts';
import type { Shipment } from '../shipment-store.ts';
import type { FileRecord } from './file-store.ts';

export const fileNotFound = () => new AppError('not_found', 'no such file', { messageKey: 'shipments.noFile' });

/** Whether a file is of one of the cars that the caller sees, or of the whole order. */
export function isVisible({ listing_id: listingId }: FileRecord, { cars }: Shipment): boolean {
  return listingId === null || cars.some((car) => car.listingId === listingId);
}

/** Buyers and sellers may withdraw only what they sent themselves. The photos of a signed handover stay. */
export function mayWithdrawFile(file: FileRecord, { role, id }: Party): boolean {
  if (file.is_signed) return false;
  return role === 'operator' || (file.actor === role && file.actor_id === id);
}
