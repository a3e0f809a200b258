import { listingsOfSeller, withdrawListings } from '#features/catalog/listings/server/listing-store.ts';
import { addView, listingsOfUser } from '#features/catalog/listings/server/my-listing-store.ts';
import { photoPlaceholders } from '#features/site/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { myListingForUpdate } from './change-my-listing.ts';
import type { SellDeps } from './sell-deps.ts';

export const MY_PAGE_SIZE = 20;

/** Returns a page of a user's listings, newest first, with views and favorites. */
export function myListings({ pool }: SellDeps, userId: number, page: number) {
  return listingsOfUser(pool, userId, { limit: MY_PAGE_SIZE, offset: (page - 1) * MY_PAGE_SIZE });
}

export async function myListing({ pool }: SellDeps, userId: number, id: number) {
  const listing = await myListingForUpdate(pool, userId, id);
  return { listing, placeholders: await photoPlaceholders(pool, listing.imageKeys) };
}

/** Counts a view. Ignores listings that are not public. */
export function recordView(db: Queryable, id: number): Promise<void> {
  return addView(db, id);
}

export function listingsForExport(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  return listingsOfSeller(db, userId);
}

/** Takes the cars of a closed account off the market. */
export function withdrawListingsOf(db: Queryable, userId: number): Promise<void> {
  return withdrawListings(db, userId);
}
