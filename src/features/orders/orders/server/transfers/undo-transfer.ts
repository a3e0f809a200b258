import { answerOf, askOrder, findPayment, undoTransfer, withdrawCapture } from '#features/payments/server/api.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { OrderDeps } from '../order-deps.ts';
import { findOrder, lockOrderAndCars } from '../order-store.ts';
import { insertAllocations, planOfOrder } from '../plan-store.ts';
import { findOrderHold } from './hold-store.ts';
import { holdAgain } from './revive-hold.ts';
import { mailMatchUndone } from './transfer-mails.ts';

const SHORTFALL = statement(`
  select plan_item_id as "itemId", sum(cents) as cents from allocations
  where payment_id = $1 and kind = 'shortfall' group by plan_item_id having sum(cents) <> 0`);

const MOVED_BACK = statement(`
  select u.to_payment_id as "paymentId", u.cents from money_moves m
  join money_moves u on u.undoes = m.key and u.from_payment_id = m.to_payment_id
  where m.from_payment_id = $1 and m.undoes is null order by u.to_payment_id`);

/** Takes a payment away from an order, together with the payments by which parts of it came back when their move was undone. */
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

/** Whether all that is left of an order's money is less than its deposit. */
async function isDepositOpen(db: Queryable, orderId: number): Promise<boolean> {
  const order = await findOrder(db, orderId);
  const deposit = (await planOfOrder(db, orderId)).find(({ kind }) => kind === 'deposit');
  return !!order && !!deposit && order.receivedCents + order.shortfallCents < deposit.amountCents;
}

/**
 * Undoes the match of a transfer with an order, in the caller's transaction, so that the amount is open again, and emails those who were told
 * of it. An order that lacks its deposit then waits for a transfer once more, unless its car has papers or is on its way; then it stays booked.
 * Throws if the order has ended or the money is no longer held or is frozen.
 */
export async function undoReceivedTransfer(
  db: Queryable,
  { payments, siteOrigin }: Pick<OrderDeps, 'payments' | 'siteOrigin'>,
  { orderId, paymentId, reference }: { orderId: number; paymentId: number; reference: string },
): Promise<void> {
  const { order } = await lockOrderAndCars(db, orderId);
  if (!order) throw new Error(`order ${orderId} is missing`);
  const now = payments.clock.now();
  await askOrder(db, orderId, 'undo_match', { now });
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
  // Sellers are told of a change of the order's life anyway.
  await mailMatchUndone(db, { siteOrigin }, orderId, { cents, tellsSellers: lacksDeposit && !isHeldAgain });
}
