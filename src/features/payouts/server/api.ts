/** The server functions and types of this feature that other features may import. */
export { recordPayoutBooked } from './settle-payout.ts';
