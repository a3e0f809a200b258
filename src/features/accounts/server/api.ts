/** The server functions and types of this feature that other features may import. */
export { allUsers } from '../admin/server/manage-users.ts';
export type { AccountTools } from './account-deps.ts';
export { accountStatusOf, mailAddressOf, personOf } from './account-of-user.ts';
export { outcomeToWire, sessionsToWire } from './account-responses.ts';
export { findLogin, type Login, lockLogin, noteLogin } from './account-store.ts';
export { withOwnAdminPassword } from './confirm-password.ts';
export { insertKnownDevice, isKnownDevice } from './link-store.ts';
export { deleteAccount, exportData, type PersonalData } from './my-data.ts';
export { userMeant, whoIs } from './profile.ts';
export { staleVersion } from './stale-version.ts';
