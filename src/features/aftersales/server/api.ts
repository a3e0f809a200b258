/** The server functions and types that later areas and the app use. */
export type { BookingEntry, BookingListRequest } from '../bookings/admin/server/admin-booking-store.ts';
export { listAllBookings } from '../bookings/admin/server/admin-bookings.ts';
export { allReviews } from '../car-reviews/admin/server/admin-reviews.ts';
