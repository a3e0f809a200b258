import { callsOf } from '#lib/api-client/api-call.ts';
import type { messageContract } from './message-contract.ts';

export const messageCalls = callsOf<typeof messageContract>({
  list: 'GET /api/admin/messages',
  reply: 'POST /api/admin/messages/:id/replies',
  change: 'PUT /api/admin/messages/:id',
});
