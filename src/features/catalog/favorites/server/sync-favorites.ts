import type { ListingCard } from '#features/catalog/listings/model/listing.ts';
import { findPublicListing } from '#features/catalog/listings/server/find-public-listing.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { deleteFavorite, favoriteCards, insertFavorites, savedIds } from './favorite-store.ts';

/** Returns the user's saved cars, newest first, without those that are off the market. */
export function findFavorites(db: Queryable, userId: number): Promise<ListingCard[]> {
  return favoriteCards(db, userId);
}

/** Saves a car. Throws `not_found` unless it is public. */
export async function addFavorite(db: Queryable, userId: number, listingId: number): Promise<void> {
  await findPublicListing(db, listingId);
  await insertFavorites(db, userId, [listingId]);
}

export async function removeFavorite(db: Queryable, userId: number, listingId: number): Promise<void> {
  await deleteFavorite(db, userId, listingId);
}

/**
 * Adds a browser's favorites to the account and returns the account's list, newest first. Cars that are off the market
 * are saved but not returned. Ignores unknown ids.
 */
export async function mergeFavorites(db: Queryable, userId: number, listingIds: number[]): Promise<number[]> {
  if (listingIds.length > 0) await insertFavorites(db, userId, listingIds);
  return savedIds(db, userId);
}
