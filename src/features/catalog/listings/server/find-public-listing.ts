import { reachableByLink } from '#features/catalog/listings/model/listing.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { type RelatedCar, rankRelated } from '../model/criteria/related-cars.ts';
import type { Listing, ListingCard } from '../model/listing.ts';
import { findListing, findListingsById, findPublicCards, findRelatedCandidates } from './listing-store.ts';

/** Returns a listing that is active, sold or rented. Throws `not_found` otherwise. */
export async function findPublicListing(db: Queryable, id: number): Promise<Listing> {
  const listing = await findReachable(db, id);
  if (!listing) throw notPublic(id);
  return listing;
}

export const notPublic = (id: number) =>
  new AppError('not_found', `no public listing ${id}`, { messageKey: 'cars.notFound' });

/** Returns a listing that is active, sold or rented, else null. */
export async function findReachable(db: Queryable, id: number): Promise<Listing | null> {
  const listing = await findListing(db, id);
  return listing && reachableByLink(listing.status) ? listing : null;
}

/** Returns those listings that are active, sold or rented. */
export async function findPublicListings(db: Queryable, ids: number[]): Promise<Listing[]> {
  return (await findListingsById(db, ids)).filter(({ status }) => reachableByLink(status));
}

/** Returns those of the cars that are public, in the order of the ids. */
export async function publicCards(db: Queryable, ids: number[]): Promise<ListingCard[]> {
  const cards = await findPublicCards(db, ids);
  return cards.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Returns a listing in any status to its owner or an administrator, null to others. */
export async function findOwnOrAdmin(db: Queryable, id: number, { user, admin }: Caller): Promise<Listing | null> {
  const listing = user || admin ? await findListing(db, id) : null;
  return admin || listing?.userId === user?.id ? listing : null;
}

export async function findRelated(db: Queryable, id: number, limit: number): Promise<RelatedCar[]> {
  const listing = await findPublicListing(db, id);
  return rankRelated(listing, await findRelatedCandidates(db, listing), limit);
}
