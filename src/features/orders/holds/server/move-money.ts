import { randomUUID } from 'node:crypto';
import { lockForCheckout } from '#features/catalog/server/api.ts';
import { type Order, orderNumber } from '#features/orders/orders/model/order.ts';
import type { OrderDeps } from '#features/orders/orders/server/order-deps.ts';
import { mailMoneyMoved } from '#features/orders/orders/server/order-mails.ts';
import { carsOfOrders, findOrder, lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { surplusOf } from '#features/orders/orders/server/plan-store.ts';
import { askOrder, giveUpTransfer, refundablePayments, refundsToSend } from '#features/payments/server/api.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { receiveTransfer, undoReceivedTransfer } from './receive-transfer.ts';

const DONE = statement(`
  select from_order_id as "from", to_order_id as "to", sum(cents) as cents from money_moves where key = $1 group by 1, 2`);
const INSERT = statement(`
  insert into money_moves (key, from_payment_id, to_payment_id, from_order_id, to_order_id, cents, reason, moved_by, undoes)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);
const PARTS = statement(`
  select to_order_id as "to", to_payment_id as "paymentId", cents, exists (
    select 1 from money_moves u where u.undoes = m.key and u.from_payment_id = m.to_payment_id) as "isUndone"
  from money_moves m where key = $1 and from_order_id = $2 and undoes is null order by to_payment_id`);

type Deps = Pick<OrderDeps, 'payments' | 'siteOrigin'>;
export type MoneyMove = { from: number; to: number; cents: number; key: string; reason: string };

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
      await rowsOf(db, INSERT, [move.key, payment.id, paymentId, from.id, to.id, cents, move.reason, adminId, null]);
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

/**
 * Undoes a move while its money is still in the other order, as if that order had never received it. Both orders must be live. Idempotent.
 */
export function undoMove(
  deps: Deps,
  adminId: number,
  { from, key, reason }: Pick<MoneyMove, 'from' | 'key' | 'reason'>,
  origin: Origin,
): Promise<void> {
  return withTransaction(deps.payments.pool, async (db) => {
    const [found] = await rowsOf<MovedPart>(db, PARTS, [key, from]);
    if (!found) throw new AppError('not_found', 'no such move', { messageKey: 'admin.orders.move.noMove' });
    const { to } = found;
    await lockBoth(db, { from, to });
    const parts = await rowsOf<MovedPart>(db, PARTS, [key, from]);
    if (parts.some(({ isUndone }) => isUndone)) return;
    const now = deps.payments.clock.now();
    await askOrder(db, from, 'move_money', { now });
    const undoKey = randomUUID();
    for (const { paymentId, cents } of parts) {
      const reference = `moved-${undoKey}-${paymentId}`;
      await undoReceivedTransfer(db, deps, { orderId: to, paymentId, reference });
      const received = { orderId: from, cents, reference, sourceLineId: null, receivedAt: now };
      const back = await receiveTransfer(db, deps, received);
      await rowsOf(db, INSERT, [undoKey, paymentId, back.paymentId, to, from, cents, reason, adminId, key]);
    }
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'money move undone',
      subject: { kind: 'order', id: from },
      details: { to, cents: parts.reduce((sum, { cents }) => sum + cents, 0), reason },
    });
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
