import { callsOf } from '#lib/api-client/api-call.ts';
import type { dashboardContract } from './dashboard-contract.ts';

export const dashboardCalls = callsOf<typeof dashboardContract>({
  read: 'GET /api/admin/dashboard',
});
