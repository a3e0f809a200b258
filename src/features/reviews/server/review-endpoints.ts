import { englishWords } from '#lib/i18n/all-messages.ts';
import type { MessageId } from '#lib/i18n/messages.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { reviewCalls } from '../model/review-calls.ts';
import { reviewContract } from '../model/review-contract.ts';
import { readReviews } from './read-reviews.ts';
import { type ReviewDeps, replyToReview, writeReview } from './write-review.ts';

const said = (id: MessageId) => ({ flag: '1' as const, message: englishWords(id) });

export function reviewEndpoints(tools: ReviewDeps): Endpoint[] {
  const { pool } = tools;
  const writing = { tag: 'Reviews', access: 'user' } as const;
  return [
    endpoint(reviewCalls.list, reviewContract.list, {
      tag: 'Reviews',
      access: 'optional-auth',
      summary: 'What is said of a car, newest first',
      handle: ({ params, query, caller }) => readReviews(pool, params.id, query.page ?? 1, caller.user?.id ?? null),
    }),
    endpoint(reviewCalls.write, reviewContract.write, {
      ...writing,
      summary: 'Review the car of a completed booking',
      limit: { uses: 20, inSeconds: 3_600 },
      handle: async ({ body, caller }) => {
        const { booking_id: bookingId, rating, text } = body;
        await writeReview(tools, userOf(caller).id, { bookingId, rating, text });
        return said('reviews.done');
      },
    }),
    endpoint(reviewCalls.reply, reviewContract.reply, {
      ...writing,
      summary: 'Answer a review of an own car, once',
      limit: { uses: 60, inSeconds: 3_600 },
      handle: async ({ params, body, caller }) => {
        await replyToReview(pool, userOf(caller).id, params.id, body.text);
        return said('reviews.reply.done');
      },
    }),
  ];
}
