import { callsOf } from '#lib/api-client/api-call.ts';
import type { moderationContract } from './moderation-contract.ts';

export const moderationCalls = callsOf<typeof moderationContract>({
  next: 'GET /api/admin/moderation',
  decide: 'POST /api/admin/listings/:id/decision',
});
