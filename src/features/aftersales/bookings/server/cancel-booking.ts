import { z } from 'zod';
import { lockForCheckout, setCheckoutStatus } from '#features/catalog/server/api.ts';
import { cancelOrder } from '#features/orders/server/api.ts';
import { REASONS, type Reason } from '#features/payments/order-acts/model/act-answer.ts';
import type { OrderAct } from '#features/payments/order-acts/model/act-list.ts';
import { cancellationOf, refundOf } from '#features/payments/order-acts/model/cancellation.ts';
import { hasLeft, isAboard, type OrderFacts } from '#features/payments/order-acts/model/order-facts.ts';
import { END_REASONS, type Move, newsOfMove } from '#features/payments/order-acts/model/order-life.ts';
import type { Payment } from '#features/payments/payments/model/payment.ts';
import {
  answerOf,
  askOrder,
  awaitReturns,
  findPayment,
  GatewayTimeout,
  lockPayment,
  lockRentalFee,
  needsSecondPerson,
  refundableCents,
  refundsOfPayment,
  refusal,
  settleRefundsOf,
  undoPayment,
  updateRentedStatus,
} from '#features/payments/server/api.ts';
import {
  type ApprovalKind,
  actingAdmin,
  actingUser,
  audit,
  changesForAudit,
  propose,
} from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { type Booking, isLive, leftCents } from '../model/booking.ts';
import type { BookingDeps } from './booking-deps.ts';
import { mailCancellation, mailRefundAsked } from './booking-mails.ts';
import {
  carsBookedBy,
  findBooking,
  findBookingOfPayment,
  lockBookingsOfPayment,
  transitionBookings,
} from './booking-store.ts';
import { moveFeeOfCanceled } from './payment-mails.ts';

export const bookingNotFound = () => new AppError('not_found', 'no such booking', { messageKey: 'booking.notFound' });

/** `refundFailed`: the gateway already rejected the refund. */
export type RefundedPayment = { refundCents: number; refundFailed: boolean };

/** Cancels a user's booking for the refund that was shown. Frees the car in the same transaction and sends the refund afterwards. */
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
    const facts = await askOrder(db, locked.booking.orderId, 'cancel', { now: clock.now() });
    const { keptCents } = cancellationOf(facts, clock.now());
    const cancellation = {
      refundCents: refundOf({ ...locked.booking, leftCents: leftCents(locked.booking) }, keptCents),
      keptCents,
    };
    if (cancellation.refundCents !== shownRefundCents) {
      throw new AppError('conflict', 'the refund has changed since it was shown', {
        messageKey: 'booking.cancel.changed',
      });
    }
    await cancelLockedBooking(deps, db, locked, facts, {
      refundCents: cancellation.refundCents,
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
type RefundByAdmin = RefundedPayment & { proposed: boolean };

/** `keepsCents`: the amount we keep if the refund ends a booking, as the administrator saw it. */
type RefundRequest = { amountCents: number | null; keepsCents: number; reason: string };

/**
 * Refunds a payment on behalf of an administrator, by default the whole rest. A refund of a live booking ends it and keeps the rest of the
 * payment, which the administrator has to enter. A refund that needs two people, by the rule of the order or by the limit, is proposed to a
 * second person. The amount kept counts toward the limit like the amount refunded.
 */
export async function refundByAdmin(
  deps: BookingDeps,
  admin: Pick<SignedInAdmin, 'id'>,
  paymentId: number,
  { amountCents, keepsCents, reason }: RefundRequest,
  origin: Origin,
): Promise<RefundByAdmin> {
  const { pool, clock } = deps.payments;
  // Read the payment first. Capture and booking commit together, so a captured payment without a booking is one whose
  // car could not be booked.
  const [payment, snapshot] = [await findPayment(pool, paymentId), await findBookingOfPayment(pool, paymentId)];
  if (!payment) throw new AppError('not_found', 'no such payment', { messageKey: 'admin.payments.notFound' });
  const isCaptured = payment.state === 'captured' || payment.state === 'refunded';
  if (!snapshot && !isCaptured)
    throw new AppError('conflict', `a ${payment.state} payment`, { messageKey: 'refund.none' });
  const outcome = await withTransaction(pool, async (db) => {
    const locked = snapshot && (await lockedBooking(db, snapshot));
    const leftBefore = await allThatIsLeft(db, payment, locked?.booking ?? null);
    const refundCents = amountCents ?? leftBefore;
    if (refundCents <= 0) throw new AppError('conflict', 'nothing is left', { messageKey: 'refund.twice' });
    if (refundCents > leftBefore) throw tooMuch();
    const cancels = locked !== null && isLive(locked.booking.status);
    const request: RefundProposal = { payment: paymentId, refundCents, reason, cancels };
    const asked = locked && (await answerOf(db, locked.booking.orderId, actOf(request, locked), clock.now()));
    if (asked?.answer.may === 'no') throw refusal(actOf(request, locked), asked.answer.why, asked.facts);
    if (cancels) {
      request.keepsCents = leftBefore - refundCents;
      if (request.keepsCents > 0 && request.keepsCents !== keepsCents) throw endsOrder(request);
    }
    const countsCents = refundCents + (request.keepsCents ?? 0);
    if (
      asked?.answer.may === 'second' ||
      (await needsSecondPerson(db, { paymentId, adminId: admin.id, cents: countsCents }))
    ) {
      if (asked?.answer.may === 'second') request.why = asked.answer.why;
      const { done, messageKey } = await propose(db, refundApproval(deps), request, admin, origin);
      if (!done) throw new AppError('conflict', 'proposed before', { messageKey });
      return { refundCents: 0, proposed: true };
    }
    await refundNow(deps, db, request, { adminId: admin.id, origin });
    return { refundCents, proposed: false };
  });
  const refundFailed = !outcome.proposed && (await tryRefund(deps, paymentId));
  return { ...outcome, refundFailed };
}

const tooMuch = () => new AppError('conflict', 'more than the payment', { messageKey: 'refund.tooMuch' });

function endsOrder({ refundCents, keepsCents = 0 }: RefundProposal): AppError {
  return new AppError('conflict', `the refund ends the order and keeps ${keepsCents} cents`, {
    write: (t) => t('refund.endsOrder', { amount: t.cents(refundCents), kept: t.cents(keepsCents) }),
  });
}

const refundProposal = z.object({
  payment: z.int(),
  refundCents: z.int(),
  reason: z.string(),
  /** The refund ends a live booking. */
  cancels: z.boolean(),
  keepsCents: z.int().optional(),
  /** Why the order gives its money back only by two people; absent if only the limit does. */
  why: z.enum(REASONS).optional(),
});
type RefundProposal = z.output<typeof refundProposal>;

/** A refund of a live booking ends its order. Afterwards, more than half of the price is money back for the car. */
function actOf({ refundCents, cancels }: RefundProposal, locked: LockedBooking | null): OrderAct {
  if (cancels) return 'cancel_by_office';
  const { orderTotalCents = 0, givenBackCents = 0, refundedCents = 0 } = locked?.booking ?? {};
  return 2 * (givenBackCents + refundedCents + refundCents) > orderTotalCents ? 'refund_all' : 'refund_part';
}

/** What the second person has to know about the car. */
const WHY_TWO: Partial<Record<Reason, MessageKey>> = {
  aboard: 'refund.approval.aboard',
  report_withdrawn: 'refund.approval.reportWithdrawn',
  with_buyer: 'refund.approval.withBuyer',
};

/** A refund that needs a second person. The approval's transaction requests it, and the worker sends it. */
export function refundApproval(deps: BookingDeps): ApprovalKind {
  return {
    kind: 'refund',
    permission: 'payments:write',
    summary(payload, t) {
      const { payment, refundCents, reason, cancels, keepsCents = 0, why } = refundProposal.parse(payload);
      const facts = { payment, amount: t.cents(refundCents), reason };
      const asked = cancels
        ? t('refund.approval.cancels', { ...facts, kept: t.cents(keepsCents) })
        : t('refund.approval', facts);
      const words = why && WHY_TWO[why];
      return words ? `${asked} ${t(words)}` : asked;
    },
    execute: (db, payload, { proposerId, approverId, origin }) =>
      refundNow(deps, db, refundProposal.parse(payload), { adminId: proposerId, approvedBy: approverId, origin }),
  };
}

type By = { adminId: number; approvedBy?: number; origin: Origin };

/** Takes the locks and requests a refund. Throws `conflict` if the booking has ended since the proposal, or if less than the refund remains. */
async function refundNow(
  deps: BookingDeps,
  db: Queryable,
  proposal: RefundProposal,
  { adminId, approvedBy, origin }: By,
): Promise<void> {
  const { payment: paymentId, refundCents, reason, cancels } = proposal;
  const [payment, snapshot] = [await findPayment(db, paymentId), await findBookingOfPayment(db, paymentId)];
  if (!payment) throw new AppError('not_found', 'no such payment', { messageKey: 'admin.payments.notFound' });
  const locked = snapshot && (await lockedBooking(db, snapshot));
  const by = { askedBy: 'admin', actorId: adminId, ...(approvedBy !== undefined && { approvedBy }) } as const;
  const request = { refundCents, reason, ...by };
  const before = { status: locked?.booking.status ?? null, leftCents: await refundableCents(db, payment) };
  if (cancels !== (locked !== null && isLive(locked.booking.status)))
    throw new AppError('conflict', 'the booking changed in the meantime', { messageKey: 'refund.changed' });
  if (cancels && locked && leftCents(locked.booking) - refundCents !== (proposal.keepsCents ?? 0))
    throw new AppError('conflict', 'another amount would be kept', { messageKey: 'refund.changed' });
  // Only the end of a live booking also refunds the other payments of its order.
  if (!cancels && refundCents > before.leftCents) throw tooMuch();
  const act = actOf(proposal, locked);
  const asked = { now: deps.payments.clock.now(), isApproved: approvedBy !== undefined };
  const facts = locked && (await askOrder(db, locked.booking.orderId, act, asked));
  if (cancels && locked && facts) await cancelLockedBooking(deps, db, locked, facts, request);
  else {
    if (locked && facts && act === 'refund_all') await awaitCars(db, facts);
    await undoPayment(db, paymentId, { ...request, adminId, releasesCar: false });
    if (locked) await mailRefundAsked(db, deps.siteOrigin, locked.booking, payment, { refundCents, reason });
  }
  const after = { status: cancels ? 'cancelled' : before.status, leftCents: before.leftCents - refundCents };
  await audit(db, origin, {
    actor: actingAdmin(adminId),
    action: 'payment refunded',
    subject: { kind: 'payment', id: paymentId },
    details: {
      ...changesForAudit(before, after),
      refundCents,
      reason,
      booking: locked?.booking.id,
      approvedBy,
      ...(proposal.keepsCents && { keepsCents: proposal.keepsCents }),
    },
  });
}

/**
 * Awaits the return of the cars of a sale that are aboard or with the buyer. Returns the ids of all that are away. `isAboardWithdrawn`: also those
 * whose report of being aboard was withdrawn, because one person can withdraw it.
 */
async function awaitCars(
  db: Queryable,
  { id, offer, cars, life }: OrderFacts,
  isAboardWithdrawn = false,
): Promise<number[]> {
  const isGone = (car: OrderFacts['cars'][number]) =>
    life === 'completed' || car.isHandedOver || isAboard(car) || (isAboardWithdrawn && hasLeft(car));
  const gone = offer === 'Sell' ? cars.filter(isGone).map(({ listingId }) => listingId) : [];
  if (gone.length > 0) await awaitReturns(db, id, gone);
  return gone;
}

/** Of a live booking all payments, because the refund ends it; otherwise the payment alone. */
async function allThatIsLeft(db: Queryable, payment: Payment, booking: Booking | null): Promise<number> {
  if (booking && isLive(booking.status)) return leftCents(booking);
  return refundableCents(db, payment);
}

type Car = Awaited<ReturnType<typeof lockForCheckout>>;
type CancelRequest = {
  refundCents: number;
  reason: string;
  askedBy: 'user' | 'admin' | 'system';
  actorId: number | null;
  /** The second person, for an administrator's refund above the limit. */
  approvedBy?: number;
};

const ACTOR = { user: 'buyer', admin: 'admin', system: 'system' } as const;

/** A booking with its car. `bookings` and `cars` are all of its order. */
export type LockedBooking = { booking: Booking; car: Car; bookings: Booking[]; cars: Car[] };

/** Locks the renter of a rental, all cars of the order, payment and bookings, in the order that all transactions use. */
export async function lockedBooking(db: Queryable, { id, paymentId, offer, userId }: Booking): Promise<LockedBooking> {
  if (offer === 'Rent') await lockRentalFee(db, userId);
  const cars: Car[] = [];
  for (const listingId of await carsBookedBy(db, paymentId)) cars.push(await lockForCheckout(db, listingId));
  await lockPayment(db, paymentId);
  const bookings = await lockBookingsOfPayment(db, paymentId);
  const booking = bookings.find((one) => one.id === id);
  if (!booking) throw bookingNotFound();
  return { booking, car: cars.find((car) => car?.id === booking.listingId) ?? null, bookings, cars };
}

/**
 * Cancels a live booking and those of the other cars of its order: frees the cars that are here, emails the buyer and requests the refund. The
 * caller holds the locks and has asked the rule of the order, whose facts it passes on.
 */
export async function cancelLockedBooking(
  deps: BookingDeps,
  db: Queryable,
  locked: LockedBooking,
  facts: OrderFacts,
  request: CancelRequest,
): Promise<void> {
  const { booking } = locked;
  const { askedBy, actorId, reason, refundCents } = request;
  const asker = askedBy === 'admin' && actorId !== null ? { adminId: actorId } : {};
  await undoPayment(db, booking.paymentId, { ...request, ...asker, releasesCar: true });
  await cancelOrder(db, booking.paymentId, { actor: ACTOR[askedBy], actorId }, reason);
  const told = { refundCents, actor: ACTOR[askedBy], reason };
  await markCanceled(db, deps.payments.clock, deps.siteOrigin, locked, facts, told);
}

/**
 * Cancels a live booking of whose payments nothing is left, because they were refunded at the provider or lost in a dispute. The caller holds
 * the locks of car and payment.
 */
export async function cancelRefundedBooking(
  db: Queryable,
  clock: Clock,
  site: string,
  paymentId: number,
  by: 'refund' | 'dispute',
): Promise<void> {
  const snapshot = await findBookingOfPayment(db, paymentId);
  if (!snapshot || !isLive(snapshot.status)) return;
  const locked = await lockedBooking(db, snapshot);
  const { booking } = locked;
  if (!isLive(booking.status)) return;
  if (leftCents(booking) > 0) return;
  const { facts, answer } = await answerOf(db, booking.orderId, 'end_refunded', clock.now());
  // A claim that is open decides what becomes of the order.
  if (answer.may === 'no' && (answer.why === 'claimed' || answer.why === 'disputed')) return;
  if (answer.may === 'no') throw refusal('end_refunded', answer.why, facts);
  const reason = by === 'dispute' ? END_REASONS.canceled_disputed : END_REASONS.canceled_refunded;
  await undoPayment(db, booking.paymentId, { refundCents: 0, reason, askedBy: 'system', releasesCar: true });
  await cancelOrder(db, booking.paymentId, { actor: 'system', actorId: null }, reason);
  await markCanceled(db, clock, site, locked, facts, { refundCents: 0, actor: 'system', reason });
}

async function markCanceled(
  db: Queryable,
  clock: Clock,
  site: string,
  { booking, cars }: LockedBooking,
  facts: OrderFacts,
  { refundCents, ...by }: Pick<Move, 'actor' | 'reason'> & { refundCents: number },
) {
  const { paymentId, status } = booking;
  if (!(await transitionBookings(db, paymentId, status, 'cancelled')))
    throw new AppError('conflict', 'the booking changed in the meantime');
  // Two people of the office are told that a report was withdrawn before they end the order. Claims and disputes end it without them.
  const away = await awaitCars(db, facts, by.actor === 'system');
  for (const car of cars) {
    if (car && away.includes(car.id)) continue;
    if (car?.status === 'sold') await setCheckoutStatus(db, car.id, 'active');
    else if (car) await updateRentedStatus(db, car, clock.now());
  }
  if (booking.offer === 'Rent') await moveFeeOfCanceled(db, site, booking, clock.now());
  const payment = await findPayment(db, paymentId);
  const news = newsOfMove({ from: 'active', to: 'cancelled', ...by });
  if (payment) await mailCancellation(db, site, booking, payment, { refundCents, news });
}

/** Tries to send the refunds of a payment now; the worker retries after a gateway timeout. Returns whether one has failed. */
export async function tryRefund({ payments }: BookingDeps, paymentId: number): Promise<boolean> {
  await settleRefundsOf(payments, paymentId).catch((error: unknown) => {
    if (!(error instanceof GatewayTimeout)) throw error;
  });
  return (await refundsOfPayment(payments.pool, paymentId)).owedCents > 0;
}
