import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminAccountContract, adminSessionContract } from './accounts/model/admin-account-contract.ts';
import type { approvalContract } from './approvals/model/approval-contract.ts';
import type { auditContract } from './audit/model/audit-contract.ts';
import type { peopleContract } from './staff/model/people-contract.ts';
import type { watchContract } from './watch-lists/model/watch-contract.ts';

export const adminAccountCalls = callsOf<typeof adminAccountContract>({
  list: 'GET /api/get-users',
  one: 'GET /api/admin/users/:id',
  setStatus: 'PUT /api/admin/users/:id/status',
  resetSecondFactor: 'DELETE /api/admin/users/:id/second-factor',
  remove: 'DELETE /api/deleteUser/:id',
});

/** The login and the sessions of the calling administrator. */
export const adminSessionCalls = callsOf<typeof adminSessionContract>({
  session: 'GET /api/admin/session',
  changePassword: 'POST /api/admin/change-password',
  login: 'POST /api/admin/admin/login',
  logout: 'POST /api/admin/admin/logout',
  sessions: 'GET /api/admin/sessions',
  endOtherSessions: 'DELETE /api/admin/sessions',
  endSession: 'DELETE /api/admin/sessions/:id',
});

export const approvalCalls = callsOf<typeof approvalContract>({
  list: 'GET /api/admin/approvals',
  approve: 'POST /api/admin/approvals/:id/approve',
  cancel: 'POST /api/admin/approvals/:id/cancel',
});

export const auditCalls = callsOf<typeof auditContract>({
  find: 'GET /api/admin/audit',
});

export const peopleCalls = callsOf<typeof peopleContract>({
  list: 'GET /api/admin/people',
  invite: 'POST /api/admin/people',
  inviteAgain: 'POST /api/admin/people/:id/invitation',
  setRole: 'PUT /api/admin/people/:id/role',
  setDisabled: 'PUT /api/admin/people/:id/disabled',
  resetSecondFactor: 'DELETE /api/admin/people/:id/second-factor',
  accept: 'POST /api/admin/invitation',
});

export const watchCalls = callsOf<typeof watchContract>({
  list: 'GET /api/admin/watch-lists',
  add: 'POST /api/admin/watch-lists',
  remove: 'DELETE /api/admin/watch-lists/:id',
  importCsv: 'POST /api/admin/watch-lists/csv',
  clear: 'POST /api/admin/order-holds/:id/clear',
});
