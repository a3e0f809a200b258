import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminBookingContract } from './bookings/model/booking-contract.ts';
import type { adminReviewContract } from './car-reviews/model/review-contract.ts';
import type { adminClaimContract } from './claims/model/claim-contract.ts';

export const adminBookingCalls = callsOf<typeof adminBookingContract>({
  list: 'GET /api/booking',
  one: 'GET /api/booking/:id',
  change: 'PUT /api/booking/:id',
  remove: 'DELETE /api/booking/:id',
  restore: 'POST /api/admin/bookings/:id/restore',
});

export const adminReviewCalls = callsOf<typeof adminReviewContract>({
  list: 'GET /api/admin/reviews',
  hide: 'POST /api/admin/reviews/:id/hide',
  show: 'POST /api/admin/reviews/:id/show',
});

export const adminClaimCalls = callsOf<typeof adminClaimContract>({
  list: 'GET /api/admin/claims',
  one: 'GET /api/admin/claims/:id',
  ask: 'POST /api/admin/claims/:id/questions',
  decide: 'POST /api/admin/claims/:id/decision',
});
