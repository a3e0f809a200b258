import type pg from 'pg';
import type { MyBookingResponse } from '#features/aftersales/bookings/model/booking-contract.ts';
import { findBooking, lockBooking } from '#features/aftersales/bookings/server/booking-store.ts';
import { REVIEWS_ON_A_PAGE as LIMIT, monthOf, type Review } from '#features/aftersales/car-reviews/model/review.ts';
import type {
  AdminReviewResponse,
  AdminReviewsQuery,
  AdminReviewsResponse,
  ReviewFilter,
  ReviewResponse,
  ReviewsResponse,
} from '#features/aftersales/car-reviews/model/review-contract.ts';
import { listingName, listingPath, reachableByLink } from '#features/catalog/listings/model/listing.ts';
import {
  type CheckoutListing,
  findPublicListing,
  lockForCheckout,
  myListingForUpdate,
  rateListing,
} from '#features/catalog/server/api.ts';
import { publicName } from '#features/people/accounts/model/public-name.ts';
import { accountStatusOf, actingAdmin, audit, mailAddressOf } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { countedPage, pageOf, rowsBefore } from '#lib/contract-parts.ts';
import { FROM_START, inBatches } from '#lib/server/database/batches.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import {
  type AdminReview,
  adminReviewsAfter,
  countAdminReviews,
  findAdminReviews,
  findReview,
  findReviewToModerate,
  hideReview,
  insertReview,
  type ReviewRow,
  reviewsOfBookings,
  reviewsOfListing,
  showReview,
  writeReply,
} from './review-store.ts';

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

/** Emails the seller about a review, without its text, which could contain a stranger's links. */
async function mailReviewed(
  db: Queryable,
  siteOrigin: string,
  listing: CheckoutListing,
  rating: number,
): Promise<void> {
  const seller = await mailAddressOf(db, listing.userId);
  if (!seller) return;
  const t = recipientTranslator();
  const subject = t('mail.review', { car: listingName({ ...listing, trim: null }) });
  const content = {
    title: subject,
    paragraphs: [t('mail.greeting', { name: seller.name }), t('mail.review.text', { rating }), t('mail.review.answer')],
    ...(reachableByLink(listing.status) && {
      action: { label: t('mail.review.see'), url: siteOrigin + listingPath(listing) },
    }),
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: seller.email, subject, ...composeMail(content, t) });
}

const PAGE_SIZE = 20;

/** Returns a page of visible and hidden reviews, newest first. */
export function listReviews(
  db: Queryable,
  { page = 1, limit = PAGE_SIZE, ...filter }: AdminReviewsQuery,
): Promise<AdminReviewsResponse> {
  return countedPage(
    { page, limit },
    () => countAdminReviews(db, filter),
    async (range) => (await findAdminReviews(db, filter, range)).map(toAdminResponse),
  );
}

/** Yields all matching reviews in batches, oldest first. */
export async function* allReviews(db: Queryable, filter: ReviewFilter): AsyncGenerator<AdminReviewResponse[]> {
  const read = inBatches(FROM_START, (after, limit) => adminReviewsAfter(db, filter, after, limit));
  for await (const reviews of read) yield reviews.map(toAdminResponse);
}

function toAdminResponse({ id, rating, text, reply, author, hiddenAt, ...review }: AdminReview): AdminReviewResponse {
  return {
    review_id: id,
    rating,
    text,
    reply,
    booking_id: review.bookingId,
    listing_id: review.listingId,
    car: listingName(review),
    user_id: review.userId,
    author,
    created_at: review.createdAt.toISOString(),
    hidden: hiddenAt && { at: hiddenAt.toISOString(), reason: review.hiddenReason },
  };
}

export type Moderation = { action: 'hide' | 'show'; reason: string };

/** Hides or shows a review, updates the car's rating and audits it. Throws `conflict` if that was done already. */
export async function moderateReview(
  pool: pg.Pool,
  adminId: number,
  id: number,
  { action, reason }: Moderation,
  origin: Origin,
): Promise<void> {
  const review = await findReviewToModerate(pool, id);
  if (!review) throw new AppError('not_found', 'no such review', { messageKey: 'reviews.notFound' });
  const { listingId, rating } = review;
  const isHiding = action === 'hide';
  await withTransaction(pool, async (db) => {
    await lockForCheckout(db, listingId);
    if (!(isHiding ? await hideReview(db, id, reason) : await showReview(db, id)))
      throw new AppError('conflict', `${action} review: already done`, { messageKey: 'admin.reviews.already' });
    const sign = isHiding ? -1 : 1;
    await rateListing(db, listingId, { reviews: sign, stars: sign * rating });
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: isHiding ? 'review hidden' : 'review shown',
      subject: { kind: 'review', id },
      details: { listingId, reason },
    });
  });
}
