import type { ListingStatus, Offer } from './listing.ts';

/** The four words that the specs know a listing's state by. */
export type DisplayStatus = 'active' | 'sold' | 'rented' | 'requested';

const shown: Record<ListingStatus, DisplayStatus> = {
  active: 'active',
  sold: 'sold',
  rented: 'rented',
  requested: 'requested',
  returned: 'requested',
  paused: 'requested',
  rejected: 'requested',
};

export function displayStatus(status: ListingStatus): DisplayStatus {
  return shown[status];
}

/** Why a car cannot be booked; null when it can. A Rent car that somebody has today can be had on other days. */
export function unavailableAs(offer: Offer, status: DisplayStatus): Exclude<DisplayStatus, 'active'> | null {
  return status === 'active' || (offer === 'Rent' && status === 'rented') ? null : status;
}

export function isBookable(offer: Offer, status: DisplayStatus): boolean {
  return unavailableAs(offer, status) === null;
}

/** Lists and search show only active cars; sold and rented ones stay reachable by their link. */
export function reachableByLink(status: ListingStatus): boolean {
  return status === 'active' || status === 'sold' || status === 'rented';
}
