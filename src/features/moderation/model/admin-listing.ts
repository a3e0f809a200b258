import { LISTING_STATUSES, type ListingCard, type ListingStatus } from '#features/listings/model/listing.ts';
import { type DisplayStatus, displayStatus } from '#features/listings/model/listing-status.ts';

/** A listing in a list of the back office. */
export type AdminCard = ListingCard & { userId: number; version: number };

/** The states an administrator may set, in the words of the specs. */
export const SETTABLE_STATUSES = ['active', 'sold', 'rented', 'requested'] as const;
/** The states by which the list narrows, and which the edit form offers. */
export const SELECTABLE_STATUSES = ['active', 'sold', 'requested'] as const;

/** The states that are called by one of the specs' four words. */
export function statusesDisplayedAs(shown: DisplayStatus): ListingStatus[] {
  return LISTING_STATUSES.filter((status) => displayStatus(status) === shown);
}

/** The state after an administrator set a word: a listing that is called so already stays as it is. */
export function statusAfter(before: ListingStatus, wanted: DisplayStatus): ListingStatus {
  return displayStatus(before) === wanted ? before : wanted;
}
