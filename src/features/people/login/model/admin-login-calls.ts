import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminLoginContract } from './admin-login-contract.ts';

export const adminLoginCalls = callsOf<typeof adminLoginContract>({
  login: 'POST /api/admin/admin/login',
  logout: 'POST /api/admin/admin/logout',
  sessions: 'GET /api/admin/sessions',
  endOtherSessions: 'DELETE /api/admin/sessions',
  endSession: 'DELETE /api/admin/sessions/:id',
});
