import type pg from 'pg';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import type { WithdrawnResponse } from '../../model/shipment-contract.ts';
import { lockShipment } from '../event-store.ts';
import { type Party, personOf, shipmentFor } from '../shipment-party.ts';
import type { Shipment } from '../shipment-store.ts';
import { type FileRecord, findFile, insertFileWithdrawal } from './file-store.ts';

/**
 * Withdraws a file that was sent by mistake, for example with the wrong type. It stays visible with the reason and can be opened, but
 * proves nothing. A repeated call has no second effect.
 */
export function withdrawFile(
  pool: pg.Pool,
  caller: Caller,
  { id: orderId, file: fileId }: { id: number; file: string },
  reason: string,
): Promise<WithdrawnResponse> {
  return withTransaction(pool, async (db) => {
    // A handover takes its photos under the same lock.
    await lockShipment(db, `order ${orderId}`);
    const { shipment, party } = await shipmentFor(db, caller, orderId);
    const file = await findFile(db, fileId);
    if (file?.order_id !== orderId || !isVisible(file, shipment)) throw fileNotFound();
    if (!mayWithdrawFile(file, party))
      throw new AppError('forbidden', 'not their file, or signed', {
        messageKey: file.is_signed ? 'shipments.signedFile' : 'shipments.notYourFile',
      });
    const known = file.withdrawn_at;
    if (known) return { id: fileId, withdrawn_at: known.toISOString(), repeated: true };
    const at = await insertFileWithdrawal(db, { file_id: fileId, reason, ...personOf(party) });
    if (!at) throw new Error(`file ${fileId} was withdrawn without the lock of its order`);
    return { id: fileId, withdrawn_at: at.toISOString(), repeated: false };
  });
}

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
