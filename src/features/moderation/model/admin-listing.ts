import { LISTING_STATUSES, type ListingCard, type ListingStatus } from '#features/listings/model/listing.ts';
import { type DisplayStatus, displayStatus } from '#features/listings/model/listing-status.ts';

export type AdminCard = ListingCard & { userId: number; version: number };

/** Statuses that an administrator can set, by their public names. */
export const SETTABLE_STATUSES = ['active', 'sold', 'rented', 'requested'] as const;
/** Statuses offered as filter and in the edit form. */
export const SELECTABLE_STATUSES = ['active', 'sold', 'requested'] as const;

/** Returns the internal statuses with a public name. */
export function statusesDisplayedAs(display: DisplayStatus): ListingStatus[] {
  return LISTING_STATUSES.filter((status) => displayStatus(status) === display);
}

/** Returns the status after an administrator sets a public one. Keeps an internal status with the same public name. */
export function statusAfter(before: ListingStatus, display: DisplayStatus): ListingStatus {
  return displayStatus(before) === display ? before : display;
}
