import { z } from 'zod';
import { MAX_REASON_LENGTH } from '#features/aftersales/car-reviews/model/review.ts';
import { reviewText } from '#features/aftersales/car-reviews/model/review-form.ts';
import { orderParams } from '#features/orders/orders/model/order-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';

const time = z.string().describe('ISO 8601, UTC');
const written = z.object({ id: z.int(), rating: z.int(), text: z.string(), created_at: time });
export type WrittenOrderReview = z.output<typeof written>;
const rating = z.object({ average: z.number(), count: z.int() }).nullable().describe('Of shown reviews only');

const pair = z.object({
  about: z.int().describe('The user that the caller reviews; the seller for administrators'),
  name: z.string().describe('First name and initial'),
  about_side: z.enum(['buyer', 'seller']),
  about_rating: rating,
  may_write: z.boolean(),
  mine: written.nullable(),
  theirs: written.nullable().describe('Null until both have written or 14 days have passed'),
});
export type ReviewPair = z.output<typeof pair>;

const orderReviewsResponse = z.object({
  open_until: time.nullable().describe('Null: the order has not ended, or ended before a deposit was paid'),
  pairs: z.array(pair),
  shown: z
    .array(written.extend({ side: z.enum(['buyer', 'seller']), hidden: z.boolean() }))
    .describe('For the operator'),
});
export type OrderReviewsResponse = z.output<typeof orderReviewsResponse>;

const orderReviewBody = z.object({
  about: idValue.optional().describe('By default the only other side'),
  rating: z.int().min(1).max(5),
  text: reviewText,
});

const sellerOrderReviews = z.object({
  rating,
  items: z.array(written.extend({ author: z.string() })).describe('The newest'),
});
export type SellerOrderReviews = z.output<typeof sellerOrderReviews>;

const moderation = {
  params: z.object({ id: idValue }),
  body: z.object({ reason: z.string().trim().min(1).max(MAX_REASON_LENGTH) }),
  responses: { 200: z.object({ flag: z.literal('1') }) },
};

export const orderReviewContract = {
  read: { params: orderParams, responses: { 200: orderReviewsResponse } },
  write: { params: orderParams, body: orderReviewBody, responses: { 200: orderReviewsResponse } },
  ofSeller: { params: z.object({ id: idValue }), responses: { 200: sellerOrderReviews } },
  hide: moderation,
  show: moderation,
} satisfies Record<string, CallContract>;
