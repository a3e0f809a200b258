import { callsOf } from '#lib/api-client/api-call.ts';
import type { operatorContract } from './operator-contract.ts';

export const operatorCalls = callsOf<typeof operatorContract>({
  read: 'GET /api/operator',
  save: 'PUT /api/admin/operator',
});
