import {
  type DisplayStatus,
  displayStatus,
  LISTING_STATUSES,
  type ListingCard,
  type ListingStatus,
} from '#features/catalog/listings/model/listing.ts';
import { CHOICE_FILTERS, type ChoiceFilter } from '#features/catalog/listings/model/listing-fields.ts';

export type OtherChoiceFilter = Exclude<ChoiceFilter, 'carType'>;
/** Filters of the admin list by their names in the API, except `category`, which is the car type. */
export const OTHER_CHOICE_FILTERS = CHOICE_FILTERS.filter((name): name is OtherChoiceFilter => name !== 'carType');

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
