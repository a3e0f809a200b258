import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { bookingsToExport, hasLiveBooking, hasLiveSale } from './booking-store.ts';

export function bookingsForExport(db: Queryable, userId: number): Promise<unknown> {
  return bookingsToExport(db, userId);
}

/** Bookings stay in the books, and name nobody. Who still has one to come, as buyer or as seller, keeps the account. */
export async function detachBookings(db: Queryable, userId: number): Promise<void> {
  if (await hasLiveBooking(db, userId))
    throw new AppError('conflict', 'a live booking', { messageKey: 'bookings.keepsAccount' });
  if (await hasLiveSale(db, userId))
    throw new AppError('conflict', 'a live booking of a car', { messageKey: 'bookings.keepsSeller' });
}
