import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { reviewCalls } from '../../aftersales-calls.ts';
import { reviewContract } from '../model/review-contract.ts';
import { readReviews } from './read-reviews.ts';
import { type ReviewDeps, replyToReview, writeReview } from './write-review.ts';

const done = (id: MessageKey, t: Translator) => ({ flag: '1' as const, message: t(id) });

export function reviewEndpoints(deps: ReviewDeps): Endpoint[] {
  const { pool } = deps;
  const writing = { access: 'user' } as const;
  return [
    endpoint(reviewCalls.list, reviewContract.list, {
      access: 'optional-auth',
      summary: 'What is said of a car, newest first',
      handle: ({ params, query, caller }) => readReviews(pool, params.id, query.page ?? 1, caller.user?.id ?? null),
    }),
    endpoint(reviewCalls.write, reviewContract.write, {
      ...writing,
      summary: 'Review the car of a completed booking',
      limit: { uses: 20, inSeconds: 3_600 },
      handle: async ({ body, caller, t }) => {
        const { booking_id: bookingId, rating, text } = body;
        await writeReview(deps, userOf(caller).id, { bookingId, rating, text });
        return done('reviews.done', t);
      },
    }),
    endpoint(reviewCalls.reply, reviewContract.reply, {
      ...writing,
      summary: 'Answer a review of an own car, once',
      limit: { uses: 60, inSeconds: 3_600 },
      handle: async ({ params, body, caller, t }) => {
        await replyToReview(pool, userOf(caller).id, params.id, body.text);
        return done('reviews.reply.done', t);
      },
    }),
  ];
}
