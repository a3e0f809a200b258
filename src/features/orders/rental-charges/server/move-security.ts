import type pg from 'pg';
import { z } from 'zod';
import { issueCashReceipt, SECURITY_MOVE } from '#features/orders/billing/server/cash-receipt-paper.ts';
import { type CashMethod, type Order, orderNumber, TAKEN_METHODS } from '#features/orders/orders/model/order.ts';
import { mailSecurity } from '#features/orders/orders/server/order-mails.ts';
import { lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import {
  insertSecurityMove,
  leftToday,
  securityMoveOfKey,
  securityOf,
} from '#features/orders/orders/server/rental-money-store.ts';
import { accountToGiveBack, askOrder, lockPerson, postSecurity } from '#features/payments/server/api.ts';
import { type ApprovalKind, actingAdmin, audit, propose } from '#features/people/server/api.ts';
import type { DocumentDeps } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { SecurityMoves } from '#lib/server/database/rows.ts';
import type { Origin } from '#lib/server/http/caller.ts';

export type SecurityMove = Pick<SecurityMoves, 'key' | 'cents' | 'note'> & {
  kind: 'taken' | 'returned';
  method: CashMethod;
  /** Of a transfer: the account of the buyer that the person saw. */
  account: number | null;
};

/** `taken`: cents taken before the proposal; prevents the approval of two proposals of one deposit. */
const deposit = z.object({
  order: z.int(),
  key: z.string(),
  method: z.enum(TAKEN_METHODS),
  cents: z.int(),
  note: z.string(),
  taken: z.int(),
});

type RecordDeps = { clock: Clock; documents: DocumentDeps };

/** Approves security deposits above the limit. */
export function securityApproval(deps: RecordDeps): ApprovalKind {
  return {
    kind: 'security deposit',
    permission: 'payments:write',
    summary(payload, t) {
      const { order, cents, note } = deposit.parse(payload);
      return t('admin.orders.security.approval', { number: orderNumber(order), amount: t.cents(cents), note });
    },
    async execute(db, payload, { proposerId, approverId, origin }) {
      const { order: orderId, taken, ...rest } = deposit.parse(payload);
      const order = await lockOrder(db, orderId);
      if (!order) throw orderNotFound();
      await askOrder(db, orderId, 'take_security', { now: deps.clock.now() });
      if ((await securityOf(db, orderId)).takenCents !== taken)
        throw new AppError('conflict', 'another deposit was taken', { messageKey: 'orders.security.changed' });
      const move = { ...rest, kind: 'taken', account: null } as const;
      await record(db, deps, order, move, { adminId: proposerId, approvedBy: approverId }, origin);
    },
  };
}

/**
 * Records a security deposit that staff took at the pick-up or returned, and issues and emails a receipt. Idempotent per key. Proposes a
 * deposit to a second person if it exceeds what one person may take within a day.
 */
export async function moveSecurity(
  { pool, ...deps }: RecordDeps & { pool: pg.Pool },
  adminId: number,
  orderId: number,
  move: SecurityMove,
  origin: Origin,
): Promise<'recorded' | 'proposed'> {
  return withTransaction(pool, async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order) throw orderNotFound();
    if (await isRepeated(db, orderId, move)) return 'recorded';
    const { key, kind, method, cents, note } = move;
    await askOrder(db, orderId, kind === 'taken' ? 'take_security' : 'return_security', { now: deps.clock.now() });
    const { heldCents, takenCents } = await securityOf(db, orderId);
    if (kind === 'returned' && cents > heldCents)
      throw new AppError('conflict', 'more than is held', { messageKey: 'orders.security.notHeld' });
    if (kind === 'taken') {
      await lockPerson(db, adminId);
      if (cents > (await leftToday(db, adminId))) {
        const proposal = { order: orderId, key, method, cents, note, taken: takenCents };
        const { done, messageKey } = await propose(db, securityApproval(deps), proposal, { id: adminId }, origin);
        if (!done) throw new AppError('conflict', 'proposed already', { messageKey });
        return 'proposed';
      }
    }
    await record(db, deps, order, move, { adminId, approvedBy: null }, origin);
    return 'recorded';
  });
}

type By = { adminId: number; approvedBy: number | null };

async function record(
  db: Queryable,
  { documents }: RecordDeps,
  order: Order,
  move: SecurityMove,
  { adminId, approvedBy }: By,
  origin: Origin,
): Promise<void> {
  const { key, kind, cents, method, note } = move;
  const account =
    kind === 'returned' && method === 'transfer' ? await accountToGiveBack(db, order.userId, move.account) : null;
  const id = await insertSecurityMove(db, {
    ...{ order_id: order.id, key, kind, cents, method, charge_id: null, note },
    admin_id: adminId,
    approved_by: approvedBy,
    account_id: account,
  });
  if (id === null) throw reused();
  await postSecurity(db, order.id, id, { kind, cents, method });
  await audit(db, origin, {
    actor: actingAdmin(adminId),
    action: kind === 'taken' ? 'security deposit taken' : 'security deposit returned',
    subject: { kind: 'order', id: order.id },
    details: { move: id, method, cents, note, account, approvedBy },
  });
  const what = kind === 'taken' ? 'security' : 'securityReturned';
  const subject = { kind: SECURITY_MOVE, id };
  await mailSecurity(db, documents, order.id, move, subject);
  await issueCashReceipt(db, documents, order, { subject, what, cents, method });
}

const reused = () => new AppError('unprocessable', 'the key of a security deposit was reused with other content');

/** Returns whether this move is recorded. Throws if its key belongs to another one. */
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
