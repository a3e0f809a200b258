import type { AuditAnswer, AuditEntryAnswer } from '#features/audit/model/audit-contract.ts';
import type { AuditPage, AuditRow } from '#features/audit/server/api.ts';
import type { AdminUser, UserDetailAnswer } from '../../model/admin-account-contract.ts';
import type { UserRow } from './admin-store.ts';
import type { UserDetail } from './manage-users.ts';

export function userToWire({ id, name, email, mobile, status, version, ...user }: UserRow): AdminUser {
  return {
    _id: String(id),
    id,
    name,
    email,
    mobile,
    status,
    version,
    lastLogin: user.lastLoginAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
  };
}

export function userDetailToWire({ user, sessions, history }: UserDetail): UserDetailAnswer {
  return {
    flag: '1',
    user: { ...userToWire(user), pendingEmail: user.pendingEmail, sessions },
    history: history.map(auditEntryToWire),
  };
}

export function auditToWire({ entries, next, actions }: AuditPage): AuditAnswer {
  return { items: entries.map(auditEntryToWire), next, actions };
}

function auditEntryToWire({ id, at, action, ip, requestId, details, ...entry }: AuditRow): AuditEntryAnswer {
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
