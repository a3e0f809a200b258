import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { filterText, optionalFilter } from '#lib/filter-values.ts';
import { pagedResponse, pageQuery } from '#lib/paging.ts';
import { moderationReason } from './moderation-form.ts';
import { reviewOutcomeResponse, reviewParams } from './review-contract.ts';
import { REVIEW_STATES } from './review-filters.ts';

const time = z.string().describe('ISO 8601, UTC');

export const reviewFilter = z.object({
  state: optionalFilter(z.enum(REVIEW_STATES)),
  rating: optionalFilter(z.enum(['1', '2', '3', '4', '5']).transform(Number)),
  search: optionalFilter(filterText).describe(
    'The id of a review, a booking, a user or a car, or words of a review or its answer',
  ),
});
export type ReviewFilter = z.output<typeof reviewFilter>;

export const adminReviewsQuery = reviewFilter.extend(pageQuery);
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

export const adminReviewsResponse = pagedResponse(adminReview);
export type AdminReviewsResponse = z.output<typeof adminReviewsResponse>;

export const moderateReviewBody = z.object({ reason: moderationReason });

const moderation = { params: reviewParams, body: moderateReviewBody, responses: { 200: reviewOutcomeResponse } };

export const adminReviewContract = {
  list: { query: adminReviewsQuery, responses: { 200: adminReviewsResponse } },
  hide: moderation,
  show: moderation,
} satisfies Record<string, CallContract>;
