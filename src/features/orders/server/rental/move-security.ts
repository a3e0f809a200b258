import type pg from 'pg';
import { actingAdmin, audit } from '#features/audit/server/api.ts';
import type { DocumentDeps } from '#features/documents/server/api.ts';
import { postSecurity, refuseWhileFrozen } from '#features/ledger/server/api.ts';
import { refuseWhileHeld } from '#features/watch-lists/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { SecurityMoves } from '#lib/server/database/rows.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { CashMethod } from '../../model/cash-method.ts';
import { securityRefusal } from '../../model/rental-money.ts';
import { issueCashReceipt } from '../cash-receipt-paper.ts';
import { lockOrder } from '../order-store.ts';
import { orderNotFound } from '../pay-item.ts';
import { insertSecurityMove, securityMoveOfKey, securityOf } from './security-store.ts';

export type SecurityMove = Pick<SecurityMoves, 'key' | 'cents' | 'note'> & {
  kind: 'taken' | 'returned';
  method: CashMethod;
};

/**
 * Records a security deposit that staff took at the pick-up or gave back, and issues a receipt. A repeated call with the same key changes
 * nothing.
 */
export async function moveSecurity(
  deps: { pool: pg.Pool; documents: DocumentDeps },
  adminId: number,
  orderId: number,
  move: SecurityMove,
  origin: Origin,
): Promise<void> {
  await withTransaction(deps.pool, async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order) throw orderNotFound();
    if (await isRepeated(db, orderId, move)) return;
    if (move.kind === 'returned') await refuseWhileFrozen(db, orderId);
    const refusal = securityRefusal(move, { ...order, security: await securityOf(db, orderId) });
    if (refusal)
      throw new AppError('conflict', `a security deposit: ${refusal}`, { messageKey: `orders.security.${refusal}` });
    const { key, kind, cents, method, note } = move;
    if (kind === 'returned') await refuseWhileHeld(db, orderId);
    const id = await insertSecurityMove(db, {
      ...{ order_id: orderId, key, kind, cents, method, charge_id: null, note },
      admin_id: adminId,
    });
    if (id === null) throw reused();
    await postSecurity(db, orderId, id, { kind, cents });
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: kind === 'taken' ? 'security deposit taken' : 'security deposit returned',
      subject: { kind: 'order', id: orderId },
      details: { move: id, method, cents, note },
    });
    const what = kind === 'taken' ? 'security' : 'securityReturned';
    await issueCashReceipt(db, deps.documents, order, { subject: { kind: 'security move', id }, what, cents, method });
  });
}

const reused = () => new AppError('unprocessable', 'the key of a security deposit was reused with other content');

/** Whether the move was recorded before. Throws if its key belongs to another one. */
async function isRepeated(
  db: Queryable,
  orderId: number,
  { key, kind, cents, method }: SecurityMove,
): Promise<boolean> {
  const found = await securityMoveOfKey(db, key);
  if (!found) return false;
  if (found.order_id !== orderId || found.kind !== kind || found.cents !== cents || found.method !== method)
    throw reused();
  return true;
}
