import type { ListingStatus } from './listing.ts';

/** The four words that the specs know a listing's state by. */
export type ShownStatus = 'active' | 'sold' | 'rented' | 'requested';

const shown: Record<ListingStatus, ShownStatus> = {
  active: 'active',
  sold: 'sold',
  rented: 'rented',
  requested: 'requested',
  returned: 'requested',
  paused: 'requested',
  rejected: 'requested',
};

export function shownStatus(status: ListingStatus): ShownStatus {
  return shown[status];
}

/** Lists and search show only active cars; sold and rented ones stay reachable by their link. */
export function reachableByLink(status: ListingStatus): boolean {
  return status === 'active' || status === 'sold' || status === 'rented';
}
