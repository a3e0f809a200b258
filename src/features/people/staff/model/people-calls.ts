import { callsOf } from '#lib/api-client/api-call.ts';
import type { peopleContract } from './people-contract.ts';

export const peopleCalls = callsOf<typeof peopleContract>({
  list: 'GET /api/admin/people',
  invite: 'POST /api/admin/people',
  inviteAgain: 'POST /api/admin/people/:id/invitation',
  setRole: 'PUT /api/admin/people/:id/role',
  setDisabled: 'PUT /api/admin/people/:id/disabled',
  resetSecondFactor: 'DELETE /api/admin/people/:id/second-factor',
  accept: 'POST /api/admin/invitation',
});
