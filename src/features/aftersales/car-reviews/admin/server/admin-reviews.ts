import type pg from 'pg';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { lockForCheckout, rateListing } from '#features/catalog/server/api.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { countedPage } from '#lib/contract-parts.ts';
import { FROM_START, inBatches } from '#lib/server/database/batches.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type {
  AdminReviewResponse,
  AdminReviewsQuery,
  AdminReviewsResponse,
  ReviewFilter,
} from '../../model/review-contract.ts';
import {
  type AdminReview,
  adminReviewsAfter,
  countAdminReviews,
  findAdminReviews,
  findReviewToModerate,
  hideReview,
  showReview,
} from './admin-review-store.ts';

const PAGE_SIZE = 20;

/** Returns a page of visible and hidden reviews, newest first. */
export function listReviews(
  db: Queryable,
  { page = 1, limit = PAGE_SIZE, ...filter }: AdminReviewsQuery,
): Promise<AdminReviewsResponse> {
  return countedPage(
    { page, limit },
    () => countAdminReviews(db, filter),
    async (range) => (await findAdminReviews(db, filter, range)).map(toReviewResponse),
  );
}

/** Yields all matching reviews in batches, oldest first. */
export async function* allReviews(db: Queryable, filter: ReviewFilter): AsyncGenerator<AdminReviewResponse[]> {
  const read = inBatches(FROM_START, (after, limit) => adminReviewsAfter(db, filter, after, limit));
  for await (const reviews of read) yield reviews.map(toReviewResponse);
}

function toReviewResponse({ id, rating, text, reply, author, hiddenAt, ...review }: AdminReview): AdminReviewResponse {
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
