import { LISTING_STATUSES, type ListingCard, reachableByLink } from '#features/catalog/listings/model/listing.ts';
import { findPublicListing } from '#features/catalog/listings/server/find-public-listing.ts';
import { CARD_COLUMNS, cardOfRow } from '#features/catalog/listings/server/listing-rows.ts';
import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryColumn,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Favourites, Listings } from '#lib/server/database/rows.ts';
import { MAX_FAVORITES } from '../model/favorites.ts';

const STATUSES = LISTING_STATUSES.filter(reachableByLink).map((status) => `'${status}'`);
const REACHABLE = `l.status in (${STATUSES.join(', ')}) and l.deleted_at is null`;
const SAVED = `favourites f join listings l on l.id = f.listing_id and ${REACHABLE}`;
const NEWEST = 'f.created_at desc, f.listing_id desc';

/** Returns the user's saved cars that are public, newest first. */
const favoriteCards = query<ListingCard, [userId: number]>(
  `select ${CARD_COLUMNS} from ${SAVED} where f.user_id = $1 order by ${NEWEST}`,
  cardOfRow,
);

/** Returns the ids of the user's saved cars that are public, newest first. */
const savedIds = queryColumn<number, [userId: number]>(
  `select l.id from ${SAVED} where f.user_id = $1 order by ${NEWEST}`,
);

type Named = Pick<Listings, 'make' | 'model' | 'year'>;
type SavedCar = Columns<Favourites, 'listing_id' | 'created_at'> & { [K in keyof Named]: Named[K] | null };

/** Returns all saved cars. The facts of a car are null while it is off the market. */
export const savedCars = query<SavedCar, [userId: number]>(`
  select f.listing_id as "listingId", l.make, l.model, l.year, f.created_at as "createdAt"
  from favourites f left join listings l on l.id = f.listing_id and ${REACHABLE}
  where f.user_id = $1 order by ${NEWEST}`);

// Inserts in id order, so that two browsers of one user cannot deadlock.
const INSERT = statement(`
  insert into favourites (user_id, listing_id, created_at)
  select $1, l.id, now() - (cardinality($2) - max(saved.place)) * interval '1 microsecond'
  from unnest($2::bigint[]) with ordinality as saved (id, place) join listings l using (id)
  group by l.id order by l.id
  on conflict do nothing`);
const DROP_OLDEST = statement(`
  delete from favourites where user_id = $1 and listing_id in (
    select f.listing_id from favourites f where f.user_id = $1 order by ${NEWEST} offset ${MAX_FAVORITES})`);

/** Saves cars, the last one as the newest. Cars saved before keep their position. Drops the oldest beyond the limit. */
export async function insertFavorites(db: Queryable, userId: number, listingIds: number[]): Promise<void> {
  await rowsOf(db, INSERT, [userId, listingIds]);
  await rowsOf(db, DROP_OLDEST, [userId]);
}

const deleteFavorite = execute<[userId: number, listingId: number]>(
  'delete from favourites where user_id = $1 and listing_id = $2',
);

export const deleteFavorites = execute<[userId: number]>('delete from favourites where user_id = $1');

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
