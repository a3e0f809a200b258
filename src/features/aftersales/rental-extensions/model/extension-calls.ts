import { callsOf } from '#lib/api-client/api-call.ts';
import type { extensionContract } from './extension-contract.ts';

export const extensionCalls = callsOf<typeof extensionContract>({
  waiting: 'GET /api/my-rental-requests',
  list: 'GET /api/orders/:id/extensions',
  ask: 'POST /api/orders/:id/extensions',
  answer: 'POST /api/orders/:id/extensions/:extension/answer',
});
