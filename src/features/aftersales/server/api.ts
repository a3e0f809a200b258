/** The server functions and types that later areas and the app use. */

export { allReviews } from '#features/aftersales/car-reviews/server/reviews.ts';
export type { BookingEntry, BookingListRequest } from '../bookings/admin/server/admin-booking-store.ts';
export { listAllBookings } from '../bookings/admin/server/admin-bookings.ts';
