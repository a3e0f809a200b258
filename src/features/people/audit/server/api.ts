/** The server functions and types of this feature that other features may import. */

export {
  actingAdmin,
  actingSystem,
  actingUser,
  actingVisitor,
  audit,
  changesForAudit,
  PERSONAL,
  subjectUser,
} from './audit.ts';
export { type AuditRow, auditOfUser, eraseOldAddresses, findAuditEntries } from './audit-store.ts';
export { type AuditPage, readAudit } from './read-audit.ts';
