import type pg from 'pg';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { adminOf, originOf, userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { reviewCalls } from '../../aftersales-calls.ts';
import { adminReviewCalls } from '../../office-calls.ts';
import { adminReviewContract, reviewContract } from '../model/review-contract.ts';
import {
  listReviews,
  type Moderation,
  moderateReview,
  type ReviewDeps,
  readReviews,
  replyToReview,
  writeReview,
} from './reviews.ts';

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

const office = { access: 'admin' } as const;

export function adminReviewEndpoints({ pool }: { pool: pg.Pool }): Endpoint[] {
  return [
    endpoint(adminReviewCalls.list, adminReviewContract.list, {
      ...office,
      permission: 'reviews:read',
      summary: 'Reviews, on the site and off it, newest first',
      handle: ({ query }) => listReviews(pool, query),
    }),
    moderationEndpoint(pool, 'hide', 'Take a review off the site'),
    moderationEndpoint(pool, 'show', 'Bring a hidden review back'),
  ];
}

const SAID = { hide: 'reviews.hidden', show: 'reviews.shownAgain' } as const;

function moderationEndpoint(pool: pg.Pool, action: Moderation['action'], summary: string): Endpoint {
  return endpoint(adminReviewCalls[action], adminReviewContract[action], {
    ...office,
    permission: 'reviews:write',
    summary,
    handle: async ({ params, body: { reason }, caller, request, t }) => {
      await moderateReview(pool, adminOf(caller).id, params.id, { action, reason }, originOf(request));
      return { flag: '1' as const, message: t(SAID[action]) };
    },
  });
}
