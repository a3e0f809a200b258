import { actingAdmin, audit } from '#features/audit/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { countedPage, type Paged } from '#lib/paging.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Caller, Origin } from '#lib/server/http/caller.ts';
import type { BookingsQuery } from '../../model/admin-booking-contract.ts';
import { type Booking, isLive } from '../../model/booking.ts';
import type { BookingDeps } from '../../server/booking-deps.ts';
import { findBooking, lockBooking } from '../../server/booking-store.ts';
import { bookingNotFound } from '../../server/cancel-booking.ts';
import { countAdminBookings, findAdminBooking, findAdminBookings, setBookingHidden } from './admin-booking-store.ts';

/** Beyond this, a list of everything is of no use to anybody; a page of it always is. */
const MAX_CONCURRENT = 10_000;
const ON_A_PAGE = 20;

/** A page of bookings, or without any question the newest. */
export async function listBookings(
  { payments: { pool } }: BookingDeps,
  query: BookingsQuery,
): Promise<Booking[] | Paged<Booking>> {
  const { page = 1, limit = ON_A_PAGE, sort = 'booking', order = 'desc', ...filter } = query;
  if (Object.keys(query).length === 0) {
    return findAdminBookings(pool, {}, { sort, order, limit: MAX_CONCURRENT, offset: 0, backwards: false });
  }
  return countedPage(
    { page, limit },
    () => countAdminBookings(pool, filter),
    (cut) => findAdminBookings(pool, filter, { sort, order, ...cut }),
  );
}

/** A booking for an administrator, or for the person whose it is; to others it is unknown. */
export async function showBooking({ payments: { pool } }: BookingDeps, caller: Caller, id: number): Promise<Booking> {
  const booking = caller.admin ? await findAdminBooking(pool, id) : await findBooking(pool, id);
  if (!booking || (!caller.admin && booking.userId !== caller.user?.id)) throw bookingNotFound();
  return booking;
}

/** Hides a booking that is over from the list. Its buyer, the books and what happened to it keep it. */
export async function hideBooking({ payments }: BookingDeps, adminId: number, id: number, origin: Origin) {
  await withTransaction(payments.pool, async (db) => {
    const booking = await lockBooking(db, id);
    if (!booking) throw bookingNotFound();
    if (isLive(booking.status))
      throw new AppError('conflict', 'a live booking', { say: 'admin.bookings.refused.live' });
    if (!(await setBookingHidden(db, id, true))) throw bookingNotFound();
    const { status, listingId, userId, transactionId } = booking;
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'booking deleted',
      subject: { kind: 'booking', id },
      details: { before: { status, listingId, userId, transactionId } },
    });
  });
}

/** Brings a hidden booking back into the list. */
export async function restoreBooking({ payments }: BookingDeps, adminId: number, id: number, origin: Origin) {
  await withTransaction(payments.pool, async (db) => {
    if (!(await lockBooking(db, id))) throw bookingNotFound();
    if (!(await setBookingHidden(db, id, false))) return;
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'booking restored',
      subject: { kind: 'booking', id },
      details: { before: { deleted: true }, after: { deleted: false } },
    });
  });
}
