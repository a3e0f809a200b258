import { callsOf } from '#lib/api-client/api-call.ts';
import type { waitingContract } from './waiting-contract.ts';

export const waitingCalls = callsOf<typeof waitingContract>({
  ask: 'POST /api/listings/:id/waiting',
  stop: 'DELETE /api/listings/:id/waiting',
});
