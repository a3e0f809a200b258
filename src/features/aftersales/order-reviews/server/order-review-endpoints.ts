import type pg from 'pg';
import type { Clock } from '#lib/clock.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { orderReviewCalls as calls } from '../../aftersales-calls.ts';
import { orderReviewContract as contract } from '../model/order-review-contract.ts';
import { moderateOrderReview, readOrderReviews, readSellerOrderReviews, writeOrderReview } from './order-reviews.ts';

export function orderReviewEndpoints(deps: { pool: pg.Pool; clock: Clock }): Endpoint[] {
  const office = { access: 'admin', permission: 'reviews:write' } as const;
  return [
    endpoint(calls.read, contract.read, {
      access: 'user-or-admin',
      permission: 'bookings:read',
      summary: 'What buyer and seller wrote about each other, as far as the caller may see it',
      handle: ({ params, caller }) => readOrderReviews(deps, caller, params.id),
    }),
    endpoint(calls.write, contract.write, {
      access: 'user',
      summary: 'Review the other side of an order that has ended, once',
      handle: ({ params, body, caller }) => writeOrderReview(deps, caller, params.id, body),
    }),
    endpoint(calls.ofSeller, contract.ofSeller, {
      access: 'anyone',
      readCost: 1,
      summary: 'What buyers wrote about a seller',
      handle: ({ params }) => readSellerOrderReviews(deps.pool, params.id),
    }),
    endpoint(calls.hide, contract.hide, {
      ...office,
      summary: 'Hide a review of a buyer or seller, with a reason',
      handle: async ({ params, body, caller, request }) => {
        const change = { hide: true, reason: body.reason };
        await moderateOrderReview(deps.pool, adminOf(caller).id, params.id, change, originOf(request));
        return { flag: '1' as const };
      },
    }),
    endpoint(calls.show, contract.show, {
      ...office,
      summary: 'Show a hidden review of a buyer or seller again, with a reason',
      handle: async ({ params, body, caller, request }) => {
        const change = { hide: false, reason: body.reason };
        await moderateOrderReview(deps.pool, adminOf(caller).id, params.id, change, originOf(request));
        return { flag: '1' as const };
      },
    }),
  ];
}
