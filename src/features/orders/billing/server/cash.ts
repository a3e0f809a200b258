import type pg from 'pg';
import { z } from 'zod';
import { askedCents, type Order, openCents, orderNumber, TAKEN_METHODS } from '#features/orders/orders/model/order.ts';
import { allocateReturn } from '#features/orders/orders/model/payment-plan.ts';
import { mailCashReturned, mailItemPaid } from '#features/orders/orders/server/order-mails.ts';
import { findOrder, lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { allocateCash } from '#features/orders/orders/server/pay-item.ts';
import { insertAllocations, planOfOrder, surplusOf } from '#features/orders/orders/server/plan-store.ts';
import { answerTo } from '#features/payments/order-acts/model/order-act.ts';
import {
  accountToGiveBack,
  answerOf,
  heldForBuyer,
  lockPerson,
  type OrderAnswer,
  postCash,
  postCashReturn,
  refundLimit,
  refundsToSend,
  refusal,
  TIMELESS,
} from '#features/payments/server/api.ts';
import { type ApprovalKind, actingAdmin, audit, done, type Outcome, propose } from '#features/people/server/api.ts';
import type { CashReceiptPaper } from '#features/site/issued-documents/model/papers.ts';
import { type DocumentDeps, documentsOf, downloadOf, issueDocument, type Subject } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { CashReceipts } from '#lib/server/database/rows.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { AttachmentReference, MailFile } from '#lib/server/mail/mail.ts';
import { carsOnPaper, claimsOf, orderFacts } from './order-facts.ts';

const INSERT_RECEIPT = statement(`
  insert into cash_receipts (order_id, key, method, cents, note, admin_id, approved_by) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (key) do nothing returning id`);
const FIND_RECEIPT = statement('select order_id, method, cents from cash_receipts where key = $1');
const LIMIT = statement(`
  select cash_limit_cents - counted_alone($1, $2) as cents from order_terms order by version desc limit 1`);

const cashReceipt = z.object({
  order: z.int(),
  key: z.string(),
  method: z.enum(TAKEN_METHODS),
  cents: z.int(),
  note: z.string(),
});
type CashReceipt = z.output<typeof cashReceipt>;

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
      recordReceipt(db, documents, cashReceipt.parse(payload), { adminId: proposerId, approvedBy: approverId }, origin),
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
    if (await isTaken(db, taken)) return 'recorded';
    await lockPerson(db, admin.id);
    const [left] = await rowsOf<{ cents: number }>(db, LIMIT, [order.id, admin.id]);
    if (taken.cents > (left?.cents ?? 0)) {
      refuseUnlessOwed(order, taken);
      const { done, messageKey } = await propose(db, cashReceiptApproval({ documents }), taken, admin, origin);
      if (!done) throw new AppError('conflict', 'proposed already', { messageKey });
      return 'proposed';
    }
    await recordReceipt(db, documents, taken, { adminId: admin.id, approvedBy: null }, origin);
    return 'recorded';
  });
}

function refuseUnlessOwed(order: Order, { cents }: CashReceipt): void {
  if (order.life !== 'active') throw new AppError('conflict', 'the order has ended', { messageKey: 'orders.ended' });
  if (cents > openCents(order)) throw new AppError('conflict', 'more than open', { messageKey: 'orders.tooMuch' });
}

const reused = () => new AppError('unprocessable', 'the key of a receipt was reused with other content');

/** Returns whether this receipt is recorded. Throws if its key belongs to another one. */
async function isTaken(db: Queryable, { order, key, method, cents }: CashReceipt): Promise<boolean> {
  const [row] = await rowsOf<Pick<CashReceipts, 'order_id' | 'method' | 'cents'>>(db, FIND_RECEIPT, [key]);
  if (!row) return false;
  if (row.order_id !== order || row.method !== method || row.cents !== cents) throw reused();
  return true;
}

type By = { adminId: number; approvedBy: number | null };

async function recordReceipt(
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
  const [row] = await rowsOf<{ id: number }>(db, INSERT_RECEIPT, [
    orderId,
    key,
    method,
    cents,
    note,
    adminId,
    approvedBy,
  ]);
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

const RECEIPTS = statement(`
  select c.id, (select coalesce(sum(a.cents), 0) from allocations a where a.cash_receipt_id = c.id) as cents
  from cash_receipts c where c.order_id = $1 order by c.id desc`);
const FIND_RETURN = statement('select order_id as "orderId", method, cents from cash_returns where key = $1');
const INSERT_RETURN = statement(`
  insert into cash_returns (order_id, key, method, cents, note, admin_id, approved_by, account_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`);
const BY_ONE_PERSON = statement(`
  select greatest(refunded_by_one_person($1, null, null), given_back_today($2, null)) as cents, cash_return_needs_two($1, $3) as "needsTwo"`);

const cashReturn = z.object({
  order: z.int(),
  key: z.string(),
  method: z.enum(['cash', 'transfer']),
  cents: z.int(),
  note: z.string(),
  /** Of a transfer: the account of the buyer that the person saw. */
  account: z.int().nullable().default(null),
});
type CashReturn = z.output<typeof cashReturn>;

/** Approves cash returns above the refund limit. */
export function cashReturnApproval({ documents }: Pick<CashDeps, 'documents'>): ApprovalKind {
  return {
    kind: 'cash return',
    permission: 'payments:write',
    summary(payload, t) {
      const { order, cents, note } = cashReturn.parse(payload);
      return t('admin.orders.cashReturn.approval', { number: orderNumber(order), amount: t.cents(cents), note });
    },
    execute: (db, payload, { proposerId, approverId, origin }) =>
      recordReturn(db, documents, cashReturn.parse(payload), { adminId: proposerId, approvedBy: approverId }, origin),
  };
}

/**
 * Records a return of money that staff took in person, and issues and emails its receipt. Idempotent per key. Proposes the return to a
 * second person if it exceeds the refund limit together with other returns of the order, or of this person within a day, and if it turns money that one
 * person alone recorded as taken into money of another account.
 */
export function returnCash(
  { pool, documents }: CashDeps,
  admin: Pick<SignedInAdmin, 'id'>,
  given: CashReturn,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const order = await lockOrder(db, given.order);
    if (!order) throw orderNotFound();
    if (await isReturned(db, given)) return done('admin.orders.cashReturn.done');
    await lockPerson(db, admin.id);
    const values = [given.order, admin.id, given.method];
    const [before] = await rowsOf<{ cents: number; needsTwo: boolean }>(db, BY_ONE_PERSON, values);
    const { facts, answer } = await answerToReturn(db, given);
    if (answer.may === 'no') throw refusal('return_cash', answer.why, facts);
    if (answer.may === 'second' || before?.needsTwo || given.cents + (before?.cents ?? 0) > (await refundLimit(db))) {
      if (given.cents > (await heldCash(db, given.order))) throw tooMuch();
      // The second person approves the account as well.
      const account = await accountOf(db, order.userId, given);
      return propose(db, cashReturnApproval({ documents }), { ...given, account }, admin, origin);
    }
    await recordReturn(db, documents, given, { adminId: admin.id, approvedBy: null }, origin);
    return done('admin.orders.cashReturn.done');
  });
}

const tooMuch = () => new AppError('conflict', 'more than the cash', { messageKey: 'admin.orders.cashReturn.tooMuch' });

/** Transfers go only to the buyer's own account. */
async function accountOf(db: Queryable, userId: number, { method, account }: CashReturn): Promise<number | null> {
  return method === 'transfer' ? accountToGiveBack(db, userId, account) : null;
}

async function isReturned(db: Queryable, { order, key, method, cents }: CashReturn): Promise<boolean> {
  type Row = { orderId: number; method: string; cents: number };
  const [row] = await rowsOf<Row>(db, FIND_RETURN, [key]);
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
 * A return above the surplus refunds part of the price, so the rule treats the order as paid exactly. Pending refunds reduce the
 * surplus.
 */
async function answerToReturn(db: Queryable, { order, cents }: CashReturn): Promise<OrderAnswer> {
  const found = await answerOf(db, order, 'return_cash', TIMELESS);
  const { facts } = found;
  if (facts.openCents >= 0 || cents <= -facts.openCents - (await refundsToSend(db, order))) return found;
  return { facts, answer: answerTo('return_cash', { ...facts, openCents: 0 }, TIMELESS) };
}

async function recordReturn(
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
  const [row] = await rowsOf<{ id: number }>(db, INSERT_RETURN, values);
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

/** Document subjects of receipts. */
export const CASH_RECEIPT = 'cash receipt';
export const CASH_RETURN = 'cash return';
export const SECURITY_MOVE = 'security move';

type Moved = Pick<CashReceiptPaper, 'what' | 'method'> & { subject: Subject; cents: number };

/** Issues a receipt for money taken or returned in person. Call it last in the transaction. */
export async function issueCashReceipt(
  db: Queryable,
  documents: DocumentDeps,
  { id }: Pick<Order, 'id'>,
  { subject, what, method, cents }: Moved,
): Promise<void> {
  const t = recipientTranslator();
  const order = await findOrder(db, id);
  if (!order) throw new Error(`order ${id} is missing`);
  const facts = await orderFacts(db, order, t);
  const { issuer, order: number, buyer, cars } = facts;
  const isGivenBack = what === 'returned' || what === 'securityReturned';
  await issueDocument(db, documents, {
    kind: 'receipt',
    subject,
    occasion: 'taken',
    locale: t.locale,
    claims: claimsOf(
      { ...facts, consignee: null },
      isGivenBack ? { totalCents: null, paidCents: -cents } : { totalCents: cents, paidCents: cents },
    ),
    paper: {
      issuer,
      order: number,
      buyer,
      cars: carsOnPaper(cars),
      what,
      method,
      cents,
      dueCents: what === 'payment' ? askedCents(order) : null,
    },
  });
}

/** Returns the receipt of money in person that a queued email attaches. */
export async function cashReceiptForEmail(deps: DocumentDeps, { kind, id }: AttachmentReference): Promise<MailFile> {
  const [document] = await documentsOf(deps.pool, 'receipt', { kind, id });
  if (!document) throw new Error(`${kind} ${id} has no receipt`);
  return downloadOf(deps, document);
}
