import { z } from 'zod';
import { type ApprovalKind, propose } from '#features/approvals/server/api.ts';
import { actingAdmin, actingUser, audit, changesForAudit } from '#features/audit/server/api.ts';
import { GatewayTimeout } from '#features/gateways/server/api.ts';
import { isOrderFrozen } from '#features/ledger/server/api.ts';
import { lockForCheckout, setCheckoutStatus } from '#features/listings/server/api.ts';
import { cancelOrder } from '#features/orders/server/api.ts';
import type { Payment } from '#features/payments/model/payment.ts';
import {
  findPayment,
  lockPayment,
  needsSecondPerson,
  refundableCents,
  refundsOfPayment,
  settleRefundsOf,
  undoPayment,
  updateRentedStatus,
} from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { type Booking, isLive, leftCents } from '../model/booking.ts';
import { cancellationOf } from '../model/cancellation.ts';
import type { BookingDeps } from './booking-deps.ts';
import { mailCancellation, mailRefundAsked } from './booking-mails.ts';
import {
  carsBookedBy,
  findBooking,
  findBookingOfPayment,
  lockBookingsOfPayment,
  transitionBookings,
} from './booking-store.ts';

export const bookingNotFound = () => new AppError('not_found', 'no such booking', { messageKey: 'booking.notFound' });

/** `refundFailed`: the gateway already rejected the refund. */
export type RefundedPayment = { refundCents: number; refundFailed: boolean };

/** Cancels a user's booking for the refund that was shown. The car is free at once; the refund is sent afterwards. */
export async function cancelMyBooking(
  deps: BookingDeps,
  userId: number,
  id: number,
  shownRefundCents: number,
  origin: Origin,
): Promise<RefundedPayment> {
  const { pool, clock } = deps.payments;
  const snapshot = await findBooking(pool, id);
  if (snapshot?.userId !== userId) throw bookingNotFound();
  const refundCents = await withTransaction(pool, async (db) => {
    const locked = await lockedBooking(db, snapshot);
    const cancellation = cancellationOf(locked.booking, clock.now());
    if ('refused' in cancellation)
      throw new AppError('conflict', 'not cancellable', { messageKey: cancellation.refused });
    if (cancellation.refundCents !== shownRefundCents) {
      throw new AppError('conflict', 'the refund has changed since it was shown', {
        messageKey: 'booking.cancel.changed',
      });
    }
    await cancelLockedBooking(deps, db, locked, {
      ...cancellation,
      reason: 'Canceled by the buyer.',
      askedBy: 'user',
      actorId: userId,
    });
    const subject = { kind: 'booking', id };
    await audit(db, origin, { actor: actingUser(userId), action: 'booking cancelled', subject, details: cancellation });
    return cancellation.refundCents;
  });
  return { refundCents, refundFailed: await tryRefund(deps, snapshot.paymentId) };
}

/** `proposed`: nothing was refunded, because the amount needs a second person. */
export type RefundByAdmin = RefundedPayment & { proposed: boolean };

/**
 * Refunds a payment on behalf of an administrator, by default all that is left. Cancels the booking if it is live. Above the limit it is
 * proposed to a second person instead.
 */
export async function refundByAdmin(
  deps: BookingDeps,
  admin: Pick<SignedInAdmin, 'id'>,
  paymentId: number,
  { amountCents, reason }: { amountCents: number | null; reason: string },
  origin: Origin,
): Promise<RefundByAdmin> {
  const { pool } = deps.payments;
  // Read the payment first. Capture and booking commit together, so a captured payment without a booking is one whose
  // car could not be booked.
  const [payment, snapshot] = [await findPayment(pool, paymentId), await findBookingOfPayment(pool, paymentId)];
  if (!payment) throw new AppError('not_found', 'no such payment', { messageKey: 'admin.payments.notFound' });
  const isCaptured = payment.state === 'captured' || payment.state === 'refunded';
  if (!snapshot && !isCaptured)
    throw new AppError('conflict', `a ${payment.state} payment`, { messageKey: 'refund.none' });
  const refundCents = amountCents ?? (await allThatIsLeft(pool, payment, snapshot));
  if (refundCents <= 0) throw new AppError('conflict', 'nothing is left', { messageKey: 'refund.twice' });
  const request: RefundProposal = {
    payment: paymentId,
    refundCents,
    reason,
    cancels: snapshot !== null && isLive(snapshot.status),
  };
  const proposed = await withTransaction(pool, async (db) => {
    if (await needsSecondPerson(db, paymentId, refundCents)) {
      if (refundCents > (await allThatIsLeft(db, payment, snapshot))) throw tooMuch();
      const { done, messageKey } = await propose(db, refundApproval(deps), request, admin, origin);
      if (!done) throw new AppError('conflict', 'proposed before', { messageKey });
      return true;
    }
    await refundNow(deps, db, request, { adminId: admin.id, origin });
    return false;
  });
  if (proposed) return { refundCents: 0, refundFailed: false, proposed };
  return { refundCents, refundFailed: await tryRefund(deps, paymentId), proposed };
}

const tooMuch = () => new AppError('conflict', 'more than the payment', { messageKey: 'refund.tooMuch' });

const refundProposal = z.object({
  payment: z.int(),
  refundCents: z.int(),
  reason: z.string(),
  /** Whether the refund ends a live booking. */
  cancels: z.boolean(),
});
type RefundProposal = z.output<typeof refundProposal>;

/** A refund above the limit, which is asked for in the transaction of the approval and sent by the worker. */
export function refundApproval(deps: BookingDeps): ApprovalKind {
  return {
    kind: 'refund',
    permission: 'payments:write',
    summary(payload, t) {
      const { payment, refundCents, reason, cancels } = refundProposal.parse(payload);
      const facts = { payment, amount: t.cents(refundCents), reason };
      return t(cancels ? 'refund.approval.cancels' : 'refund.approval', facts);
    },
    execute: (db, payload, { proposerId, approverId, origin }) =>
      refundNow(deps, db, refundProposal.parse(payload), { adminId: proposerId, approvedBy: approverId, origin }),
  };
}

type By = { adminId: number; approvedBy?: number; origin: Origin };

/** Asks for a refund under the locks. Throws `conflict` if the booking has ended since it was proposed, or if too little is left. */
async function refundNow(
  deps: BookingDeps,
  db: Queryable,
  { payment: paymentId, refundCents, reason, cancels }: RefundProposal,
  { adminId, approvedBy, origin }: By,
): Promise<void> {
  const [payment, snapshot] = [await findPayment(db, paymentId), await findBookingOfPayment(db, paymentId)];
  if (!payment) throw new AppError('not_found', 'no such payment', { messageKey: 'admin.payments.notFound' });
  const locked = snapshot && (await lockedBooking(db, snapshot));
  const by = { askedBy: 'admin', actorId: adminId, ...(approvedBy !== undefined && { approvedBy }) } as const;
  const request = { refundCents, reason, ...by };
  const before = { status: locked?.booking.status ?? null, leftCents: await refundableCents(db, payment) };
  if (cancels !== (locked !== null && isLive(locked.booking.status)))
    throw new AppError('conflict', 'the booking changed in the meantime', { messageKey: 'refund.changed' });
  // Only the end of a live booking also refunds the other payments of its order.
  if (!cancels && refundCents > before.leftCents) throw tooMuch();
  if (cancels && locked) await cancelLockedBooking(deps, db, locked, request);
  else {
    await undoPayment(db, paymentId, { ...request, releasesCar: false });
    if (locked) await mailRefundAsked(db, deps.siteOrigin, locked.booking, payment, { refundCents, reason });
  }
  const after = { status: cancels ? 'cancelled' : before.status, leftCents: before.leftCents - refundCents };
  await audit(db, origin, {
    actor: actingAdmin(adminId),
    action: 'payment refunded',
    subject: { kind: 'payment', id: paymentId },
    details: { ...changesForAudit(before, after), refundCents, reason, booking: locked?.booking.id, approvedBy },
  });
}

/** Of a live booking all payments, because the refund ends it; otherwise the payment alone. */
async function allThatIsLeft(db: Queryable, payment: Payment, booking: Booking | null): Promise<number> {
  if (booking && isLive(booking.status)) return leftCents(booking);
  return refundableCents(db, payment);
}

export type Car = Awaited<ReturnType<typeof lockForCheckout>>;
type CancelRequest = {
  refundCents: number;
  reason: string;
  askedBy: 'user' | 'admin' | 'system';
  actorId: number | null;
  /** The second person, for an administrator's refund above the limit. */
  approvedBy?: number;
  /** We cancel, because the balance was not paid. */
  isUnpaid?: true;
};

const ACTOR = { user: 'buyer', admin: 'admin', system: 'system' } as const;

/** A booking with its car. `bookings` and `cars` are all of its order. */
export type LockedBooking = { booking: Booking; car: Car; bookings: Booking[]; cars: Car[] };

/** Locks all cars of the order, payment and bookings, in the order that all transactions use. */
export async function lockedBooking(db: Queryable, { id, paymentId }: Booking): Promise<LockedBooking> {
  const cars: Car[] = [];
  for (const listingId of await carsBookedBy(db, paymentId)) cars.push(await lockForCheckout(db, listingId));
  await lockPayment(db, paymentId);
  const bookings = await lockBookingsOfPayment(db, paymentId);
  const booking = bookings.find((one) => one.id === id);
  if (!booking) throw bookingNotFound();
  return { booking, car: cars.find((car) => car?.id === booking.listingId) ?? null, bookings, cars };
}

/**
 * Cancels a live booking and those of the other cars of its order: frees the cars, emails the buyer and requests the refund. The caller
 * holds the locks.
 */
export async function cancelLockedBooking(
  deps: BookingDeps,
  db: Queryable,
  locked: LockedBooking,
  request: CancelRequest,
): Promise<void> {
  const { booking } = locked;
  const { askedBy, actorId, reason } = request;
  await undoPayment(db, booking.paymentId, { ...request, releasesCar: true });
  await cancelOrder(db, booking.paymentId, { actor: ACTOR[askedBy], actorId }, reason);
  const { refundCents } = request;
  await markCanceled(db, deps.payments.clock, deps.siteOrigin, locked, {
    refundCents,
    isUnpaid: request.isUnpaid === true,
  });
}

/**
 * Cancels a live booking of whose payments nothing is left, because they were refunded at the provider. The caller holds the locks of car and
 * payment.
 */
export async function cancelRefundedBooking(
  db: Queryable,
  clock: Clock,
  site: string,
  paymentId: number,
): Promise<void> {
  const snapshot = await findBookingOfPayment(db, paymentId);
  if (!snapshot || !isLive(snapshot.status)) return;
  const locked = await lockedBooking(db, snapshot);
  const { booking } = locked;
  if (!isLive(booking.status)) return;
  if (leftCents(booking) > 0) return;
  // A claim that is open decides what becomes of the order.
  if (await isOrderFrozen(db, booking.orderId)) return;
  const reason = 'Refunded at the payment provider.';
  await undoPayment(db, booking.paymentId, { refundCents: 0, reason, askedBy: 'system', releasesCar: true });
  await cancelOrder(db, booking.paymentId, { actor: 'system', actorId: null }, reason);
  await markCanceled(db, clock, site, locked, { refundCents: booking.receivedCents, isUnpaid: false });
}

async function markCanceled(
  db: Queryable,
  clock: Clock,
  site: string,
  { booking, cars }: LockedBooking,
  told: { refundCents: number; isUnpaid: boolean },
) {
  const { paymentId, status } = booking;
  if (!(await transitionBookings(db, paymentId, status, 'cancelled')))
    throw new AppError('conflict', 'the booking changed in the meantime');
  for (const car of cars) {
    if (car?.status === 'sold') await setCheckoutStatus(db, car.id, 'active');
    else if (car) await updateRentedStatus(db, car, clock.now());
  }
  const payment = await findPayment(db, paymentId);
  if (payment) await mailCancellation(db, site, booking, payment, told);
}

/** Tries to send the refunds of a payment now; the worker retries after a gateway timeout. Returns whether one has failed. */
export async function tryRefund({ payments }: BookingDeps, paymentId: number): Promise<boolean> {
  await settleRefundsOf(payments, paymentId).catch((error: unknown) => {
    if (!(error instanceof GatewayTimeout)) throw error;
  });
  return (await refundsOfPayment(payments.pool, paymentId)).owedCents > 0;
}
