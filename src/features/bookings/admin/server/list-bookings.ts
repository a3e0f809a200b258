import { FROM_THE_BEGINNING, inBatches } from '#lib/server/database/batches.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { adminBookingsAfter, type BookingEntry, type BookingListRequest } from './admin-booking-store.ts';

export type { BookingEntry, BookingListRequest };

/** Every booking that is wanted, oldest first, a batch at a time. */
export function listAllBookings(db: Queryable, wanted: BookingListRequest): AsyncGenerator<BookingEntry[]> {
  return inBatches(FROM_THE_BEGINNING, (after, most) => adminBookingsAfter(db, wanted, after, most));
}
