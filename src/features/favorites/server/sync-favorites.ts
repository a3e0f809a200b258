import type { ListingCard } from '#features/listings/model/listing.ts';
import { findPublicListing } from '#features/listings/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import {
  deleteFavorite,
  deleteFavorites,
  favoriteCards,
  insertFavorites,
  type SavedCar,
  savedCars,
  savedIds,
} from './favorite-store.ts';

/** The cars that a user has saved, newest first, without those that are off the market for now. */
export function findFavorites(db: Queryable, userId: number): Promise<ListingCard[]> {
  return favoriteCards(db, userId);
}

/** Saves a car that anyone may see. */
export async function addFavorite(db: Queryable, userId: number, listingId: number): Promise<void> {
  await findPublicListing(db, listingId);
  await insertFavorites(db, userId, [listingId]);
}

export async function removeFavorite(db: Queryable, userId: number, listingId: number): Promise<void> {
  await deleteFavorite(db, userId, listingId);
}

/**
 * Adds what a browser had saved to what the account holds, and tells what the account holds now, newest first. Cars that are off
 * the market for now are kept, unseen; ids of no car are ignored.
 */
export async function mergeFavorites(db: Queryable, userId: number, listingIds: number[]): Promise<number[]> {
  if (listingIds.length > 0) await insertFavorites(db, userId, listingIds);
  return savedIds(db, userId);
}

export function favoritesForExport(db: Queryable, userId: number): Promise<SavedCar[]> {
  return savedCars(db, userId);
}

export function deleteFavoritesOf(db: Queryable, userId: number): Promise<void> {
  return deleteFavorites(db, userId);
}
