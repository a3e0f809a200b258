import type pg from 'pg';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { lockShipment } from '../event-store.ts';
import { personOf, shipmentFor } from '../shipment-party.ts';
import { fileNotFound, isVisible, mayWithdrawFile } from './file-rights.ts';
import { findFile, insertFileWithdrawal } from './file-store.ts';

/**
 * Withdraws a file that was sent by mistake, for instance as another type of paper. It stays shown with the reason and can be opened, but
 * proves nothing. A repeated call has no second effect.
 */
export function withdrawFile(
  pool: pg.Pool,
  caller: Caller,
  { id: orderId, file: fileId }: { id: number; file: string },
  reason: string,
): Promise<{ id: string; withdrawn_at: string; repeated: boolean }> {
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
