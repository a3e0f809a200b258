import type pg from 'pg';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { adminReviewCalls } from '../../../office-calls.ts';
import { adminReviewContract } from '../../model/admin-review-contract.ts';
import { listReviews, type Moderation, moderateReview } from './admin-reviews.ts';

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
