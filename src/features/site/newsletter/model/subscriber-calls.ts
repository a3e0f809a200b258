import { callsOf } from '#lib/api-client/api-call.ts';
import type { subscriberContract } from './subscriber-contract.ts';

export const subscriberCalls = callsOf<typeof subscriberContract>({
  list: 'GET /api/admin/subscribers',
  remove: 'DELETE /api/admin/subscribers/:id',
});
