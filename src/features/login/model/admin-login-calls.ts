import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminLoginContract } from './admin-login-contract.ts';

export const adminLoginCalls = callsOf<typeof adminLoginContract>({
  login: 'POST /api/admin/admin/login',
  logout: 'POST /api/admin/admin/logout',
  secondFactor: 'GET /api/admin/second-factor',
  beginSecondFactor: 'POST /api/admin/second-factor/begin',
  confirmSecondFactor: 'POST /api/admin/second-factor/confirm',
  disableSecondFactor: 'POST /api/admin/second-factor/disable',
});
