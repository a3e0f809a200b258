import { callsOf } from '#lib/api-client/api-call.ts';
import type { holdRightContract } from './hold-right-contract.ts';

export const holdRightCalls = callsOf<typeof holdRightContract>({
  read: 'GET /api/admin/users/:id/hold-right',
  restore: 'POST /api/admin/users/:id/hold-right',
});
