import type { ListingCard } from '#features/listings/model/listing.ts';
import { findPublicListing } from '#features/listings/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import {
  deleteFavourite,
  deleteFavourites,
  favouriteCards,
  insertFavourites,
  type SavedCar,
  savedCars,
  savedIds,
} from './favorite-store.ts';

/** The cars that a user has saved, newest first, without those that are off the market for now. */
export function findFavourites(db: Queryable, userId: number): Promise<ListingCard[]> {
  return favouriteCards(db, userId);
}

/** Saves a car that anyone may see. */
export async function keepFavourite(db: Queryable, userId: number, listingId: number): Promise<void> {
  await findPublicListing(db, listingId);
  await insertFavourites(db, userId, [listingId]);
}

export async function dropFavourite(db: Queryable, userId: number, listingId: number): Promise<void> {
  await deleteFavourite(db, userId, listingId);
}

/**
 * Adds what a browser had saved to what the account holds, and tells what the account holds now, newest first. Cars that are off
 * the market for now are kept, unseen; ids of no car are ignored.
 */
export async function mergeFavourites(db: Queryable, userId: number, listingIds: number[]): Promise<number[]> {
  if (listingIds.length > 0) await insertFavourites(db, userId, listingIds);
  return savedIds(db, userId);
}

export function favouritesForExport(db: Queryable, userId: number): Promise<SavedCar[]> {
  return savedCars(db, userId);
}

export function forgetFavouritesOf(db: Queryable, userId: number): Promise<void> {
  return deleteFavourites(db, userId);
}
