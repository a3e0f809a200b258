/** The server functions and types of this feature that other features may import. */
export { type CheckedParty, checkDestination, checkParty, refuseWhileHeld } from './check-party.ts';
export { isOrderHeld, newestEntryId } from './watch-store.ts';
