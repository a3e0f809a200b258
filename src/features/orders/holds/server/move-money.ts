import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { lockForCheckout } from '#features/catalog/server/api.ts';
import { type Order, orderNumber } from '#features/orders/orders/model/order.ts';
import type { OrderDeps } from '#features/orders/orders/server/order-deps.ts';
import { mailMoneyMoved } from '#features/orders/orders/server/order-mails.ts';
import { carsOfOrders, findOrder, lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { surplusOf } from '#features/orders/orders/server/plan-store.ts';
import { REASONS } from '#features/payments/order-acts/model/act-answer.ts';
import {
  askOrder,
  giveUpTransfer,
  reasonText,
  refundablePayments,
  refundsToSend,
} from '#features/payments/server/api.ts';
import { type ApprovalKind, actingAdmin, audit, propose } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { answerToUndo, receiveTransfer, undoReceivedTransfer } from './receive-transfer.ts';

const DONE = statement(`
  select from_order_id as "from", to_order_id as "to", sum(cents) as cents from money_moves where key = $1 group by 1, 2`);
const INSERT = statement(`
  insert into money_moves (key, from_payment_id, to_payment_id, from_order_id, to_order_id, cents, reason, moved_by, undoes, approved_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`);
const PARTS = statement(`
  select to_order_id as "to", to_payment_id as "paymentId", cents, exists (
    select 1 from money_moves u where u.undoes = m.key and u.from_payment_id = m.to_payment_id) as "isUndone"
  from money_moves m where key = $1 and from_order_id = $2 and undoes is null order by to_payment_id`);

type Deps = Pick<OrderDeps, 'payments' | 'siteOrigin'>;
type MoneyMove = { from: number; to: number; cents: number; key: string; reason: string };

/**
 * Moves a surplus from transfers to another order of the buyer, where it counts as a transfer received today, and emails the buyer.
 * Idempotent per key.
 */
export function moveMoney(deps: Deps, adminId: number, move: MoneyMove, origin: Origin): Promise<void> {
  return withTransaction(deps.payments.pool, async (db) => {
    const [from, to] = await lockBoth(db, move);
    if (await isRepeated(db, move)) return;
    if (from.userId !== to.userId) throw refused('admin.orders.move.otherBuyer', 'to');
    const now = deps.payments.clock.now();
    for (const { id } of [from, to]) await askOrder(db, id, 'move_money', { now });
    let left = move.cents;
    if (left > (await surplusOf(db, from.id)) - (await refundsToSend(db, from.id)))
      throw refused('admin.orders.move.tooMuch', 'amount');
    // The newest payments brought the surplus.
    for (const { payment, leftCents, owedCents } of (await refundablePayments(db, from.id)).reverse()) {
      const cents = Math.min(left, leftCents - owedCents);
      if (cents <= 0 || payment.method !== 'bank_transfer') continue;
      const reference = `moved-${move.key}-${payment.id}`;
      await giveUpTransfer(deps.payments, db, payment, { cents, reference });
      const received = { orderId: to.id, cents, reference, sourceLineId: null, receivedAt: now };
      const { paymentId } = await receiveTransfer(db, deps, received);
      await rowsOf(db, INSERT, [
        move.key,
        payment.id,
        paymentId,
        from.id,
        to.id,
        cents,
        move.reason,
        adminId,
        null,
        null,
      ]);
      left -= cents;
    }
    if (left > 0) throw refused('admin.orders.move.noTransfer', 'amount');
    await mailMoneyMoved(db, deps, from.id, { cents: move.cents, to: orderNumber(to.id) });
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'money moved',
      subject: { kind: 'order', id: from.id },
      details: { to: to.id, cents: move.cents, reason: move.reason },
    });
  });
}

type MovedPart = { to: number; paymentId: number; cents: number; isUndone: boolean };

const moveUndo = z.object({
  from: z.int(),
  to: z.int(),
  key: z.string(),
  cents: z.int(),
  reason: z.string(),
  /** Why the other order gives money away only by two people. */
  why: z.enum(REASONS),
});
type MoveUndo = Pick<MoneyMove, 'from' | 'key' | 'reason'>;

/** Lets a second person approve that money leaves an order whose car has export papers or is gone. */
export function moveUndoApproval(deps: Deps): ApprovalKind {
  return {
    kind: 'move undo',
    permission: 'payments:write',
    summary(payload, t) {
      const { from, to, cents, reason, why } = moveUndo.parse(payload);
      const words = reasonText(t, 'undo_match', why, { openCents: 0 });
      const [number, other] = [orderNumber(from), orderNumber(to)];
      return t('admin.orders.move.approval', { amount: t.cents(cents), number, other, why: words, reason });
    },
    async execute(db, payload, { proposerId, approverId, origin }) {
      const undo = moveUndo.parse(payload);
      const parts = await lockParts(db, undo);
      if (parts.some(({ isUndone }) => isUndone))
        throw new AppError('conflict', 'undone meanwhile', { messageKey: 'admin.orders.move.noMove' });
      await undoParts(db, deps, undo, parts, { adminId: proposerId, approvedBy: approverId }, origin);
    },
  };
}

/**
 * Undoes a move while its money is still in the other order, as if that order had never received it. Both orders must be live. Idempotent.
 * Proposes it to a second person if a car of the other order has export papers or is gone.
 */
export function undoMove(deps: Deps, adminId: number, undo: MoveUndo, origin: Origin): Promise<'moved' | 'proposed'> {
  return withTransaction(deps.payments.pool, async (db) => {
    const parts = await lockParts(db, undo);
    if (parts.some(({ isUndone }) => isUndone)) return 'moved';
    const { from, key, reason } = undo;
    const { to } = parts[0]!;
    await askOrder(db, from, 'move_money', { now: deps.payments.clock.now() });
    const { answer } = await answerToUndo(db, deps, to);
    if (answer.may === 'second') {
      const proposal = { from, to, key, cents: sumOf(parts), reason, why: answer.why };
      const { done, messageKey } = await propose(db, moveUndoApproval(deps), proposal, { id: adminId }, origin);
      if (!done) throw new AppError('conflict', 'proposed already', { messageKey });
      return 'proposed';
    }
    await undoParts(db, deps, undo, parts, { adminId, approvedBy: null }, origin);
    return 'moved';
  });
}

const sumOf = (parts: MovedPart[]) => parts.reduce((sum, { cents }) => sum + cents, 0);

/** Locks both orders of a move and returns its parts. */
async function lockParts(db: Queryable, { from, key }: MoveUndo): Promise<MovedPart[]> {
  const [found] = await rowsOf<MovedPart>(db, PARTS, [key, from]);
  if (!found) throw new AppError('not_found', 'no such move', { messageKey: 'admin.orders.move.noMove' });
  await lockBoth(db, { from, to: found.to });
  return rowsOf<MovedPart>(db, PARTS, [key, from]);
}

async function undoParts(
  db: Queryable,
  deps: Deps,
  { from, key, reason }: MoveUndo,
  parts: MovedPart[],
  { adminId, approvedBy }: { adminId: number; approvedBy: number | null },
  origin: Origin,
): Promise<void> {
  const now = deps.payments.clock.now();
  await askOrder(db, from, 'move_money', { now });
  const undoKey = randomUUID();
  for (const { to, paymentId, cents } of parts) {
    const reference = `moved-${undoKey}-${paymentId}`;
    await undoReceivedTransfer(db, deps, { orderId: to, paymentId, reference, isApproved: approvedBy !== null });
    const received = { orderId: from, cents, reference, sourceLineId: null, receivedAt: now };
    const back = await receiveTransfer(db, deps, received);
    const people = [adminId, key, approvedBy];
    await rowsOf(db, INSERT, [undoKey, paymentId, back.paymentId, to, from, cents, reason, ...people]);
  }
  await audit(db, origin, {
    actor: actingAdmin(adminId),
    action: 'money move undone',
    subject: { kind: 'order', id: from },
    details: { to: parts[0]?.to, cents: sumOf(parts), reason, ...(approvedBy !== null && { approvedBy }) },
  });
}

/** Locks cars and orders by id, so opposite moves cannot deadlock. */
async function lockBoth(db: Queryable, { from, to }: Pick<MoneyMove, 'from' | 'to'>): Promise<[Order, Order]> {
  if (from === to) throw refused('admin.orders.move.sameOrder', 'to');
  if (!(await findOrder(db, from))) throw orderNotFound();
  if (!(await findOrder(db, to))) throw refused('admin.orders.move.noOrder', 'to');
  const cars = [...(await carsOfOrders(db, [from, to])).values()].flat();
  for (const id of cars.map(({ listingId }) => listingId).sort((a, b) => a - b)) await lockForCheckout(db, id);
  const locked = new Map<number, Order>();
  for (const id of [from, to].sort((a, b) => a - b)) {
    const order = await lockOrder(db, id);
    if (order) locked.set(id, order);
  }
  return [locked.get(from)!, locked.get(to)!];
}

async function isRepeated(db: Queryable, { key, from, to, cents }: MoneyMove): Promise<boolean> {
  const [done] = await rowsOf<Pick<MoneyMove, 'from' | 'to' | 'cents'>>(db, DONE, [key]);
  if (!done) return false;
  if (done.from !== from || done.to !== to || done.cents !== cents)
    throw new AppError('unprocessable', 'the key of a move was reused with other content');
  return true;
}

function refused(messageKey: MessageKey, field: 'to' | 'amount'): AppError {
  return new AppError('conflict', messageKey, { messageKey, fields: { [field]: { messageKey } } });
}
