import { z } from 'zod';
import { listingParams } from '#features/catalog/listings/model/listing-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { pagedResponse, pageQuery } from '#lib/contract-parts.ts';
import { filterText, optionalFilter } from '#lib/filter-values.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { moderationReason } from './moderation-form.ts';
import { REVIEW_STATES } from './review.ts';
import { reviewText } from './review-form.ts';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const noRating: MessageKey = 'reviews.rating.missing';

const reviewParams = z.object({ id });
const reviewBody = z.object({
  booking_id: z.int().positive(),
  rating: z.int({ error: noRating }).min(1, { error: noRating }).max(5, { error: noRating }),
  text: reviewText,
});
const replyBody = z.object({ text: reviewText });
const reviewOutcomeResponse = z.object({ flag: z.literal('1'), message: z.string() });
export type ReviewOutcomeResponse = z.output<typeof reviewOutcomeResponse>;

export const reviewResponse = z.object({
  review_id: z.int(),
  rating: z.int(),
  text: z.string().describe('Empty once the account of who wrote it is closed'),
  reply: z.string().nullable(),
  author: z.string().nullable().describe('First name and an initial; null once the account is closed'),
  month: z.string().describe('YYYY-MM'),
});
export type ReviewResponse = z.output<typeof reviewResponse>;

const reviewsQuery = z.object({ page: pageQuery.page });
const reviewsResponse = pagedResponse(reviewResponse).extend({
  mayReply: z.boolean().describe('Whether who asks is the seller'),
});
export type ReviewsResponse = z.output<typeof reviewsResponse>;

export const reviewContract = {
  list: { params: listingParams, query: reviewsQuery, responses: { 200: reviewsResponse } },
  write: { body: reviewBody, responses: { 200: reviewOutcomeResponse } },
  reply: { params: reviewParams, body: replyBody, responses: { 200: reviewOutcomeResponse } },
} satisfies Record<string, CallContract>;

const time = z.string().describe('ISO 8601, UTC');

export const reviewFilter = z.object({
  state: optionalFilter(z.enum(REVIEW_STATES)),
  rating: optionalFilter(z.enum(['1', '2', '3', '4', '5']).transform(Number)),
  search: optionalFilter(filterText).describe(
    'The id of a review, a booking, a user or a car, or words of a review or its answer',
  ),
});
export type ReviewFilter = z.output<typeof reviewFilter>;

const adminReviewsQuery = reviewFilter.extend(pageQuery);
export type AdminReviewsQuery = z.output<typeof adminReviewsQuery>;

const adminReview = z.object({
  review_id: z.int(),
  rating: z.int(),
  text: z.string().describe('Empty once the account of who wrote it is closed'),
  reply: z.string().nullable(),
  booking_id: z.int(),
  listing_id: z.int(),
  car: z.string(),
  user_id: z.int(),
  author: z.string().nullable().describe('Null once the account is closed'),
  created_at: time,
  hidden: z
    .object({ at: time, reason: z.string().nullable() })
    .nullable()
    .describe('Since when it is off the site, and why'),
});
export type AdminReviewResponse = z.output<typeof adminReview>;

const adminReviewsResponse = pagedResponse(adminReview);
export type AdminReviewsResponse = z.output<typeof adminReviewsResponse>;

const moderateReviewBody = z.object({ reason: moderationReason });

const moderation = { params: reviewParams, body: moderateReviewBody, responses: { 200: reviewOutcomeResponse } };

export const adminReviewContract = {
  list: { query: adminReviewsQuery, responses: { 200: adminReviewsResponse } },
  hide: moderation,
  show: moderation,
} satisfies Record<string, CallContract>;
