/** The server functions and types of this feature that other features may import. */
export { type CheckedParty, screenParties } from './check-party.ts';
export { isOrderHeld, newestEntryId } from './watch-store.ts';
