import type { ListingOrder } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { WholeListing } from '#features/catalog/listings/model/listing-facts.ts';
import { findWholeListing } from '#features/catalog/listings/server/my-listing-store.ts';
import { AppError } from '#lib/app-error.ts';
import { FROM_START, inBatches } from '#lib/server/database/batches.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { AdminCard } from '../model/admin-listing.ts';
import {
  type AdminListingCriteria,
  countAdminListings,
  findAdminListings,
  findIdentified,
  type Identity,
} from './admin-listing-page-store.ts';
import { type AdminListingRow, adminRowsAfter, identifiedRows } from './admin-listing-rows-store.ts';

export type { AdminListingRow };

export type AdminListingPage = { cards: AdminCard[]; total: number; totalIsLeast: boolean };
type Paging = { page: number; limit: number; order: ListingOrder };

export async function adminListingPage(
  db: Queryable,
  criteria: AdminListingCriteria,
  { page, limit, order }: Paging,
): Promise<AdminListingPage> {
  const counted = await countAdminListings(db, criteria);
  const { total, isLowerBound } = counted;
  const offset = (page - 1) * limit;
  const cards = offset < total ? await findAdminListings(db, criteria, { order, limit, offset, counted }) : [];
  return { cards, total, totalIsLeast: isLowerBound };
}

/** Returns the listings with this id or VIN, all on one page. */
export async function identifiedPage(db: Queryable, identity: Identity, { page }: Paging): Promise<AdminListingPage> {
  const cards = await findIdentified(db, identity);
  return { cards: page === 1 ? cards : [], total: cards.length, totalIsLeast: false };
}

/** A search by filters, or by id or VIN. */
export type ListingListRequest = AdminListingCriteria | Identity;

/** Yields all matches in id order, in batches. */
export async function* allAdminListings(db: Queryable, request: ListingListRequest): AsyncGenerator<AdminListingRow[]> {
  if (!('statuses' in request)) yield await identifiedRows(db, request);
  else yield* inBatches(FROM_START, (after, limit) => adminRowsAfter(db, request, after, limit));
}

export function allQueued(db: Queryable): AsyncGenerator<AdminListingRow[]> {
  return allAdminListings(db, { statuses: ['requested'] });
}

/** Returns a listing in any status. Throws `not_found` if there is none. */
export async function adminListing(db: Queryable, id: number, lock = false): Promise<WholeListing> {
  const listing = await findWholeListing(db, id, lock);
  if (!listing) throw new AppError('not_found', `no listing ${id}`, { messageKey: 'cars.notFound' });
  return listing;
}
