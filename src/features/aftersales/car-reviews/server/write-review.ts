import type pg from 'pg';
import { findBooking, lockBooking } from '#features/aftersales/bookings/server/booking-store.ts';
import { lockForCheckout, myListingForUpdate, rateListing } from '#features/catalog/server/api.ts';
import { accountStatusOf } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Review } from '../model/review.ts';
import { mailReviewed } from './review-mails.ts';
import { findReview, insertReview, writeReply } from './review-store.ts';

type NewReview = Pick<Review, 'bookingId' | 'rating' | 'text'>;

export type ReviewDeps = { pool: pg.Pool; siteOrigin: string };

/**
 * Creates the review of a completed booking, updates the car's rating and emails the seller, in one transaction.
 * Throws `conflict` if the booking is not completed or has a review.
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
      throw new AppError('conflict', 'already reviewed', { messageKey: 'reviews.already' });
    await rateListing(db, listingId, { reviews: 1, stars: rating });
    if (listing) await mailReviewed(db, siteOrigin, listing, rating);
    // The insert waits while the account is being closed, so check afterwards.
    if ((await accountStatusOf(db, userId)) === null) throw new AppError('not_signed_in', 'the account is closed');
  });
}

/** Adds the seller's reply to a review of their car. Throws `conflict` if it has a reply. */
export async function replyToReview(pool: pg.Pool, userId: number, id: number, text: string): Promise<void> {
  const review = await findReview(pool, id);
  if (!review) throw new AppError('not_found', 'no such review', { messageKey: 'reviews.notFound' });
  await withTransaction(pool, async (db) => {
    await myListingForUpdate(db, userId, review.listingId, true);
    if (!(await writeReply(db, id, text)))
      throw new AppError('conflict', 'already answered', { messageKey: 'reviews.replied' });
  });
}
