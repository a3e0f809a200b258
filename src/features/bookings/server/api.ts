/** The server functions and types of this feature that other features may import. */
export { type BookingEntry, type BookingListRequest, listAllBookings } from '../admin/server/list-bookings.ts';
export { bookingToReview, lockBookingToReview } from './booking-to-review.ts';
