import { LISTING_STATUSES, type ListingCard, type ListingStatus } from '#features/listings/model/listing.ts';
import { type ShownStatus, shownStatus } from '#features/listings/model/listing-status.ts';

/** A listing in a list of the back office. */
export type ManagedCard = ListingCard & { userId: number; version: number };

/** The states an administrator may set, in the words of the specs. */
export const SETTABLE_STATUSES = ['active', 'sold', 'rented', 'requested'] as const;
/** The states by which the list narrows, and which the edit form offers. */
export const OFFERED_STATUSES = ['active', 'sold', 'requested'] as const;

/** The states that are called by one of the specs' four words. */
export function statusesShownAs(shown: ShownStatus): ListingStatus[] {
  return LISTING_STATUSES.filter((status) => shownStatus(status) === shown);
}

/** The state after an administrator set a word: a listing that is called so already stays as it is. */
export function statusAfter(before: ListingStatus, wanted: ShownStatus): ListingStatus {
  return shownStatus(before) === wanted ? before : wanted;
}
