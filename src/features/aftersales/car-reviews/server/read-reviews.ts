import type { MyBookingResponse } from '#features/aftersales/bookings/model/booking-contract.ts';
import { findPublicListing } from '#features/catalog/server/api.ts';
import { publicName } from '#features/people/accounts/model/public-name.ts';
import { pageOf, rowsBefore } from '#lib/paging.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { REVIEWS_ON_A_PAGE as LIMIT, monthOf } from '../model/review.ts';
import type { ReviewResponse, ReviewsResponse } from '../model/review-contract.ts';
import { type ReviewRow, reviewsOfBookings, reviewsOfListing } from './review-store.ts';

/** Returns a page of a public car's reviews, newest first. `mayReply` is true for its seller. */
export async function readReviews(
  db: Queryable,
  listingId: number,
  page: number,
  userId: number | null,
): Promise<ReviewsResponse> {
  const car = await findPublicListing(db, listingId);
  const found = await reviewsOfListing(db, listingId, { limit: LIMIT, offset: rowsBefore(page, LIMIT) });
  const items = found.map(toReviewResponse);
  return { ...pageOf(items, { total: car.rating.count }, page, LIMIT), mayReply: car.userId === userId };
}

export function toReviewResponse(review: ReviewRow & { author: string | null }): ReviewResponse {
  const { id, rating, text, reply, author, createdAt } = review;
  return {
    review_id: id,
    rating,
    text,
    reply,
    author: author === null ? null : publicName(author),
    month: monthOf(createdAt),
  };
}

type ReviewOfBooking = NonNullable<MyBookingResponse['review']>;

/** Returns reviews by booking id. */
export async function reviewsByBooking(db: Queryable, bookingIds: number[]): Promise<Map<number, ReviewOfBooking>> {
  const reviews = await reviewsOfBookings(db, bookingIds);
  return new Map(reviews.map(({ bookingId, rating, text, reply }) => [bookingId, { rating, text, reply }]));
}
