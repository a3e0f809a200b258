import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { hasLiveBooking, hasLiveSale } from './booking-store.ts';

/**
 * Throws while the user has a live booking as buyer or seller. Bookings are kept unchanged: their only personal data is
 * the user id.
 */
export async function detachBookings(db: Queryable, userId: number): Promise<void> {
  if (await hasLiveBooking(db, userId))
    throw new AppError('conflict', 'a live booking', { messageKey: 'bookings.keepsAccount' });
  if (await hasLiveSale(db, userId))
    throw new AppError('conflict', 'a live booking of a car', { messageKey: 'bookings.keepsSeller' });
}
