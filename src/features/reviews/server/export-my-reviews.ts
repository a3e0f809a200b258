import type { MyBookingResponse } from '#features/bookings/model/booking-contract.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { eraseReviewTexts, reviewsOfBookings, reviewTextsOfUser } from './review-store.ts';

type ReviewOfBooking = NonNullable<MyBookingResponse['review']>;

/** Returns reviews by booking id. */
export async function reviewsByBooking(db: Queryable, bookingIds: number[]): Promise<Map<number, ReviewOfBooking>> {
  const reviews = await reviewsOfBookings(db, bookingIds);
  return new Map(reviews.map(({ bookingId, rating, text, reply }) => [bookingId, { rating, text, reply }]));
}

export function reviewsForExport(db: Queryable, userId: number): Promise<unknown> {
  return reviewTextsOfUser(db, userId);
}

/** Erases the texts of a user's reviews and replies. The stars stay, because car ratings are computed from them. */
export function eraseReviewsOf(db: Queryable, userId: number): Promise<void> {
  return eraseReviewTexts(db, userId);
}
