import { callsOf } from '#lib/api-client/api-call.ts';
import type { auditContract } from './audit-contract.ts';

export const auditCalls = callsOf<typeof auditContract>({
  find: 'GET /api/admin/audit',
});
