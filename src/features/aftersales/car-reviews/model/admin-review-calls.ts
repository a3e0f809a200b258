import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminReviewContract } from './admin-review-contract.ts';

export const adminReviewCalls = callsOf<typeof adminReviewContract>({
  list: 'GET /api/admin/reviews',
  hide: 'POST /api/admin/reviews/:id/hide',
  show: 'POST /api/admin/reviews/:id/show',
});
