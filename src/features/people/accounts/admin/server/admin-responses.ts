import type { AuditEntryResponse, AuditResponse } from '#features/people/audit/model/audit-contract.ts';
import type { AuditRow } from '#features/people/audit/server/audit-store.ts';
import type { AuditPage } from '#features/people/audit/server/read-audit.ts';
import type { AdminUser, UserDetailResponse } from '../../model/admin-account-contract.ts';
import type { ListedUser, UserDetail } from './manage-users.ts';

export function toAdminUser({ id, name, email, mobile, status, version, ...user }: ListedUser): AdminUser {
  return {
    _id: String(id),
    id,
    name,
    email,
    mobile,
    status,
    version,
    hasReservedName: user.hasReservedName,
    lastLogin: user.lastLoginAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
  };
}

export function toUserDetailResponse({ user, sessions, secondFactor, history }: UserDetail): UserDetailResponse {
  return {
    flag: '1',
    user: { ...toAdminUser(user), pendingEmail: user.pendingEmail, sessions, secondFactor },
    history: history.map(toAuditEntryResponse),
  };
}

export function toAuditResponse({ entries, next, actions }: AuditPage): AuditResponse {
  return { items: entries.map(toAuditEntryResponse), next, actions };
}

function toAuditEntryResponse({ id, at, action, ip, requestId, details, ...entry }: AuditRow): AuditEntryResponse {
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
