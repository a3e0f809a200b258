import type pg from 'pg';
import { actingAdmin, audit } from '#features/audit/server/api.ts';
import type { DocumentDeps } from '#features/documents/server/api.ts';
import { postSecurity } from '#features/ledger/server/api.ts';
import { askOrder } from '#features/order-acts/server/api.ts';
import { lockPerson } from '#features/payments/server/api.ts';
import { accountToGiveBack } from '#features/payout-accounts/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { SecurityMoves } from '#lib/server/database/rows.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { CashMethod } from '../../model/cash-method.ts';
import { issueCashReceipt, SECURITY_MOVE } from '../cash-receipt-paper.ts';
import { lockOrder } from '../order-store.ts';
import { orderNotFound } from '../pay-item.ts';
import { mailSecurity } from '../transfers/transfer-mails.ts';
import { insertSecurityMove, mayTakeToday, securityMoveOfKey, securityOf } from './security-store.ts';

export type SecurityMove = Pick<SecurityMoves, 'key' | 'cents' | 'note'> & {
  kind: 'taken' | 'returned';
  method: CashMethod;
  /** Of a transfer: the account of the buyer that the person saw. */
  account: number | null;
};

/**
 * Records a security deposit that staff took at the pick-up or gave back, and issues and emails a receipt. A repeated call with the same key changes
 * nothing.
 */
export async function moveSecurity(
  { pool, clock, documents }: { pool: pg.Pool; clock: Clock; documents: DocumentDeps },
  adminId: number,
  orderId: number,
  move: SecurityMove,
  origin: Origin,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order) throw orderNotFound();
    if (await isRepeated(db, orderId, move)) return;
    await askOrder(db, orderId, move.kind === 'taken' ? 'take_security' : 'return_security', { now: clock.now() });
    if (move.kind === 'returned' && move.cents > (await securityOf(db, orderId)).heldCents)
      throw new AppError('conflict', 'more than is held', { messageKey: 'orders.security.notHeld' });
    if (move.kind === 'taken') await refuseAboveLimit(db, adminId, move.cents);
    const { key, kind, cents, method, note } = move;
    const account =
      kind === 'returned' && method === 'transfer' ? await accountToGiveBack(db, order.userId, move.account) : null;
    const id = await insertSecurityMove(db, {
      ...{ order_id: orderId, key, kind, cents, method, charge_id: null, note },
      admin_id: adminId,
      account_id: account,
    });
    if (id === null) throw reused();
    await postSecurity(db, orderId, id, { kind, cents, method });
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: kind === 'taken' ? 'security deposit taken' : 'security deposit returned',
      subject: { kind: 'order', id: orderId },
      details: { move: id, method, cents, note, account },
    });
    const what = kind === 'taken' ? 'security' : 'securityReturned';
    const subject = { kind: SECURITY_MOVE, id };
    await mailSecurity(db, documents, orderId, move, subject);
    await issueCashReceipt(db, documents, order, { subject, what, cents, method });
  });
}

/** Two people who record a part each stand for a deposit above the limit of one. */
async function refuseAboveLimit(db: Queryable, adminId: number, cents: number): Promise<void> {
  await lockPerson(db, adminId);
  const { limitCents, leftCents } = await mayTakeToday(db, adminId);
  if (cents <= leftCents) return;
  const [limit, left] = [limitCents, Math.max(leftCents, 0)];
  throw new AppError('conflict', 'above the limit of money taken in person', {
    write: (t) => t('orders.security.limit', { limit: t.cents(limit), left: t.cents(left) }),
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
