import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminListingContract, moderationContract } from './moderation/model/admin-listing-contract.ts';

export const adminListingCalls = callsOf<typeof adminListingContract>({
  one: 'GET /api/listings/:id',
  list: 'GET /api/listings/all',
  add: 'POST /api/listings',
  change: 'PUT /api/listings/:id',
  remove: 'DELETE /api/listings/:id',
  restore: 'POST /api/admin/listings/:id/restore',
});

export const moderationCalls = callsOf<typeof moderationContract>({
  next: 'GET /api/admin/moderation',
  decide: 'POST /api/admin/listings/:id/decision',
});
