import type pg from 'pg';
import { accountStatusOf } from '#features/accounts/server/api.ts';
import { findBooking, lockBooking } from '#features/bookings/server/api.ts';
import { lockForCheckout, rateListing } from '#features/listings/server/api.ts';
import { myListingForUpdate } from '#features/sell/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Review } from '../model/review.ts';
import { mailReviewed } from './review-mails.ts';
import { findReview, insertReview, writeReply } from './review-store.ts';

type NewReview = Pick<Review, 'bookingId' | 'rating' | 'text'>;

export type ReviewDeps = { pool: pg.Pool; siteOrigin: string };

/**
 * Says of a car how it was. Only who had it may, once, when the booking is completed; the car's rating moves in the
 * same commit,
 * and its seller is told.
 */
export async function writeReview({ pool, siteOrigin }: ReviewDeps, userId: number, review: NewReview): Promise<void> {
  const { bookingId, rating, text } = review;
  const seen = await findBooking(pool, bookingId);
  if (seen?.userId !== userId) throw new AppError('not_found', 'no such booking', { messageKey: 'booking.notFound' });
  const { listingId } = seen;
  await withTransaction(pool, async (db) => {
    const listing = await lockForCheckout(db, listingId);
    const booking = await lockBooking(db, bookingId);
    if (booking?.status !== 'completed')
      throw new AppError('conflict', `a ${booking?.status} booking`, { messageKey: 'reviews.tooEarly' });
    if ((await insertReview(db, { bookingId, listingId, userId, rating, text })) === null)
      throw new AppError('conflict', 'reviewed already', { messageKey: 'reviews.already' });
    await rateListing(db, listingId, { reviews: 1, stars: rating });
    if (listing) await mailReviewed(db, siteOrigin, listing, rating);
    // The insertion waits for an account that is being closed.
    if ((await accountStatusOf(db, userId)) === null) throw new AppError('not_signed_in', 'the account is closed');
  });
}

/** The seller answers a review of an own car, once. */
export async function replyToReview(pool: pg.Pool, userId: number, id: number, text: string): Promise<void> {
  const review = await findReview(pool, id);
  if (!review) throw new AppError('not_found', 'no such review', { messageKey: 'reviews.notFound' });
  await withTransaction(pool, async (db) => {
    await myListingForUpdate(db, userId, review.listingId, true);
    if (!(await writeReply(db, id, text)))
      throw new AppError('conflict', 'answered', { messageKey: 'reviews.replied' });
  });
}
