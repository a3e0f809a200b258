/** The server functions and types of this feature that other features may import. */
export { allUsers } from '../admin/server/manage-users.ts';
export type { AccountDeps } from './account-deps.ts';
export { accountStatusOf, mailAddressOf, personOf } from './account-of-user.ts';
export { outcomeToWire, sessionsToWire } from './account-responses.ts';
export { findLogin, type Login, lockLogin, recordLogin } from './account-store.ts';
export { withConfirmedAdminPassword } from './confirm-password.ts';
export { insertKnownDevice, isKnownDevice } from './link-store.ts';
export { deleteAccount, exportData, type PersonalData } from './my-data.ts';
export { currentUser, targetUserId } from './profile.ts';
export { staleVersion } from './stale-version.ts';
