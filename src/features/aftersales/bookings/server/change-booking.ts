import { carsOfOrders, orderNotFound } from '#features/orders/server/api.ts';
import type { RentalPeriod } from '#features/payments/payments/model/payment.ts';
import {
  askOrder,
  changeRentalDates,
  findPayment,
  undoPayment,
  updateRentedStatus,
} from '#features/payments/server/api.ts';
import { actingAdmin, audit, changesForAudit, staleVersion } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { findAdminBooking, setBookingDates } from '../admin/server/admin-booking-store.ts';
import {
  type Booking,
  type BookingChange,
  bookingPeriod,
  leftCents,
  type RequestedBooking,
  timesOf,
  transitionOf,
} from '../model/booking.ts';
import type { BookingDeps } from './booking-deps.ts';
import { mailDatesChanged, mailRefundAsked } from './booking-mails.ts';
import { findBooking } from './booking-store.ts';
import { completeLockedBooking } from './booking-worker.ts';
import {
  bookingNotFound,
  cancelLockedBooking,
  type LockedBooking,
  lockedBooking,
  tryRefund,
} from './cancel-booking.ts';
import { confirmLockedBooking } from './confirm-booking.ts';

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
