import type { Queryable } from '#lib/server/database/statement.ts';
import type { Booking } from '../model/booking.ts';
import { findBooking, lockBooking } from './booking-store.ts';

export function bookingToReview(db: Queryable, id: number): Promise<Booking | null> {
  return findBooking(db, id);
}

/** The same, and it stays so until the transaction ends. Its car is locked before it, by everybody. */
export function lockBookingToReview(db: Queryable, id: number): Promise<Booking | null> {
  return lockBooking(db, id);
}
