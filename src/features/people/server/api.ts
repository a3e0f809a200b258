/** The server functions and types that later areas and the app use. */

export type { AccountDeps } from '#features/people/accounts/server/account-deps.ts';
export { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
export { type CheckedParty, screenParties } from '#features/people/watch-lists/server/keep-lists.ts';
export { allUsers } from '../accounts/admin/server/manage-users.ts';
export { toOutcomeResponse } from '../accounts/server/account-responses.ts';
export { accountStatusOf, findProfile, mailAddressOf } from '../accounts/server/account-store.ts';
export {
  consumeCode,
  countCode,
  createCode,
  deleteDeadCodes,
  type GuardedChange,
  loginBlocksUntil,
  proveChange,
  refusedField,
} from '../accounts/server/guarded-change.ts';
export {
  deleteDeadDevices,
  deleteDeadEmailUndos,
  deleteDeadLinks,
  previousAddressesOf,
} from '../accounts/server/link-store.ts';
export { staleVersion } from '../accounts/server/profile.ts';
export { openProposal } from '../approvals/server/approval-store.ts';
export { type ApprovalKind, problemsOfSecondPerson, propose } from '../approvals/server/approve.ts';
export {
  actingAdmin,
  actingSystem,
  actingUser,
  actingVisitor,
  audit,
  changesForAudit,
  PERSONAL,
  readAudit,
} from '../audit/server/audit.ts';
export { eraseOldAddresses } from '../audit/server/audit-store.ts';
export { emailHash } from '../sessions/server/login-limits.ts';
export { deleteDeadSessions } from '../sessions/server/session-store.ts';
export { isOrderHeld, newestEntryId } from '../watch-lists/server/watch-store.ts';
