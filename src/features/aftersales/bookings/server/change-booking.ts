import { findAdminBooking, setBookingDates } from '#features/aftersales/bookings/admin/server/admin-booking-store.ts';
import {
  type Booking,
  type BookingChange,
  bookingPeriod,
  leftCents,
  type RequestedBooking,
  timesOf,
  transitionOf,
} from '#features/aftersales/bookings/model/booking.ts';
import { displayStatus } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings, lockForCheckout, setCheckoutStatus } from '#features/catalog/server/api.ts';
import { type Actor, carsOfOrders, completeOrder, orderNotFound } from '#features/orders/server/api.ts';
import type { RentalPeriod } from '#features/payments/payments/model/payment.ts';
import {
  askOrder,
  capturePayment,
  changeRentalDates,
  findHoldingPayment,
  findPayment,
  undoPayment,
  updateRentedStatus,
} from '#features/payments/server/api.ts';
import { actingAdmin, audit, changesForAudit, staleVersion } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { centsOf } from '#lib/money.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { BookingDeps } from './booking-deps.ts';
import { mailConfirmation, mailDatesChanged, mailRefundAsked } from './booking-mails.ts';
import { findBooking, findBookingOfTransaction, lockBookingsOfPayment, transitionBookings } from './booking-store.ts';
import {
  bookingNotFound,
  cancelLockedBooking,
  type LockedBooking,
  lockedBooking,
  tryRefund,
} from './cancel-booking.ts';

type EditRequest = RequestedBooking & { version: number | undefined; reason: string | undefined };

const DEFAULT_REASON = 'Canceled by an administrator.';

/** Applies an administrator's edit by the transitions that everyone uses. Throws if the edit is rejected. */
export async function changeBooking(
  deps: BookingDeps,
  adminId: number,
  id: number,
  request: EditRequest,
  origin: Origin,
): Promise<{ booking: Booking; refundFailed: boolean }> {
  const { pool, clock } = deps.payments;
  const snapshot = await findAdminBooking(pool, id);
  if (!snapshot) throw bookingNotFound();
  const isRefunding = await withTransaction(pool, async (db) => {
    const locked = await lockedBooking(db, snapshot);
    const { booking } = locked;
    if (request.version !== undefined && request.version !== booking.version) throw staleVersion();
    const change = transitionOf(booking, request, clock.now());
    if ('refused' in change)
      throw new AppError('conflict', 'the change is not allowed', { messageKey: change.refused });
    const reason = request.reason || DEFAULT_REASON;
    const refundCents = leftCents(booking);
    const refundDetails = { refundCents, reason, askedBy: 'admin' } as const;
    await applyChange(deps, db, { locked, change, refundDetails, adminId });
    await auditChange(db, origin, adminId, booking, change, { refundCents, reason });
    return change.refund;
  });
  const refundFailed = isRefunding && (await tryRefund(deps, snapshot.paymentId));
  return { booking: (await findAdminBooking(pool, id)) ?? snapshot, refundFailed };
}

type RefundDetails = { refundCents: number; reason: string; askedBy: 'admin' };
type ChangeSteps = { locked: LockedBooking; change: BookingChange; refundDetails: RefundDetails; adminId: number };

async function applyChange(
  deps: BookingDeps,
  db: Queryable,
  { locked, change, refundDetails, adminId }: ChangeSteps,
): Promise<void> {
  const { booking } = locked;
  const { period, to, refund } = change;
  const now = deps.payments.clock.now();
  if (period) await moveRental(deps, db, locked, period);
  if (to === 'confirmed') await confirmLockedBooking(deps, db, { ...booking, ...(period && timesOf(period)) });
  else if (to === 'completed') await completeLockedBooking(db, booking, { actor: 'admin', actorId: adminId }, now);
  else if (to === 'cancelled') {
    const facts = await askOrder(db, booking.orderId, 'cancel_by_office', { now });
    await cancelLockedBooking(deps, db, locked, facts, { ...refundDetails, actorId: adminId });
  } else if (refund) {
    await askOrder(db, booking.orderId, 'refund_all', { now });
    await undoPayment(db, booking.paymentId, { ...refundDetails, adminId, releasesCar: false });
    const payment = await findPayment(db, booking.paymentId);
    if (payment) await mailRefundAsked(db, deps.siteOrigin, booking, payment, refundDetails);
  }
}

/** Moves the days of a rental and emails the buyer that the amount stays. The caller holds the locks. Throws if another renter has one of the days. */
async function moveRental(deps: BookingDeps, db: Queryable, locked: MovedRental, to: RentalPeriod): Promise<void> {
  await moveRentalDays(deps, db, locked, to);
  const { booking } = locked;
  const payment = await findPayment(db, booking.paymentId);
  if (payment) await mailDatesChanged(db, deps.siteOrigin, { ...booking, ...timesOf(to) }, payment);
}

type MovedRental = Pick<LockedBooking, 'booking' | 'car'>;

/** Moves the days of a rental without an email. The caller holds the locks. Throws if another renter has one of the days. */
export async function moveRentalDays(
  deps: BookingDeps,
  db: Queryable,
  { booking, car }: MovedRental,
  to: RentalPeriod,
): Promise<void> {
  const { paymentId, listingId } = booking;
  if (!(await changeRentalDates(db, { paymentId, listingId, from: bookingPeriod(booking), to }))) {
    throw new AppError('conflict', 'days are taken', { messageKey: 'payment.dates.taken' });
  }
  const { startsAt, endsAt } = timesOf(to);
  await setBookingDates(db, booking.id, startsAt, endsAt);
  if (car) await updateRentedStatus(db, car, deps.payments.clock.now());
}

async function auditChange(
  db: Queryable,
  origin: Origin,
  adminId: number,
  booking: Booking,
  { period, to, refund }: BookingChange,
  refundDetails: Omit<RefundDetails, 'askedBy'>,
): Promise<void> {
  const before = { status: booking.status, ...bookingPeriod(booking) };
  const after = { status: to ?? booking.status, ...(period ?? bookingPeriod(booking)) };
  const changes = changesForAudit(before, after);
  if (changes.changed.length === 0 && !refund) return;
  await audit(db, origin, {
    actor: actingAdmin(adminId),
    action: 'booking changed',
    subject: { kind: 'booking', id: booking.id },
    details: { ...changes, ...(refund && refundDetails) },
  });
}

/** Completes an order with all its bookings on behalf of an administrator. Throws while money is open. */
export async function completeOrderBookings(
  { payments: { pool, clock } }: BookingDeps,
  adminId: number,
  orderId: number,
  origin: Origin,
): Promise<void> {
  const cars = (await carsOfOrders(pool, [orderId])).get(orderId);
  if (!cars) throw orderNotFound();
  const bookingId = cars[0]?.bookingId ?? null;
  await withTransaction(pool, async (db) => {
    const snapshot = bookingId === null ? null : await findBooking(db, bookingId);
    const locked = snapshot && (await lockedBooking(db, snapshot));
    if (locked?.booking.status !== 'confirmed') {
      throw new AppError('conflict', 'not confirmed', { messageKey: 'orders.notConfirmed' });
    }
    await completeLockedBooking(db, locked.booking, { actor: 'admin', actorId: adminId }, clock.now());
    for (const { id } of locked.bookings) {
      await audit(db, origin, {
        actor: actingAdmin(adminId),
        action: 'booking changed',
        subject: { kind: 'booking', id },
        details: { changed: ['status'], before: { status: 'confirmed' }, after: { status: 'completed' } },
      });
    }
  });
}

/**
 * Locks the cars, payment and bookings of an order. Returns a function that completes them and the order on behalf of an administrator, or null if the
 * order has no booking. It does nothing unless the booking is confirmed.
 */
export async function lockToComplete(db: Queryable, orderId: number, now: () => Date) {
  const bookingId = (await carsOfOrders(db, [orderId])).get(orderId)?.[0]?.bookingId ?? null;
  const snapshot = bookingId === null ? null : await findBooking(db, bookingId);
  if (!snapshot) return null;
  const { booking } = await lockedBooking(db, snapshot);
  return async (adminId: number): Promise<void> => {
    await completeLockedBooking(db, booking, { actor: 'admin', actorId: adminId }, now());
  };
}

/**
 * Completes a booking and its order, with all cars. The caller holds the locks. Returns false if the booking is not confirmed. Throws unless the
 * rule of the order allows it.
 */
export async function completeLockedBooking(
  db: Queryable,
  { paymentId, status }: Booking,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  if (status !== 'confirmed' || !(await transitionBookings(db, paymentId, 'confirmed', 'completed'))) return false;
  await completeOrder(db, paymentId, actor, 'The booking was completed.', now);
  return true;
}

/** Call 2 of a checkout: captures the payment that holds the car. */
export async function markSold({ payments }: BookingDeps, userId: number, listingId: number) {
  const { transactionId } = await capturePayment(payments, await findHoldingPayment(payments, userId, listingId));
  const car = (await carsOfBookings(payments.pool, [listingId])).get(listingId);
  return { transactionId, status: displayStatus(car?.status ?? 'sold') };
}

/** Marks a car sold without a payment. A database trigger rejects it while a payment holds the car. */
export async function markSoldByAdmin({ payments }: BookingDeps, adminId: number, listingId: number, origin: Origin) {
  await withTransaction(payments.pool, async (db) => {
    const car = await lockForCheckout(db, listingId);
    if (!car) throw new AppError('not_found', `no listing ${listingId}`, { messageKey: 'cars.notFound' });
    await setCheckoutStatus(db, listingId, 'sold');
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'listing sold',
      subject: { kind: 'listing', id: listingId },
      details: { before: { status: car.status }, after: { status: 'sold' } },
    });
  });
  return { transactionId: null, status: 'sold' as const };
}

type ConfirmRequest = {
  listing_id: number;
  car_id?: number | undefined;
  transaction_id: string;
  total_price: number;
  paid_price: number;
};

/**
 * Call 3 of a checkout: confirms the booking of a captured payment. Ids and amounts must match the payment; statuses
 * and dates are ignored. A repeated call returns the same booking.
 */
export async function confirmBooking(deps: BookingDeps, userId: number, request: ConfirmRequest): Promise<Booking> {
  const { pool } = deps.payments;
  const booking = await findBookingOfTransaction(pool, userId, request.transaction_id);
  if (!booking) throw new AppError('conflict', 'no captured payment', { messageKey: 'booking.notPaid' });
  if (differs(request, booking))
    throw new AppError('conflict', 'the booking differs from the payment', { messageKey: 'booking.mismatch' });
  if (booking.status === 'cancelled') throw new AppError('conflict', 'cancelled', { messageKey: 'booking.cancelled' });
  await confirmBookingsOf(deps, booking.paymentId);
  return (await findBooking(pool, booking.id)) ?? booking;
}

function differs(
  { listing_id, car_id = listing_id, total_price, paid_price }: ConfirmRequest,
  booking: Booking,
): boolean {
  return (
    listing_id !== booking.listingId ||
    car_id !== booking.listingId ||
    Math.abs(centsOf(total_price) - booking.totalCents) > 1 ||
    Math.abs(centsOf(paid_price) - booking.paidCents) > 1
  );
}

/** Confirms a pending booking and the bookings of the order's other cars, and queues the email with the receipt. Idempotent. */
export async function confirmPending(deps: BookingDeps, id: number): Promise<void> {
  const booking = await findBooking(deps.payments.pool, id);
  if (booking) await confirmBookingsOf(deps, booking.paymentId);
}

function confirmBookingsOf(deps: BookingDeps, paymentId: number): Promise<void> {
  return withTransaction(deps.payments.pool, async (db) => {
    const [first] = await lockBookingsOfPayment(db, paymentId);
    if (first) await confirmLockedBooking(deps, db, first);
  });
}

/** Like `confirmPending`; the caller holds the lock. Returns false if the booking is not pending. */
async function confirmLockedBooking(
  { siteOrigin, payments: { clock } }: BookingDeps,
  db: Queryable,
  booking: Booking,
): Promise<boolean> {
  const { paymentId, status } = booking;
  if (status !== 'pending' || !(await transitionBookings(db, paymentId, 'pending', 'confirmed'))) return false;
  const payment = await findPayment(db, paymentId);
  if (payment) await mailConfirmation(db, siteOrigin, booking, payment, clock.now());
  return true;
}
