import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminClaimContract } from './admin-claim-contract.ts';

export const adminClaimCalls = callsOf<typeof adminClaimContract>({
  list: 'GET /api/admin/claims',
  one: 'GET /api/admin/claims/:id',
  ask: 'POST /api/admin/claims/:id/questions',
  decide: 'POST /api/admin/claims/:id/decision',
});
