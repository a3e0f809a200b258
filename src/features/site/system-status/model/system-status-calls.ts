import { callsOf } from '#lib/api-client/api-call.ts';
import type { systemStatusContract } from './system-status-contract.ts';

export const systemStatusCalls = callsOf<typeof systemStatusContract>({
  show: 'GET /api/admin/system-status',
});
