import { LISTING_STATUSES } from '#features/listings/model/listing.ts';
import type { ListingOrder } from '#features/listings/model/listing-criteria.ts';
import type { WholeListing } from '#features/listings/model/listing-facts.ts';
import { findWholeListing } from '#features/listings/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { FROM_THE_BEGINNING, inBatches } from '#lib/server/database/batches.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { AdminCard } from '../model/admin-listing.ts';
import {
  type AdminListingCriteria,
  countAdminListings,
  findAdminListings,
  findIdentified,
  type Identity,
  uncounted,
} from './admin-listing-page-store.ts';
import { type AdminListingRow, adminRowsAfter, identifiedRows } from './admin-listing-rows-store.ts';

export type { AdminListingRow };

export type AdminListingPage = { cards: AdminCard[]; total: number; totalIsLeast: boolean };
type Asked = { page: number; limit: number; order: ListingOrder };

/** One page of listings in the given states. */
export async function adminListingPage(
  db: Queryable,
  criteria: AdminListingCriteria,
  { page, limit, order }: Asked,
): Promise<AdminListingPage> {
  const counted = await countAdminListings(db, criteria);
  const { total, isLeast } = counted;
  const offset = (page - 1) * limit;
  const cards = offset < total ? await findAdminListings(db, criteria, { order, limit, offset, counted }) : [];
  return { cards, total, totalIsLeast: isLeast };
}

/** The listings that are named outright; any number of them is one page. */
export async function identifiedPage(db: Queryable, identity: Identity, { page }: Asked): Promise<AdminListingPage> {
  const cards = await findIdentified(db, identity);
  return { cards: page === 1 ? cards : [], total: cards.length, totalIsLeast: false };
}

/** What a table of listings is of: those of some states that fit, or those that are named outright. */
export type ListingListRequest = AdminListingCriteria | Identity;

/** All listings that are wanted, in the order of their ids, a batch at a time. */
export async function* allAdminListings(db: Queryable, wanted: ListingListRequest): AsyncGenerator<AdminListingRow[]> {
  if (!('statuses' in wanted)) yield await identifiedRows(db, wanted);
  else yield* inBatches(FROM_THE_BEGINNING, (after, most) => adminRowsAfter(db, wanted, after, most));
}

/** All listings that wait for a moderator. */
export function allQueued(db: Queryable): AsyncGenerator<AdminListingRow[]> {
  return allAdminListings(db, { statuses: ['requested'] });
}

/** The newest listings in whatever state. */
export async function newestAdminListings(db: Queryable, limit: number): Promise<AdminCard[]> {
  const statuses = [...LISTING_STATUSES];
  return findAdminListings(db, { statuses }, { order: 'newest', limit, offset: 0, counted: uncounted(statuses) });
}

/** A listing in whatever state. */
export async function adminListing(db: Queryable, id: number, lock = false): Promise<WholeListing> {
  const listing = await findWholeListing(db, id, lock);
  if (!listing) throw new AppError('not_found', `no listing ${id}`, { messageKey: 'cars.notFound' });
  return listing;
}
