import type pg from 'pg';
import { z } from 'zod';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { allocateReturn } from '#features/orders/orders/model/payment-plan.ts';
import { mailCashReturned } from '#features/orders/orders/server/order-mails.ts';
import { lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { insertAllocations, planOfOrder, surplusOf } from '#features/orders/orders/server/plan-store.ts';
import { answerTo } from '#features/payments/order-acts/model/order-act.ts';
import {
  accountToGiveBack,
  answerOf,
  heldForBuyer,
  lockPerson,
  type OrderAnswer,
  postCashReturn,
  refundLimit,
  refundsToSend,
  refusal,
  TIMELESS,
} from '#features/payments/server/api.ts';
import { type ApprovalKind, actingAdmin, audit, done, type Outcome, propose } from '#features/people/server/api.ts';
import type { DocumentDeps } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { CASH_RETURN, issueCashReceipt } from './cash-receipt-paper.ts';

const RECEIPTS = statement(`
  select c.id, (select coalesce(sum(a.cents), 0) from allocations a where a.cash_receipt_id = c.id) as cents
  from cash_receipts c where c.order_id = $1 order by c.id desc`);
const FIND = statement('select order_id as "orderId", method, cents from cash_returns where key = $1');
const INSERT = statement(`
  insert into cash_returns (order_id, key, method, cents, note, admin_id, approved_by, account_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`);
const BY_ONE_PERSON = statement(`
  select greatest(refunded_by_one_person($1, null, null), given_back_today($2, null)) as cents`);

const cashReturn = z.object({
  order: z.int(),
  key: z.string(),
  method: z.enum(['cash', 'transfer']),
  cents: z.int(),
  note: z.string(),
  /** Of a transfer: the account of the buyer that the person saw. */
  account: z.int().nullable().default(null),
});
export type CashReturn = z.output<typeof cashReturn>;

type ReturnDeps = { pool: pg.Pool; documents: DocumentDeps };

/** Approves cash returns above the refund limit. */
export function cashReturnApproval({ documents }: Pick<ReturnDeps, 'documents'>): ApprovalKind {
  return {
    kind: 'cash return',
    permission: 'payments:write',
    summary(payload, t) {
      const { order, cents, note } = cashReturn.parse(payload);
      return t('admin.orders.cashReturn.approval', { number: orderNumber(order), amount: t.cents(cents), note });
    },
    execute: (db, payload, { proposerId, approverId, origin }) =>
      record(db, documents, cashReturn.parse(payload), { adminId: proposerId, approvedBy: approverId }, origin),
  };
}

/**
 * Records a return of money that staff took in person, and issues and emails its receipt. Idempotent per key. Proposes the return to a
 * second person if it exceeds the refund limit together with other returns of the order, or of this person within a day.
 */
export function returnCash(
  { pool, documents }: ReturnDeps,
  admin: Pick<SignedInAdmin, 'id'>,
  given: CashReturn,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const order = await lockOrder(db, given.order);
    if (!order) throw orderNotFound();
    if (await isRepeated(db, given)) return done('admin.orders.cashReturn.done');
    await lockPerson(db, admin.id);
    const [before] = await rowsOf<{ cents: number }>(db, BY_ONE_PERSON, [given.order, admin.id]);
    const { facts, answer } = await answerToReturn(db, given);
    if (answer.may === 'no') throw refusal('return_cash', answer.why, facts);
    if (answer.may === 'second' || given.cents + (before?.cents ?? 0) > (await refundLimit(db))) {
      if (given.cents > (await heldCash(db, given.order))) throw tooMuch();
      // The second person approves the account as well.
      const account = await accountOf(db, order.userId, given);
      return propose(db, cashReturnApproval({ documents }), { ...given, account }, admin, origin);
    }
    await record(db, documents, given, { adminId: admin.id, approvedBy: null }, origin);
    return done('admin.orders.cashReturn.done');
  });
}

const tooMuch = () => new AppError('conflict', 'more than the cash', { messageKey: 'admin.orders.cashReturn.tooMuch' });

/** Transfers go only to the buyer's own account. */
async function accountOf(db: Queryable, userId: number, { method, account }: CashReturn): Promise<number | null> {
  return method === 'transfer' ? accountToGiveBack(db, userId, account) : null;
}

async function isRepeated(db: Queryable, { order, key, method, cents }: CashReturn): Promise<boolean> {
  type Row = { orderId: number; method: string; cents: number };
  const [row] = await rowsOf<Row>(db, FIND, [key]);
  if (!row) return false;
  if (row.orderId !== order || row.method !== method || row.cents !== cents)
    throw new AppError('unprocessable', 'the key of a return was reused with other content');
  return true;
}

type Receipt = { id: number; cents: number };

async function heldCash(db: Queryable, orderId: number): Promise<number> {
  return (await rowsOf<Receipt>(db, RECEIPTS, [orderId])).reduce((sum, { cents }) => sum + cents, 0);
}

/**
 * A return above the surplus gives back part of the price, so the rule treats the order as paid exactly. Pending refunds reduce the
 * surplus.
 */
async function answerToReturn(db: Queryable, { order, cents }: CashReturn): Promise<OrderAnswer> {
  const found = await answerOf(db, order, 'return_cash', TIMELESS);
  const { facts } = found;
  if (facts.openCents >= 0 || cents <= -facts.openCents - (await refundsToSend(db, order))) return found;
  return { facts, answer: answerTo('return_cash', { ...facts, openCents: 0 }, TIMELESS) };
}

type By = { adminId: number; approvedBy: number | null };

async function record(
  db: Queryable,
  documents: DocumentDeps,
  given: CashReturn,
  { adminId, approvedBy }: By,
  origin: Origin,
): Promise<void> {
  const { order: orderId, key, method, cents, note } = given;
  const order = await lockOrder(db, orderId);
  if (!order) throw orderNotFound();
  const { facts, answer } = await answerToReturn(db, given);
  if (answer.may === 'no' || (answer.may === 'second' && approvedBy === null))
    throw refusal('return_cash', answer.why, facts);
  if (order.life === 'completed' && cents > (await heldForBuyer(db, orderId)))
    throw new AppError('conflict', 'the cash is the seller’s', { messageKey: 'admin.orders.cashReturn.completed' });
  if (cents > (await heldCash(db, orderId))) throw tooMuch();
  const account = await accountOf(db, order.userId, given);
  const values = [orderId, key, method, cents, note, adminId, approvedBy, account];
  const [row] = await rowsOf<{ id: number }>(db, INSERT, values);
  let left = cents;
  for (const receipt of await rowsOf<Receipt>(db, RECEIPTS, [orderId])) {
    const part = Math.min(left, receipt.cents);
    if (part <= 0) continue;
    const items = await planOfOrder(db, orderId);
    const parts = allocateReturn(items, await surplusOf(db, orderId), part);
    await insertAllocations(db, orderId, parts, { cashReceiptId: receipt.id });
    await postCashReturn(db, orderId, receipt.id, { returnId: row!.id, cents: part, method });
    left -= part;
  }
  await audit(db, origin, {
    actor: actingAdmin(adminId),
    action: 'cash returned',
    subject: { kind: 'order', id: orderId },
    details: { return: row!.id, method, cents, note, account, approvedBy },
  });
  const subject = { kind: CASH_RETURN, id: row!.id };
  await mailCashReturned(db, documents, orderId, { cents, method }, subject);
  await issueCashReceipt(db, documents, order, { subject, what: 'returned', cents, method });
}
