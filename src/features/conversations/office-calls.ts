import { callsOf } from '#lib/api-client/api-call.ts';
import type { officeThreadContract } from './threads/model/thread-contract.ts';

export const officeThreadCalls = callsOf<typeof officeThreadContract>({
  list: 'GET /api/admin/threads',
  one: 'GET /api/admin/threads/:number',
  write: 'POST /api/admin/threads/:number/messages',
  change: 'PUT /api/admin/threads/:number',
  file: 'GET /api/admin/threads/:number/messages/:message/files/:position',
});
