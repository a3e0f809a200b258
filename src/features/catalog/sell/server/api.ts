/** The server functions and types of this feature that other features may import. */
export { type Changed, checkedTransition, myListingForUpdate } from './change-my-listing.ts';
export { type AttachedFiles, subjectListing, toListingInput, vinDuplicate } from './create-listing.ts';
export { mailDecision } from './listing-mails.ts';
export { toChangedResponse } from './my-listing-responses.ts';
export type { SellDeps } from './sell-deps.ts';
