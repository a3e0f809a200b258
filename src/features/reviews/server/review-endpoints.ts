import { listingParams } from '#features/listings/model/listing-contract.ts';
import { englishWords } from '#lib/i18n/all-messages.ts';
import type { WordId } from '#lib/i18n/messages.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import {
  replyBody,
  reviewBody,
  reviewParams,
  reviewsAnswer,
  reviewsQuery,
  saidAnswer,
} from '../model/review-contract.ts';
import { readReviews } from './read-reviews.ts';
import { type ReviewDeps, replyToReview, writeReview } from './write-review.ts';

const said = (id: WordId) => ({ flag: '1' as const, message: englishWords(id) });

/** What is said of cars by those who had them. */
export function reviewEndpoints(tools: ReviewDeps): Endpoint[] {
  const { pool } = tools;
  const writing = { tag: 'Reviews', access: 'user', answer: saidAnswer } as const;
  return [
    endpoint({
      tag: 'Reviews',
      access: 'anyone-known',
      method: 'GET',
      path: '/listings/:id/reviews',
      summary: 'What is said of a car, newest first',
      params: listingParams,
      query: reviewsQuery,
      answer: reviewsAnswer,
      handle: ({ params, query, caller }) => readReviews(pool, params.id, query.page ?? 1, caller.user?.id ?? null),
    }),
    endpoint({
      ...writing,
      method: 'POST',
      path: '/reviews',
      summary: 'Review the car of a completed booking',
      limit: { uses: 20, inSeconds: 3_600 },
      body: reviewBody,
      handle: async ({ body, caller }) => {
        const { booking_id: bookingId, rating, text } = body;
        await writeReview(tools, userOf(caller).id, { bookingId, rating, text });
        return said('reviews.done');
      },
    }),
    endpoint({
      ...writing,
      method: 'POST',
      path: '/reviews/:id/reply',
      summary: 'Answer a review of an own car, once',
      limit: { uses: 60, inSeconds: 3_600 },
      params: reviewParams,
      body: replyBody,
      handle: async ({ params, body, caller }) => {
        await replyToReview(pool, userOf(caller).id, params.id, body.text);
        return said('reviews.reply.done');
      },
    }),
  ];
}
