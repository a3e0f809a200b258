import { FROM_THE_BEGINNING, inBatches } from '#lib/server/database/batches.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { type BookingEntry, managedBookingsAfter, type WantedBookings } from './admin-booking-store.ts';

export type { BookingEntry, WantedBookings };

/** Every booking that is wanted, oldest first, a batch at a time. */
export function allBookings(db: Queryable, wanted: WantedBookings): AsyncGenerator<BookingEntry[]> {
  return inBatches(FROM_THE_BEGINNING, (after, most) => managedBookingsAfter(db, wanted, after, most));
}
