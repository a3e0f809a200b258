import { callsOf } from '#lib/api-client/api-call.ts';
import type { orderReviewContract } from './order-review-contract.ts';

export const orderReviewCalls = callsOf<typeof orderReviewContract>({
  read: 'GET /api/orders/:id/reviews',
  write: 'POST /api/orders/:id/reviews',
  ofSeller: 'GET /api/sellers/:id/order-reviews',
  hide: 'POST /api/admin/order-reviews/:id/hide',
  show: 'POST /api/admin/order-reviews/:id/show',
});
