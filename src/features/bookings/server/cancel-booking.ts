import { actingAdmin, actingUser, audit, changesForAudit } from '#features/audit/server/api.ts';
import { GatewayTimeout } from '#features/gateways/server/api.ts';
import { lockForCheckout, setCheckoutStatus } from '#features/listings/server/api.ts';
import {
  findPayment,
  findRefund,
  lockPayment,
  refundableCents,
  settleRefund,
  undoPayment,
  updateRentedStatus,
} from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { type Booking, isLive } from '../model/booking.ts';
import { cancellationOf } from '../model/cancellation.ts';
import type { BookingDeps } from './booking-deps.ts';
import { mailCancellation } from './booking-mails.ts';
import { findBooking, findBookingOfPayment, lockBooking, transitionBooking } from './booking-store.ts';

export const bookingNotFound = () => new AppError('not_found', 'no such booking', { messageKey: 'booking.notFound' });

/** What goes back, and whether the gateway has said already that it cannot. */
export type RefundedPayment = { refundCents: number; refundFailed: boolean };

/** A buyer gives a booking up for the refund that the buyer was shown. The car is free at once; the money follows. */
export async function cancelMyBooking(
  deps: BookingDeps,
  userId: number,
  id: number,
  seenRefundCents: number,
  origin: Origin,
): Promise<RefundedPayment> {
  const { pool, clock } = deps.payments;
  const seen = await findBooking(pool, id);
  if (seen?.userId !== userId) throw bookingNotFound();
  const refundCents = await withTransaction(pool, async (db) => {
    const { booking, car } = await lockedBooking(db, seen);
    const cancellation = cancellationOf(booking, clock.now());
    if ('refused' in cancellation)
      throw new AppError('conflict', 'not cancellable', { messageKey: cancellation.refused });
    if (cancellation.refundCents !== seenRefundCents) {
      throw new AppError('conflict', 'another refund than was shown', { messageKey: 'booking.cancel.changed' });
    }
    await cancelLockedBooking(deps, db, booking, car, {
      ...cancellation,
      reason: 'Canceled by the buyer.',
      askedBy: 'user',
    });
    const subject = { kind: 'booking', id };
    await audit(db, origin, { actor: actingUser(userId), action: 'booking cancelled', subject, details: cancellation });
    return cancellation.refundCents;
  });
  return { refundCents, refundFailed: await tryRefund(deps, seen.paymentId) };
}

/**
 * An administrator gives money back, with a reason. A booking that was still to come is cancelled by it. A payment is
 * captured and
 * booked in one transaction, so one that was captured before a booking was looked for in vain has none: its car could
 * not be booked.
 */
export async function refundByAdmin(
  deps: BookingDeps,
  adminId: number,
  paymentId: number,
  { amountCents, reason }: { amountCents: number | null; reason: string },
  origin: Origin,
): Promise<RefundedPayment> {
  const { pool } = deps.payments;
  const [payment, seen] = [await findPayment(pool, paymentId), await findBookingOfPayment(pool, paymentId)];
  if (!payment) throw new AppError('not_found', 'no such payment', { messageKey: 'admin.payments.notFound' });
  const wasTaken = payment.state === 'captured' || payment.state === 'refunded';
  if (!seen && !wasTaken) throw new AppError('conflict', `a ${payment.state} payment`, { messageKey: 'refund.none' });
  const refundCents = amountCents ?? (await refundableCents(pool, payment));
  if (refundCents <= 0) throw new AppError('conflict', 'nothing is left', { messageKey: 'refund.twice' });
  await withTransaction(pool, async (db) => {
    const locked = seen && (await lockedBooking(db, seen));
    const undone = { refundCents, reason, askedBy: 'admin' } as const;
    const before = { status: locked?.booking.status ?? null, leftCents: await refundableCents(db, payment) };
    const cancels = locked && isLive(locked.booking.status);
    if (cancels) await cancelLockedBooking(deps, db, locked.booking, locked.car, undone);
    else await undoPayment(db, paymentId, { ...undone, releasesCar: false });
    const after = { status: cancels ? 'cancelled' : before.status, leftCents: before.leftCents - refundCents };
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'payment refunded',
      subject: { kind: 'payment', id: paymentId },
      details: { ...changesForAudit(before, after), refundCents, reason, booking: locked?.booking.id },
    });
  });
  return { refundCents, refundFailed: await tryRefund(deps, paymentId) };
}

export type Car = Awaited<ReturnType<typeof lockForCheckout>>;
type Undone = { refundCents: number; reason: string; askedBy: 'user' | 'admin' };

/** Car, payment, booking: the order in which everybody locks them. */
export async function lockedBooking(db: Queryable, seen: Booking): Promise<{ booking: Booking; car: Car }> {
  const { id, listingId, paymentId } = seen;
  const car = await lockForCheckout(db, listingId);
  await lockPayment(db, paymentId);
  const booking = await lockBooking(db, id);
  if (!booking) throw bookingNotFound();
  return { booking, car };
}

/** Calls a live booking off: its car is free, its buyer is told, and what is due goes back. */
export async function cancelLockedBooking(
  deps: BookingDeps,
  db: Queryable,
  booking: Booking,
  car: Car,
  undone: Undone,
): Promise<void> {
  await undoPayment(db, booking.paymentId, { ...undone, releasesCar: true });
  await callOff(db, deps.payments.clock, deps.siteOrigin, booking, car, undone.refundCents);
}

/** Cancels a live booking all of whose money went back by other hands. Car and payment are locked already. */
export async function cancelRefundedBooking(
  db: Queryable,
  clock: Clock,
  site: string,
  paymentId: number,
): Promise<void> {
  const seen = await findBookingOfPayment(db, paymentId);
  if (!seen || !isLive(seen.status)) return;
  const { booking, car } = await lockedBooking(db, seen);
  if (!isLive(booking.status)) return;
  const reason = 'Refunded at the payment provider.';
  await undoPayment(db, paymentId, { refundCents: 0, reason, askedBy: 'system', releasesCar: true });
  await callOff(db, clock, site, booking, car, booking.paidCents);
}

async function callOff(db: Queryable, clock: Clock, site: string, booking: Booking, car: Car, refundCents: number) {
  const { id, paymentId, status } = booking;
  if (!(await transitionBooking(db, id, status, 'cancelled'))) throw new AppError('conflict', 'moved in the meantime');
  if (car?.status === 'sold') await setCheckoutStatus(db, car.id, 'active');
  else if (car) await updateRentedStatus(db, car, clock.now());
  const payment = await findPayment(db, paymentId);
  if (payment) await mailCancellation(db, site, booking, payment, refundCents);
}

/** At once where the gateway answers; otherwise the worker goes on trying. Tells whether it failed. */
export async function tryRefund({ payments }: BookingDeps, paymentId: number): Promise<boolean> {
  await settleRefund(payments, paymentId).catch((error: unknown) => {
    if (!(error instanceof GatewayTimeout)) throw error;
  });
  const refund = await findRefund(payments.pool, paymentId);
  return refund !== null && refund.owedCents > 0;
}
