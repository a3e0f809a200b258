import { quoteResponse } from '#features/catalog/server/api.ts';
import type { SaleFacts } from '#features/payments/payments/model/admin-payment-contract.ts';
import { destinationOfPayment, saleFactsOf } from '#features/payments/server/api.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { countedPage, type Paged } from '#lib/contract-parts.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { FROM_START, inBatches } from '#lib/server/database/batches.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller, Origin } from '#lib/server/http/caller.ts';
import { type Booking, isLive } from '../../model/booking.ts';
import type { BookingDestination, BookingsQuery } from '../../model/booking-contract.ts';
import type { BookingDeps } from '../../server/booking-deps.ts';
import { findBooking, lockBooking } from '../../server/booking-store.ts';
import { bookingNotFound } from '../../server/cancel-booking.ts';
import {
  adminBookingsAfter,
  type BookingEntry,
  type BookingListRequest,
  countAdminBookings,
  findAdminBooking,
  findAdminBookings,
  setBookingHidden,
} from './admin-booking-store.ts';

/** Limit of a list without a query; pages reach every row. */
const MAX_UNPAGED_ROWS = 10_000;
const PAGE_SIZE = 20;

/** Returns a page of bookings, or the newest `MAX_UNPAGED_ROWS` when the query is empty. */
export async function listBookings(
  { payments: { pool } }: BookingDeps,
  query: BookingsQuery,
): Promise<Booking[] | Paged<Booking & { sale: SaleFacts | undefined }>> {
  const { page = 1, limit = PAGE_SIZE, sort = 'booking', order = 'desc', ...filter } = query;
  if (Object.keys(query).length === 0) {
    return findAdminBookings(pool, {}, { sort, order, limit: MAX_UNPAGED_ROWS, offset: 0, backwards: false });
  }
  const bookings = await countedPage(
    { page, limit },
    () => countAdminBookings(pool, filter),
    (range) => findAdminBookings(pool, filter, { sort, order, ...range }),
  );
  const sales = await saleFactsOf(
    pool,
    bookings.items.map(({ paymentId }) => paymentId),
  );
  return { ...bookings, items: bookings.items.map((booking) => ({ ...booking, sale: sales.get(booking.paymentId) })) };
}

/** Yields every booking that matches the request, oldest first, in batches. */
export function listAllBookings(db: Queryable, request: BookingListRequest): AsyncGenerator<BookingEntry[]> {
  return inBatches(FROM_START, (after, limit) => adminBookingsAfter(db, request, after, limit));
}

/** Returns a booking to an administrator or to its buyer. Throws `not_found` for anyone else. */
export async function showBooking({ payments: { pool } }: BookingDeps, caller: Caller, id: number): Promise<Booking> {
  const booking = caller.admin ? await findAdminBooking(pool, id) : await findBooking(pool, id);
  if (!booking || (!caller.admin && booking.userId !== caller.user?.id)) throw bookingNotFound();
  return booking;
}

/** Hides a finished booking from the list. Its buyer still sees it; ledger and events are unchanged. */
export async function hideBooking({ payments }: BookingDeps, adminId: number, id: number, origin: Origin) {
  await withTransaction(payments.pool, async (db) => {
    const booking = await lockBooking(db, id);
    if (!booking) throw bookingNotFound();
    if (isLive(booking.status))
      throw new AppError('conflict', 'a live booking', { messageKey: 'admin.bookings.refused.live' });
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

/** What the import rules said about the car when it was paid for, in the language of the reader. */
export async function bookingDestination(
  db: Queryable,
  { paymentId, listingId }: Booking,
  t: Translator,
): Promise<BookingDestination | null> {
  const paid = await destinationOfPayment(db, paymentId, listingId);
  if (!paid) return null;
  return {
    ...quoteResponse(paid.quote, t),
    paid_at: paid.at.toISOString(),
    shown_light: paid.shownLight,
    buying_for: paid.buyingFor,
    buying_for_country: paid.buyingForCountry,
  };
}
