import type { AccountDeps } from '#features/people/accounts/server/account-deps.ts';
import { toOutcomeResponse } from '#features/people/accounts/server/account-responses.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { peopleCalls } from '../../office-calls.ts';
import { type PersonResponse, peopleContract } from '../model/people-contract.ts';
import { decides } from '../model/person.ts';
import {
  acceptInvitation,
  invite,
  inviteAgain,
  type ListedPerson,
  listPeople,
  resetSecondFactor,
  setDisabled,
  setRole,
} from './manage-people.ts';

const office = { access: 'admin', permission: 'people:write' } as const;
const HOUR_S = 60 * 60;

export function peopleEndpoints(deps: AccountDeps): Endpoint[] {
  return [
    endpoint(peopleCalls.list, peopleContract.list, {
      ...office,
      permission: 'people:read',
      summary: 'List the people of the back office',
      handle: async ({ caller }) => ({
        flag: '1' as const,
        items: (await listPeople(deps, adminOf(caller))).map(toPersonResponse),
      }),
    }),
    endpoint(peopleCalls.invite, peopleContract.invite, {
      ...office,
      summary: 'Invite a person by email',
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await invite(deps, adminOf(caller), body, originOf(request)), t),
    }),
    endpoint(peopleCalls.inviteAgain, peopleContract.inviteAgain, {
      ...office,
      summary: 'Send a new invitation; the older link stops working',
      handle: async ({ params, caller, request, t }) =>
        toOutcomeResponse(await inviteAgain(deps, adminOf(caller), params.id, originOf(request)), t),
    }),
    endpoint(peopleCalls.setRole, peopleContract.setRole, {
      ...office,
      summary: 'Change a role; a role that decides about money or people needs the approval of a second person',
      handle: async ({ params, body, caller, request, t }) =>
        toOutcomeResponse(await setRole(deps, adminOf(caller), params.id, body.role, originOf(request)), t),
    }),
    endpoint(peopleCalls.setDisabled, peopleContract.setDisabled, {
      ...office,
      summary: 'Disable a person, which ends their sessions at once, or enable them again',
      handle: async ({ params, body, caller, request, t }) =>
        toOutcomeResponse(await setDisabled(deps, adminOf(caller), params.id, body.disabled, originOf(request)), t),
    }),
    endpoint(peopleCalls.resetSecondFactor, peopleContract.resetSecondFactor, {
      ...office,
      summary: 'Turn two-factor off for a person; they set it up again at the next login',
      handle: async ({ params, caller, request, t }) =>
        toOutcomeResponse(await resetSecondFactor(deps, adminOf(caller), params.id, originOf(request)), t),
    }),
    endpoint(peopleCalls.accept, peopleContract.accept, {
      access: 'anyone',
      summary: 'Set a password with the token of an invitation',
      limit: { uses: 30, inSeconds: HOUR_S },
      handle: async ({ body, request, t }) =>
        toOutcomeResponse(await acceptInvitation(deps, body, originOf(request)), t),
    }),
  ];
}

function toPersonResponse({ lastLoginAt, mayDecideFrom, ...person }: ListedPerson): PersonResponse {
  const waitsUntil = decides(person.role) ? mayDecideFrom : null;
  return {
    ...person,
    lastLogin: lastLoginAt?.toISOString() ?? null,
    mayDecideFrom: waitsUntil?.toISOString() ?? null,
  };
}
