import type pg from 'pg';
import { englishWords } from '#lib/i18n/all-messages.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { adminReviewCalls } from '../../model/admin-review-calls.ts';
import { adminReviewContract } from '../../model/admin-review-contract.ts';
import { listReviews, type Moderation, moderateReview } from './admin-reviews.ts';

const office = { tag: 'Back office', access: 'admin' } as const;

/** What administrators see and do of what is said of cars. */
export function adminReviewEndpoints({ pool }: { pool: pg.Pool }): Endpoint[] {
  return [
    endpoint(adminReviewCalls.list, adminReviewContract.list, {
      ...office,
      summary: 'Reviews, on the site and off it, newest first',
      handle: ({ query }) => listReviews(pool, query),
    }),
    moderating(pool, 'hide', 'Take a review off the site'),
    moderating(pool, 'show', 'Bring a hidden review back'),
  ];
}

const SAID = { hide: 'reviews.hidden', show: 'reviews.shownAgain' } as const;

function moderating(pool: pg.Pool, deed: Moderation['deed'], summary: string): Endpoint {
  return endpoint(adminReviewCalls[deed], adminReviewContract[deed], {
    ...office,
    summary,
    handle: async ({ params, body: { reason }, caller, request }) => {
      await moderateReview(pool, adminOf(caller).id, params.id, { deed, reason }, originOf(request));
      return { flag: '1' as const, message: englishWords(SAID[deed]) };
    },
  });
}
