import type { ListingStatus, Offer } from './listing.ts';

/** The four status names of the public API. */
export type DisplayStatus = 'active' | 'sold' | 'rented' | 'requested';

const DISPLAY_STATUS: Record<ListingStatus, DisplayStatus> = {
  active: 'active',
  sold: 'sold',
  rented: 'rented',
  requested: 'requested',
  returned: 'requested',
  paused: 'requested',
  rejected: 'requested',
};

export function displayStatus(status: ListingStatus): DisplayStatus {
  return DISPLAY_STATUS[status];
}

/**
 * Returns why a car cannot be booked, or null if it can. A Rent car that is rented today can be booked for other days.
 */
export function unavailableAs(offer: Offer, status: DisplayStatus): Exclude<DisplayStatus, 'active'> | null {
  return status === 'active' || (offer === 'Rent' && status === 'rented') ? null : status;
}

export function isBookable(offer: Offer, status: DisplayStatus): boolean {
  return unavailableAs(offer, status) === null;
}

/** Sold and rented cars stay reachable by link; lists and search show only those that can be booked. */
export function reachableByLink(status: ListingStatus): boolean {
  return status === 'active' || status === 'sold' || status === 'rented';
}
