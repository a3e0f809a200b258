import { isNamedByOpenLine, transferAwaitedUntil } from '#features/bookkeeping/server/api.ts';
import { openCents } from '#features/orders/orders/model/order.ts';
import { findOrder, itemToRemindOf, ordersToRemind, remindAgain, stopReminding } from '#features/orders/server/api.ts';
import { keptOfUnpaid, refundOf } from '#features/payments/order-acts/model/cancellation.ts';
import { END_REASONS } from '#features/payments/order-acts/model/order-life.ts';
import { answerOf, findPayment } from '#features/payments/server/api.ts';
import { dropUnpaidTransport } from '#features/shipping/server/api.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { leftCents } from '../model/booking.ts';
import type { BookingDeps } from './booking-deps.ts';
import { mailBalance, mailTransportDropped } from './booking-mails.ts';
import { findBooking } from './booking-store.ts';
import { cancelLockedBooking, lockedBooking } from './cancel-booking.ts';

const DAY_MS = 86_400_000;

/**
 * Reminds buyers of sales before the balance is due and on the day. When the days of grace are over, cancels the order, keeps what its
 * terms say, and the car is free again. A car that is on its way stays sold: a person decides. If only the shipping is unpaid, the order is FOB again
 * instead. An order is not late while its transfer is an open bank line or may be on the next statement. A failing order does not stop the others.
 */
export async function processOverdueOrders(
  deps: BookingDeps,
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  const { pool, clock } = deps.payments;
  await workInTurn(await ordersToRemind(pool, clock.now()), {
    pool,
    queue: 'overdue orders',
    itemOf: ({ orderId }) => String(orderId),
    work: ({ orderId, bookingId }) => processOrder(deps, orderId, bookingId),
    onError,
    run,
  });
}

async function processOrder(deps: BookingDeps, orderId: number, bookingId: number): Promise<void> {
  const { pool, clock } = deps.payments;
  const snapshot = await findBooking(pool, bookingId);
  if (!snapshot) return;
  await withTransaction(pool, async (db) => {
    const locked = await lockedBooking(db, snapshot);
    const { booking } = locked;
    const order = await findOrder(db, orderId);
    const item = order && (await itemToRemindOf(db, order));
    if (!order || !item || order.life !== 'active' || !order.terms.requiresBalance) return stopReminding(db, orderId);
    const payment = await findPayment(db, booking.paymentId);
    const isTransport = item.kind === 'transport';
    const awaited = { orderId, since: order.createdAt, timeZone: deps.documents.timeZone };
    const graceEnds = new Date(item.dueAt.getTime() + order.terms.graceDays * DAY_MS);
    const isOverdue = clock.now() >= item.dueAt;
    const isOver = clock.now() >= graceEnds;
    if (isOverdue) {
      const endsAt = isOver ? graceEnds : item.dueAt;
      const lastsUntil = await transferAwaitedUntil(db, { ...awaited, endsAt }, clock.now());
      if (lastsUntil) return remindAgain(db, orderId, lastsUntil);
    } else if (await isNamedByOpenLine(db, orderId)) return remindAgain(db, orderId, item.dueAt);
    if (isOver && isTransport) {
      const isDropped = await dropUnpaidTransport(db, order, clock.now());
      if (isDropped && payment) await mailTransportDropped(db, deps.siteOrigin, booking, payment);
      return stopReminding(db, orderId);
    }
    // What is kept counts by the end of the days of grace, however long we waited for a statement after it.
    const { facts, answer } = await answerOf(db, orderId, 'release_unpaid', clock.now());
    const keptCents = keptOfUnpaid(facts, graceEnds);
    if (isOver) {
      if (answer.may !== 'yes') return remindAgain(db, orderId, new Date(clock.now().getTime() + DAY_MS));
      const refundCents = refundOf({ ...booking, leftCents: leftCents(booking) }, keptCents);
      const by = { reason: END_REASONS.canceled_unpaid, askedBy: 'system', actorId: null } as const;
      return cancelLockedBooking(deps, db, locked, facts, { refundCents, ...by });
    }
    const said = {
      openCents: openCents(order),
      dueAt: item.dueAt,
      graceEnds,
      isTransport,
      keptCents: Math.min(keptCents, facts.receivedCents),
    };
    if (payment)
      await mailBalance(db, deps.siteOrigin, booking, payment, isOverdue ? 'balanceOverdue' : 'balanceDue', said);
    await remindAgain(db, orderId, isOverdue ? graceEnds : item.dueAt);
  });
}
