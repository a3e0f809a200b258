import { callsOf } from '#lib/api-client/api-call.ts';
import type { approvalContract } from './approval-contract.ts';

export const approvalCalls = callsOf<typeof approvalContract>({
  list: 'GET /api/admin/approvals',
  approve: 'POST /api/admin/approvals/:id/approve',
  cancel: 'POST /api/admin/approvals/:id/cancel',
});
