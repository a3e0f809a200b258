import type { AccountDeps } from '#features/people/accounts/server/account-deps.ts';
import {
  type AuditEntryResponse,
  type AuditResponse,
  auditContract,
} from '#features/people/audit/model/audit-contract.ts';
import { type AuditPage, readAudit } from '#features/people/audit/server/audit.ts';
import { adminAccountCalls, adminSessionCalls, auditCalls } from '#features/people/office-calls.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { phoneFields } from '#lib/server/phone-number.ts';
import {
  type AdminUser,
  adminAccountContract,
  adminSessionContract,
  type UserDetailResponse,
} from '../../model/admin-account-contract.ts';
import { toOutcomeResponse } from '../../server/account-responses.ts';
import type { PersonalData } from '../../server/my-data.ts';
import {
  currentAdmin,
  deleteUser,
  type ListedUser,
  listUsers,
  resetSecondFactor,
  setUserStatus,
  showUser,
  type UserDetail,
} from './manage-users.ts';

type Context = {
  deps: AccountDeps;
  personalData: PersonalData[];
  /** For a restored copy that was not released. */
  heldCopy: { restoredTo: string | null } | null;
};

/** Administrators edit profiles with `update-profile` of accountEndpoints. */
export function adminEndpoints({ deps, personalData, heldCopy }: Context): Endpoint[] {
  return [
    endpoint(adminSessionCalls.session, adminSessionContract.session, {
      summary: 'Get the logged-in administrator',
      access: 'optional-auth',
      handle: async ({ caller }) => {
        const admin = await currentAdmin(deps, caller);
        return { flag: '1' as const, admin, heldCopy: admin && heldCopy };
      },
    }),
    endpoint(adminAccountCalls.list, adminAccountContract.list, {
      summary: 'List users: a page, or without a query an array of all (at most 10,000)',
      access: 'admin',
      permission: 'users:read',
      handle: async ({ query }) => {
        const users = await listUsers(deps, query);
        return Array.isArray(users) ? users.map(toAdminUser) : { ...users, items: users.items.map(toAdminUser) };
      },
    }),
    endpoint(adminAccountCalls.one, adminAccountContract.one, {
      summary: 'Get a user with the history of the account',
      access: 'admin',
      permission: 'users:read',
      handle: async ({ params }) => toUserDetailResponse(await showUser(deps, params.id)),
    }),
    endpoint(adminAccountCalls.setStatus, adminAccountContract.setStatus, {
      summary: 'Set the status of an account; Inactive ends its sessions at once',
      access: 'admin',
      permission: 'users:write',
      handle: async ({ params, body, caller, request, t }) =>
        toOutcomeResponse(await setUserStatus(deps, adminOf(caller), params.id, body, originOf(request)), t),
    }),
    endpoint(adminAccountCalls.resetSecondFactor, adminAccountContract.resetSecondFactor, {
      summary: 'Turn two-factor off for a user who lost phone and recovery codes; ends all sessions and emails them',
      access: 'admin',
      permission: 'users:write',
      handle: async ({ params, caller, request, t }) =>
        toOutcomeResponse(await resetSecondFactor(deps, adminOf(caller), params.id, originOf(request)), t),
    }),
    endpoint(adminAccountCalls.remove, adminAccountContract.remove, {
      summary: 'Delete an account and its personal data; bookings and payments stay, anonymized',
      access: 'admin',
      permission: 'users:delete',
      handle: async ({ params, caller, request, t }) =>
        toOutcomeResponse(await deleteUser(deps, personalData, adminOf(caller), params.id, originOf(request)), t),
    }),
    endpoint(auditCalls.find, auditContract.find, {
      summary: 'List audit entries, newest first',
      access: 'admin',
      permission: 'audit:read',
      handle: async ({ query }) => toAuditResponse(await readAudit(deps, query)),
    }),
  ];
}

function toAdminUser({ id, name, email, mobile, status, version, ...user }: ListedUser): AdminUser {
  return {
    _id: String(id),
    id,
    name,
    email,
    ...phoneFields(mobile),
    status,
    version,
    hasReservedName: user.hasReservedName,
    lastLogin: user.lastLoginAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
  };
}

function toUserDetailResponse({ user, sessions, secondFactor, history }: UserDetail): UserDetailResponse {
  return {
    flag: '1',
    user: { ...toAdminUser(user), pendingEmail: user.pendingEmail, sessions, secondFactor },
    history: history.map(toAuditEntryResponse),
  };
}

function toAuditResponse({ entries, next, actions }: AuditPage): AuditResponse {
  return { items: entries.map(toAuditEntryResponse), next, actions };
}

function toAuditEntryResponse({
  id,
  at,
  action,
  ip,
  requestId,
  details,
  ...entry
}: AuditPage['entries'][number]): AuditEntryResponse {
  const { subjectKind, subjectId } = entry;
  return {
    id,
    at: at.toISOString(),
    actor: { kind: entry.actorKind, id: entry.actorId, name: entry.actorName },
    action,
    subject: subjectKind !== null && subjectId !== null ? { kind: subjectKind, id: subjectId } : null,
    ip,
    requestId,
    details,
  };
}
