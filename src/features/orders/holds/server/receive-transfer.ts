import type { Order } from '#features/orders/orders/model/order.ts';
import { allocate, type PlanItem, toleratedShortfall } from '#features/orders/orders/model/payment-plan.ts';
import type { OrderDeps } from '#features/orders/orders/server/order-deps.ts';
import { mailMatchUndone, mailTransferReceived } from '#features/orders/orders/server/order-mails.ts';
import {
  contactOfOrder,
  findOrder,
  findOrderHold,
  lockOrderAndCars,
} from '#features/orders/orders/server/order-store.ts';
import { insertAllocations, planOfOrder } from '#features/orders/orders/server/plan-store.ts';
import type { Payment } from '#features/payments/payments/model/payment.ts';
import {
  answerOf,
  askOrder,
  captureHold,
  findPayment,
  lockHold,
  type OrderAnswer,
  postShortfall,
  type ReceivedMoney,
  recordTransfer,
  returnTransfer,
  undoTransfer,
  withdrawCapture,
} from '#features/payments/server/api.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { holdAgain, reviveHold } from './revive-hold.ts';

type Received = {
  orderId: number;
  cents: number;
  reference: string | null;
  /** Null for money that was moved from another order. */
  sourceLineId: number | null;
  receivedAt: Date;
  /** The administrator who revives the order if its hold lapsed. */
  revivedBy?: number | undefined;
};
/**
 * - `part`: the order stays held, because the deposit is not complete
 * - `booked`: the deposit is complete and the car is booked
 * - `paid`: pays an order that was booked before
 * - `returned`: the order had ended; the money is refunded
 */
type TransferOutcome = {
  paymentId: number;
  outcome: 'part' | 'booked' | 'paid' | 'returned';
  /** Missing cents within the tolerance. */
  shortfallCents: number;
  /** Exceeds the cost of the order, and is owed to the buyer. */
  surplusCents: number;
};

/**
 * Records a transfer for an order in the caller's transaction, and emails the buyer. Locks cars, order and payments. A statement line, or a
 * part of it, becomes one payment; the caller locks the line and checks that this much is left. Throws if the order is missing.
 */
export async function receiveTransfer(
  db: Queryable,
  deps: Pick<OrderDeps, 'payments' | 'siteOrigin'>,
  received: Received,
): Promise<TransferOutcome> {
  const outcome = await receive(db, deps, received);
  const { cents, receivedAt } = received;
  await mailTransferReceived(db, deps, received.orderId, { ...outcome, cents, receivedAt });
  return outcome;
}

async function receive(
  db: Queryable,
  deps: Pick<OrderDeps, 'payments'>,
  { orderId, sourceLineId, revivedBy, ...received }: Received,
): Promise<TransferOutcome> {
  const money: ReceivedMoney = { ...received, lineId: sourceLineId };
  const { order: locked, cars } = await lockOrderAndCars(db, orderId);
  if (!locked) throw new Error(`order ${orderId} is missing`);
  const order =
    locked.life === 'cancelled' && revivedBy !== undefined ? await revive(db, deps, locked, revivedBy) : locked;
  const hold = await lockHold(db, orderId);
  const plan = await planOfOrder(db, orderId);
  if (order.life === 'completed' || order.life === 'cancelled') return returnMoney(db, order, money);
  if (order.life === 'active') return { outcome: 'paid', ...(await takeAsPayment(db, order, plan, money)) };
  if (!hold || cars.length === 0) throw new Error(`order ${orderId} is held without a payment or a car`);
  const deposit = plan.find(({ kind }) => kind === 'deposit');
  const left = deposit ? deposit.amountCents - deposit.paidCents : 0;
  const isComplete = money.cents >= left || (deposit && toleratedShortfall(deposit, money.cents, order.terms) > 0);
  if (!isComplete) return { outcome: 'part', ...(await takeAsPayment(db, order, plan, money)) };
  await captureHold(deps.payments, db, hold, cars, money);
  return { outcome: 'booked', paymentId: hold.id, ...(await allocateTransfer(db, order, plan, hold.id, money.cents)) };
}

async function revive(db: Queryable, deps: Pick<OrderDeps, 'payments'>, order: Order, adminId: number): Promise<Order> {
  const actor = { actor: 'admin', actorId: adminId } as const;
  const now = deps.payments.clock.now();
  await reviveHold(db, order, { actor, reason: 'The transfer arrived after the hold had lapsed.', now });
  return { ...order, life: 'held', endedAt: null };
}

async function takeAsPayment(db: Queryable, order: Order, plan: PlanItem[], money: ReceivedMoney) {
  const planItemId = plan.find(({ amountCents, paidCents }) => paidCents < amountCents)?.id ?? null;
  const paymentId = await record(db, order, planItemId, money);
  return { paymentId, ...(await allocateTransfer(db, order, plan, paymentId, money.cents)) };
}

async function returnMoney(db: Queryable, order: Order, money: ReceivedMoney): Promise<TransferOutcome> {
  const paymentId = await record(db, order, null, money);
  await insertAllocations(db, order.id, [{ itemId: null, cents: money.cents }], { paymentId });
  await returnTransfer(db, paymentId, money.cents, 'The order had ended when the transfer arrived.');
  return { outcome: 'returned', paymentId, shortfallCents: 0, surplusCents: money.cents };
}

async function record(db: Queryable, { id: orderId, userId }: Order, planItemId: number | null, money: ReceivedMoney) {
  const contactEmail = await contactOfOrder(db, orderId);
  return recordTransfer(db, { userId, orderId, planItemId, contactEmail }, money);
}

/** Allocates a transfer to the open items. We bear bank charges within the tolerance of the last item. */
async function allocateTransfer(
  db: Queryable,
  { id: orderId, terms }: Order,
  plan: PlanItem[],
  paymentId: Payment['id'],
  cents: number,
): Promise<Pick<TransferOutcome, 'shortfallCents' | 'surplusCents'>> {
  const parts = allocate(plan, cents);
  await insertAllocations(db, orderId, parts, { paymentId });
  const surplusCents = parts.find(({ itemId }) => itemId === null)?.cents ?? 0;
  const last = parts.findLast(({ itemId }) => itemId !== null);
  const item = plan.find(({ id }) => id === last?.itemId);
  const shortfallCents = item && last ? toleratedShortfall(item, last.cents, terms) : 0;
  if (item && shortfallCents > 0) {
    await insertAllocations(db, orderId, [{ itemId: item.id, cents: shortfallCents }], { paymentId }, 'shortfall');
    await postShortfall(db, paymentId, shortfallCents);
  }
  return { shortfallCents, surplusCents };
}

const SHORTFALL = statement(`
  select plan_item_id as "itemId", sum(cents) as cents from allocations
  where payment_id = $1 and kind = 'shortfall' group by plan_item_id having sum(cents) <> 0`);

const MOVED_BACK = statement(`
  select u.to_payment_id as "paymentId", u.cents from money_moves m
  join money_moves u on u.undoes = m.key and u.from_payment_id = m.to_payment_id
  where m.from_payment_id = $1 and m.undoes is null order by u.to_payment_id`);

/** Removes a payment from an order, with the payments that returned parts of it when a move was undone. */
async function takeAway(
  db: Queryable,
  payments: OrderDeps['payments'],
  { orderId, paymentId, reference }: { orderId: number; paymentId: number; reference: string },
): Promise<void> {
  const back = await rowsOf<{ paymentId: number; cents: number }>(db, MOVED_BACK, [paymentId]);
  for (const { paymentId: part } of back)
    await takeAway(db, payments, { orderId, paymentId: part, reference: `${reference}-${part}` });
  const kept = await rowsOf<{ itemId: number | null; cents: number }>(db, SHORTFALL, [paymentId]);
  const parts = kept.map(({ itemId, cents }) => ({ itemId, cents: -cents }));
  if (parts.length > 0) await insertAllocations(db, orderId, parts, { paymentId }, 'shortfall');
  const shortfallCents = kept.reduce((sum, { cents }) => sum + cents, 0);
  const movedBackCents = back.reduce((sum, { cents }) => sum + cents, 0);
  await undoTransfer(payments, db, paymentId, { shortfallCents, movedBackCents, reference });
}

/** Returns whether the remaining money of an order does not cover its deposit. */
async function isDepositOpen(db: Queryable, orderId: number): Promise<boolean> {
  const order = await findOrder(db, orderId);
  const deposit = (await planOfOrder(db, orderId)).find(({ kind }) => kind === 'deposit');
  return !!order && !!deposit && order.receivedCents + order.shortfallCents < deposit.amountCents;
}

type Undoing = { orderId: number; paymentId: number; reference: string; isApproved: boolean };

/** Locks cars and order, and returns whether a transfer may be taken away from it. */
export async function answerToUndo(
  db: Queryable,
  { payments }: Pick<OrderDeps, 'payments'>,
  orderId: number,
): Promise<OrderAnswer> {
  const { order } = await lockOrderAndCars(db, orderId);
  if (!order) throw new Error(`order ${orderId} is missing`);
  return answerOf(db, orderId, 'undo_match', payments.clock.now());
}

/**
 * Undoes the match of a transfer with an order in the caller's transaction, and emails everyone who was emailed about it. The amount is open
 * again. An order without its deposit is held again, unless its car has papers or is on its way. Throws if the order has ended, if the
 * money is gone or frozen, and without `isApproved` if a second person is needed.
 */
export async function undoReceivedTransfer(
  db: Queryable,
  { payments, siteOrigin }: Pick<OrderDeps, 'payments' | 'siteOrigin'>,
  { orderId, paymentId, reference, isApproved }: Undoing,
): Promise<void> {
  const { order } = await lockOrderAndCars(db, orderId);
  if (!order) throw new Error(`order ${orderId} is missing`);
  const now = payments.clock.now();
  await askOrder(db, orderId, 'undo_match', { now, isApproved });
  const cents = (await findPayment(db, paymentId))?.amountCents ?? 0;
  await takeAway(db, payments, { orderId, paymentId, reference });
  const hold = order.life === 'active' ? await findOrderHold(db, orderId) : null;
  const lacksDeposit = hold !== null && (await isDepositOpen(db, orderId));
  const isHeldAgain = lacksDeposit && (await answerOf(db, orderId, 'hold_again', now)).answer.may === 'yes';
  if (isHeldAgain) {
    // Parts of the deposit that stay matched keep their payment; the bookings were made by the payment that completed it.
    await withdrawCapture(payments, db, hold.paymentId);
    await holdAgain(db, order, { ...hold, now });
  }
  // Sellers get another email when the life of the order changes.
  await mailMatchUndone(db, { siteOrigin }, orderId, { cents, tellsSellers: lacksDeposit && !isHeldAgain });
}
