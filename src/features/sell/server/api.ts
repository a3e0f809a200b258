/** The server functions and types of this feature that other features may import. */
export { type Changed, ownListing, ruledMove } from './change-my-listing.ts';
export { type SentAlong, subjectListing, vinTwin, written } from './create-listing.ts';
export { mailDecision } from './listing-mails.ts';
export { changedToWire } from './my-listing-responses.ts';
export type { SellTools } from './sell-deps.ts';
