/** The server functions and types of this feature that other features may import. */
export { allBookings, type BookingEntry, type WantedBookings } from '../admin/server/list-bookings.ts';
export { bookingToReview, lockBookingToReview } from './booking-to-review.ts';
