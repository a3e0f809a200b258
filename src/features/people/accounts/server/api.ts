/** The server functions and types of this feature that other features may import. */
export { allUsers } from '../admin/server/manage-users.ts';
export type { AccountDeps } from './account-deps.ts';
export { toOutcomeResponse, toSessionsResponse } from './account-responses.ts';
export {
  accountStatusOf,
  findLogin,
  findProfile,
  insertAdmin,
  type Login,
  lockLogin,
  loginChangedAt,
  loginOf,
  mailAddressOf,
  recordLogin,
} from './account-store.ts';
export {
  type CheckedCode,
  consumeCode,
  createCode,
  deleteDeadCodes,
  type GuardedChange,
  refusedField,
} from './changes/change-code.ts';
export { countCode, loginBlocksUntil, proveChange } from './changes/prove-change.ts';
export { checkFreshPassword } from './confirm-password.ts';
export { mailSecondFactor, type SecondFactorNotice } from './email/account-mails.ts';
export { deleteDeadEmailUndos, previousAddressesOf } from './email/email-undo-store.ts';
export { randomPassword } from './first-accounts.ts';
export {
  deleteDeadDevices,
  deleteDeadLinks,
  deleteKnownDevices,
  insertKnownDevice,
  isKnownDevice,
} from './link-store.ts';
export { deleteAccount, exportData, type PersonalData } from './my-data.ts';
export { weaknessOf } from './password-strength.ts';
export { currentUser, staleVersion, targetUserId } from './profile.ts';
export {
  beginSecondFactor,
  consumeRecoveryCode,
  consumeStep,
  countRecoveryCodes,
  deleteSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  type SecondFactor,
} from './second-factor-store.ts';
