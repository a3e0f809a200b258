import { callsOf } from '#lib/api-client/api-call.ts';
import type { reviewContract } from './review-contract.ts';

export const reviewCalls = callsOf<typeof reviewContract>({
  list: 'GET /api/listings/:id/reviews',
  write: 'POST /api/reviews',
  reply: 'POST /api/reviews/:id/reply',
});
