import type pg from 'pg';
import { accountStatusOf } from '#features/accounts/server/account-of-user.ts';
import { actingAdmin, audit } from '#features/accounts/server/audit.ts';
import { bookingToReview, lockBookingToReview } from '#features/bookings/server/booking-to-review.ts';
import { ownListing } from '#features/listings/server/change-own-listing.ts';
import { lockForCheckout } from '#features/listings/server/checkout-listing.ts';
import { rateListing } from '#features/listings/server/rate-listing.ts';
import { AppError } from '#platform/app-error.ts';
import { withTransaction } from '#platform/database/pool.ts';
import type { Origin } from '#platform/http/caller.ts';
import type { Review } from '../review.ts';
import { findReview, hideReview, insertReview, writeReply } from './review-store.server.ts';

type NewReview = Pick<Review, 'bookingId' | 'rating' | 'text'>;

/** Says of a car how it was. Only who had it may, once, when the booking is completed; the car's rating moves in the same commit. */
export async function writeReview(pool: pg.Pool, userId: number, review: NewReview): Promise<void> {
  const { bookingId, rating, text } = review;
  const seen = await bookingToReview(pool, bookingId);
  if (seen?.userId !== userId) throw new AppError('not_found', 'no such booking', { say: 'booking.notFound' });
  const { listingId } = seen;
  await withTransaction(pool, async (db) => {
    await lockForCheckout(db, listingId);
    const booking = await lockBookingToReview(db, bookingId);
    if (booking?.status !== 'completed')
      throw new AppError('conflict', `a ${booking?.status} booking`, { say: 'reviews.tooEarly' });
    if ((await insertReview(db, { bookingId, listingId, userId, rating, text })) === null)
      throw new AppError('conflict', 'reviewed already', { say: 'reviews.already' });
    await rateListing(db, listingId, { reviews: 1, stars: rating });
    // The insertion waits for an account that is being closed.
    if ((await accountStatusOf(db, userId)) === null) throw new AppError('not_signed_in', 'the account is closed');
  });
}

/** The seller answers a review of an own car, once. */
export async function replyToReview(pool: pg.Pool, userId: number, id: number, text: string): Promise<void> {
  const review = await reviewById(pool, id);
  await withTransaction(pool, async (db) => {
    await ownListing(db, userId, review.listingId, true);
    if (!(await writeReply(db, id, text))) throw new AppError('conflict', 'answered', { say: 'reviews.replied' });
  });
}

/** An administrator takes a review off the site, and its stars out of the car's rating. */
export async function takeReviewDown(pool: pg.Pool, adminId: number, id: number, origin: Origin): Promise<void> {
  const { listingId, rating } = await reviewById(pool, id);
  await withTransaction(pool, async (db) => {
    await lockForCheckout(db, listingId);
    if (!(await hideReview(db, id))) throw noReview();
    await rateListing(db, listingId, { reviews: -1, stars: -rating });
    const subject = { kind: 'review', id };
    await audit(db, origin, { actor: actingAdmin(adminId), action: 'review hidden', subject, details: { listingId } });
  });
}

async function reviewById(pool: pg.Pool, id: number): Promise<Review> {
  const review = await findReview(pool, id);
  if (!review) throw noReview();
  return review;
}

const noReview = () => new AppError('not_found', 'no such review', { say: 'reviews.notFound' });
