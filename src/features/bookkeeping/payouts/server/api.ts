/** The server functions and types of this feature that other features may import. */
export { lockPayout } from './payout-store.ts';
export { recordPayoutBooked } from './settle-payout.ts';
