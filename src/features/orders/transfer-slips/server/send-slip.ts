import { askedCents } from '#features/orders/orders/model/order.ts';
import { findOrder, lockOrder } from '#features/orders/orders/server/order-store.ts';
import { orderNotFound } from '#features/orders/orders/server/pay-item.ts';
import { type MediaDeps, readFileOfUser } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import { MAX_SLIPS } from '../model/slip.ts';
import { insertSlip, isSlipKnown, slipsOfOrders } from './slip-store.ts';

/**
 * Stores a slip of a user's order: a PDF unchanged, or a picture re-encoded without metadata. Changes no money and no hold. The same file
 * sent again has no second effect. Throws if the order is somebody else's or waits for no money, or if it has five slips.
 */
export async function sendSlip(
  deps: MediaDeps,
  userId: number,
  orderId: number,
  file: UploadedFile | undefined,
): Promise<void> {
  const { pool } = deps;
  if ((await findOrder(pool, orderId))?.userId !== userId) throw orderNotFound();
  if (!file) throw new AppError('malformed', 'no file', { messageKey: 'media.noFile' });
  if (await isSlipKnown(pool, orderId, file.sha256)) return;
  const slip = await readFileOfUser(deps, userId, file);
  await withTransaction(pool, async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order) throw orderNotFound();
    if (await isSlipKnown(db, orderId, file.sha256)) return;
    if (!waitsForMoney(order)) throw new AppError('conflict', 'nothing is open', { messageKey: 'slips.nothingOpen' });
    const slips = (await slipsOfOrders(db, [orderId])).get(orderId) ?? [];
    if (slips.length >= MAX_SLIPS) throw new AppError('conflict', 'five slips', { messageKey: 'slips.tooMany' });
    await insertSlip(db, orderId, slip, file.sha256);
  });
}

/** Whether a transfer for the order may be on its way. */
export function waitsForMoney(order: Parameters<typeof askedCents>[0]): boolean {
  return askedCents(order) > 0;
}
