import { staleVersion } from '#features/accounts/server/api.ts';
import { actingAdmin, audit, changesForAudit } from '#features/audit/server/api.ts';
import type { RentalPeriod } from '#features/payments/model/payment.ts';
import { changeRentalDates, findPayment, undoPayment, updateRentedStatus } from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { findAdminBooking, setBookingDates } from '../admin/server/admin-booking-store.ts';
import type { Booking } from '../model/booking.ts';
import {
  type BookingChange,
  periodOf,
  type RequestedBooking,
  timesOf,
  transitionOf,
} from '../model/booking-transition.ts';
import type { BookingDeps } from './booking-deps.ts';
import { mailDatesChanged } from './booking-mails.ts';
import { completeLockedBooking } from './booking-worker.ts';
import { bookingNotFound, type Car, cancelLockedBooking, lockedBooking, tryRefund } from './cancel-booking.ts';
import { confirmLockedBooking } from './confirm-booking.ts';

type Wanted = RequestedBooking & { version: number | undefined; reason: string | undefined };

const NO_REASON = 'Canceled by an administrator.';

/** Makes a booking as an administrator wants it, by the same moves that everybody makes; or refuses with the reason. */
export async function changeBooking(
  deps: BookingDeps,
  adminId: number,
  id: number,
  wanted: Wanted,
  origin: Origin,
): Promise<{ booking: Booking; refundFailed: boolean }> {
  const { pool, clock } = deps.payments;
  const seen = await findAdminBooking(pool, id);
  if (!seen) throw bookingNotFound();
  const gaveBack = await withTransaction(pool, async (db) => {
    const { booking, car } = await lockedBooking(db, seen);
    if (wanted.version !== undefined && wanted.version !== booking.version) throw staleVersion();
    const change = transitionOf(booking, wanted, clock.now());
    if ('refused' in change) throw new AppError('conflict', 'a refused change', { messageKey: change.refused });
    const reason = wanted.reason || NO_REASON;
    const refundCents = booking.paidCents - booking.givenBackCents;
    const undone = { refundCents, reason, askedBy: 'admin' } as const;
    await carryOut(deps, db, { booking, car, change, undone });
    await auditChange(db, origin, adminId, booking, change, { refundCents, reason });
    return change.refund;
  });
  const refundFailed = gaveBack && (await tryRefund(deps, seen.paymentId));
  return { booking: (await findAdminBooking(pool, id)) ?? seen, refundFailed };
}

type Undone = { refundCents: number; reason: string; askedBy: 'admin' };
type Work = { booking: Booking; car: Car; change: BookingChange; undone: Undone };

async function carryOut(deps: BookingDeps, db: Queryable, { booking, car, change, undone }: Work): Promise<void> {
  const { period, to, refund } = change;
  if (period) await moveDates(deps, db, booking, car, period);
  if (to === 'confirmed') await confirmLockedBooking(deps, db, { ...booking, ...(period && timesOf(period)) });
  else if (to === 'completed') await completeLockedBooking(db, booking);
  else if (to === 'cancelled') await cancelLockedBooking(deps, db, booking, car, undone);
  else if (refund) await undoPayment(db, booking.paymentId, { ...undone, releasesCar: false });
}

async function moveDates(deps: BookingDeps, db: Queryable, booking: Booking, car: Car, to: RentalPeriod) {
  const { paymentId, listingId } = booking;
  if (!(await changeRentalDates(db, { paymentId, listingId, from: periodOf(booking), to }))) {
    throw new AppError('conflict', 'days are taken', { messageKey: 'payment.dates.taken' });
  }
  const { startsAt, endsAt } = timesOf(to);
  await setBookingDates(db, booking.id, startsAt, endsAt);
  if (car) await updateRentedStatus(db, car, deps.payments.clock.now());
  const payment = await findPayment(db, paymentId);
  if (payment) await mailDatesChanged(db, deps.siteOrigin, { ...booking, startsAt, endsAt }, payment);
}

async function auditChange(
  db: Queryable,
  origin: Origin,
  adminId: number,
  booking: Booking,
  { period, to, refund }: BookingChange,
  undone: Omit<Undone, 'askedBy'>,
): Promise<void> {
  const before = { status: booking.status, ...periodOf(booking) };
  const after = { status: to ?? booking.status, ...(period ?? periodOf(booking)) };
  const changes = changesForAudit(before, after);
  if (changes.changed.length === 0 && !refund) return;
  await audit(db, origin, {
    actor: actingAdmin(adminId),
    action: 'booking changed',
    subject: { kind: 'booking', id: booking.id },
    details: { ...changes, ...(refund && undone) },
  });
}
