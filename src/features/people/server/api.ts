/** The server functions and types that later areas and the app use. */
export { allUsers } from '../accounts/admin/server/manage-users.ts';
export type { AccountDeps } from '../accounts/server/account-deps.ts';
export { toOutcomeResponse } from '../accounts/server/account-responses.ts';
export { accountStatusOf, findProfile, mailAddressOf } from '../accounts/server/account-store.ts';
export {
  consumeCode,
  createCode,
  deleteDeadCodes,
  type GuardedChange,
  refusedField,
} from '../accounts/server/changes/change-code.ts';
export { countCode, loginBlocksUntil, proveChange } from '../accounts/server/changes/prove-change.ts';
export { deleteDeadEmailUndos, previousAddressesOf } from '../accounts/server/email/email-undo-store.ts';
export { deleteDeadDevices, deleteDeadLinks } from '../accounts/server/link-store.ts';
export { staleVersion } from '../accounts/server/profile.ts';
export { openProposal } from '../approvals/server/approval-store.ts';
export { type ApprovalKind, propose } from '../approvals/server/approve.ts';
export {
  actingAdmin,
  actingSystem,
  actingUser,
  actingVisitor,
  audit,
  changesForAudit,
  PERSONAL,
} from '../audit/server/audit.ts';
export { eraseOldAddresses } from '../audit/server/audit-store.ts';
export { readAudit } from '../audit/server/read-audit.ts';
export { emailHash } from '../sessions/server/email-hash.ts';
export { done, type Outcome, refused } from '../sessions/server/outcome.ts';
export { deleteDeadSessions } from '../sessions/server/session-store.ts';
export { type CheckedParty, screenParties } from '../watch-lists/server/check-party.ts';
export { isOrderHeld, newestEntryId } from '../watch-lists/server/watch-store.ts';
