import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminAccountContract } from './admin-account-contract.ts';

export const adminAccountCalls = callsOf<typeof adminAccountContract>({
  list: 'GET /api/get-users',
  one: 'GET /api/admin/users/:id',
  setStatus: 'PUT /api/admin/users/:id/status',
  resetSecondFactor: 'DELETE /api/admin/users/:id/second-factor',
  remove: 'DELETE /api/deleteUser/:id',
});
