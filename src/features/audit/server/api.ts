/** The server functions and types of this feature that other features may import. */

export { actingAdmin, actingUser, actingVisitor, audit, subjectUser } from './audit.ts';
export { changesForAudit, PERSONAL } from './audit-changes.ts';
export { type AuditRow, auditOfUser, findAuditEntries } from './audit-store.ts';
export { type AuditPage, readAudit } from './read-audit.ts';
