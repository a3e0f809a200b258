import type pg from 'pg';
import { z } from 'zod';
import { type Order, openCents, orderNumber, TAKEN_METHODS } from '#features/orders/orders/model/order.ts';
import { mailItemPaid } from '#features/orders/orders/server/order-mails.ts';
import { lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { allocateCash } from '#features/orders/orders/server/pay-item.ts';
import { lockPerson, postCash } from '#features/payments/server/api.ts';
import { type ApprovalKind, actingAdmin, audit, propose } from '#features/people/server/api.ts';
import type { DocumentDeps } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { CashReceipts } from '#lib/server/database/rows.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { CASH_RECEIPT, issueCashReceipt } from './cash-receipt-paper.ts';

const INSERT = statement(`
  insert into cash_receipts (order_id, key, method, cents, note, admin_id, approved_by) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (key) do nothing returning id`);
const FIND = statement('select order_id, method, cents from cash_receipts where key = $1');
const LIMIT = statement(`
  select cash_limit_cents - counted_alone($1, $2) as cents from order_terms order by version desc limit 1`);

const cashReceipt = z.object({
  order: z.int(),
  key: z.string(),
  method: z.enum(TAKEN_METHODS),
  cents: z.int(),
  note: z.string(),
});
export type CashReceipt = z.output<typeof cashReceipt>;

type CashDeps = { pool: pg.Pool; documents: DocumentDeps };

/** Approves receipts above the limit. */
export function cashReceiptApproval({ documents }: Pick<CashDeps, 'documents'>): ApprovalKind {
  return {
    kind: 'cash receipt',
    permission: 'payments:write',
    summary(payload, t) {
      const { order, cents, note } = cashReceipt.parse(payload);
      return t('admin.orders.taken.approval', { number: orderNumber(order), amount: t.cents(cents), note });
    },
    execute: (db, payload, { proposerId, approverId, origin }) =>
      record(db, documents, cashReceipt.parse(payload), { adminId: proposerId, approvedBy: approverId }, origin),
  };
}

/**
 * Records money that staff took in person, and issues and emails its receipt. Idempotent per key. Proposes the receipt to a second person
 * if it exceeds the limit together with other receipts of the order, or of this person within a day.
 */
export function takeCash(
  { pool, documents }: CashDeps,
  admin: Pick<SignedInAdmin, 'id'>,
  taken: CashReceipt,
  origin: Origin,
): Promise<'recorded' | 'proposed'> {
  return withTransaction(pool, async (db) => {
    const order = await lockOrder(db, taken.order);
    if (!order) throw orderNotFound();
    if (await isRepeated(db, taken)) return 'recorded';
    await lockPerson(db, admin.id);
    const [left] = await rowsOf<{ cents: number }>(db, LIMIT, [order.id, admin.id]);
    if (taken.cents > (left?.cents ?? 0)) {
      refuseUnlessOwed(order, taken);
      const { done, messageKey } = await propose(db, cashReceiptApproval({ documents }), taken, admin, origin);
      if (!done) throw new AppError('conflict', 'proposed already', { messageKey });
      return 'proposed';
    }
    await record(db, documents, taken, { adminId: admin.id, approvedBy: null }, origin);
    return 'recorded';
  });
}

function refuseUnlessOwed(order: Order, { cents }: CashReceipt): void {
  if (order.life !== 'active') throw new AppError('conflict', 'the order has ended', { messageKey: 'orders.ended' });
  if (cents > openCents(order)) throw new AppError('conflict', 'more than open', { messageKey: 'orders.tooMuch' });
}

const reused = () => new AppError('unprocessable', 'the key of a receipt was reused with other content');

/** Returns whether this receipt is recorded. Throws if its key belongs to another one. */
async function isRepeated(db: Queryable, { order, key, method, cents }: CashReceipt): Promise<boolean> {
  const [row] = await rowsOf<Pick<CashReceipts, 'order_id' | 'method' | 'cents'>>(db, FIND, [key]);
  if (!row) return false;
  if (row.order_id !== order || row.method !== method || row.cents !== cents) throw reused();
  return true;
}

type By = { adminId: number; approvedBy: number | null };

async function record(
  db: Queryable,
  documents: DocumentDeps,
  taken: CashReceipt,
  { adminId, approvedBy }: By,
  origin: Origin,
): Promise<void> {
  const { order: orderId, key, method, cents, note } = taken;
  const order = await lockOrder(db, orderId);
  if (!order) throw orderNotFound();
  refuseUnlessOwed(order, taken);
  const [row] = await rowsOf<{ id: number }>(db, INSERT, [orderId, key, method, cents, note, adminId, approvedBy]);
  if (!row) throw reused();
  await allocateCash(db, orderId, row.id, cents);
  await postCash(db, orderId, row.id, { cents, method });
  await audit(db, origin, {
    actor: actingAdmin(adminId),
    action: 'cash received',
    subject: { kind: 'order', id: orderId },
    details: { receipt: row.id, method, cents, note, approvedBy },
  });
  const subject = { kind: CASH_RECEIPT, id: row.id };
  await mailItemPaid(db, documents, orderId, cents, subject);
  await issueCashReceipt(db, documents, order, { subject, what: 'payment', cents, method });
}
