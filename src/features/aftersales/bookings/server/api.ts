/** The server functions and types of this feature that other features may import. */
export type { BookingEntry, BookingListRequest } from '../admin/server/admin-booking-store.ts';
export { listAllBookings } from '../admin/server/admin-bookings.ts';
export type { BookingDeps } from './booking-deps.ts';
export { findBooking, lockBooking } from './booking-store.ts';
export { cancelLockedBooking, lockedBooking } from './cancel-booking.ts';
export { moveRentalDays } from './change-booking.ts';
