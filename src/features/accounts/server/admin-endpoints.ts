import { adminOf, originOf } from '#platform/http/caller.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { outcomeAnswer } from '../account-contract.ts';
import { adminSessionAnswer } from '../admin-contract.ts';
import {
  auditAnswer,
  auditQuery,
  userDetailAnswer,
  userParams,
  userStatusBody,
  usersAnswer,
  usersQuery,
} from '../managed-accounts-contract.ts';
import { outcomeToWire } from './account-answers.ts';
import type { AccountTools } from './account-tools.ts';
import { auditToWire, userDetailToWire, userToWire } from './admin-answers.ts';
import { deleteUser, listUsers, setUserStatus, showUser } from './manage-users.ts';
import type { PersonalData } from './own-data.ts';
import { readAudit } from './read-audit.ts';
import { secondFactorEndpoints } from './second-factor-endpoints.ts';
import { whichAdmin } from './which-admin.ts';

const tag = 'Back office';

type Context = { tools: AccountTools; personalData: PersonalData[] };

/** The calls by which administrators look after accounts. Changing what an account says is `update-profile`. */
export function adminEndpoints({ tools, personalData }: Context): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/admin/session',
      summary: 'Which administrator is logged in',
      tag,
      access: 'anyone-known',
      answer: adminSessionAnswer,
      handle: async ({ caller }) => ({ flag: '1' as const, admin: await whichAdmin(tools, caller) }),
    }),
    endpoint({
      method: 'GET',
      path: '/get-users',
      summary: 'Users: a page of those asked for, or without a query an array of all (at most 10,000)',
      tag,
      access: 'admin',
      query: usersQuery,
      answer: usersAnswer,
      handle: async ({ query }) => {
        const users = await listUsers(tools, query);
        return Array.isArray(users) ? users.map(userToWire) : { ...users, items: users.items.map(userToWire) };
      },
    }),
    endpoint({
      method: 'GET',
      path: '/admin/users/:id',
      summary: 'A user, with what happened to the account',
      tag,
      access: 'admin',
      params: userParams,
      answer: userDetailAnswer,
      handle: async ({ params }) => userDetailToWire(await showUser(tools, params.id)),
    }),
    endpoint({
      method: 'PUT',
      path: '/admin/users/:id/status',
      summary: 'Set how an account stands; Inactive ends its sessions at once',
      tag,
      access: 'admin',
      params: userParams,
      body: userStatusBody,
      answer: outcomeAnswer,
      handle: async ({ params, body, caller, request }) =>
        outcomeToWire(await setUserStatus(tools, adminOf(caller), params.id, body, originOf(request))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/deleteUser/:id',
      summary: 'Close an account and forget the person; what the books need stays without a name',
      tag,
      access: 'admin',
      params: userParams,
      answer: outcomeAnswer,
      handle: async ({ params, caller, request }) =>
        outcomeToWire(await deleteUser(tools, personalData, adminOf(caller), params.id, originOf(request))),
    }),
    endpoint({
      method: 'GET',
      path: '/admin/audit',
      summary: 'Who did what, newest first',
      tag,
      access: 'admin',
      query: auditQuery,
      answer: auditAnswer,
      handle: async ({ query }) => auditToWire(await readAudit(tools, query)),
    }),
    ...secondFactorEndpoints({ tools }),
  ];
}
