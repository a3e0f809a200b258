import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminSessionContract } from './admin-session-contract.ts';

export const adminSessionCalls = callsOf<typeof adminSessionContract>({
  session: 'GET /api/admin/session',
  changePassword: 'POST /api/admin/change-password',
});
