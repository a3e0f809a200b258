import { LISTING_STATUSES } from '#features/listings/model/listing.ts';
import type { ListingOrder } from '#features/listings/model/listing-criteria.ts';
import type { WholeListing } from '#features/listings/model/listing-facts.ts';
import { findWholeListing } from '#features/listings/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { FROM_THE_BEGINNING, inBatches } from '#lib/server/database/batches.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { ManagedCard } from '../model/admin-listing.ts';
import {
  countManaged,
  findIdentified,
  findManaged,
  type Identity,
  type ManagedCriteria,
  uncounted,
} from './admin-listing-page-store.ts';
import { identifiedRows, type ManagedRow, managedRowsAfter } from './admin-listing-rows-store.ts';

export type { ManagedRow };

export type PageOfManaged = { cards: ManagedCard[]; total: number; totalIsLeast: boolean };
type Asked = { page: number; limit: number; order: ListingOrder };

/** One page of listings in the given states. */
export async function managedPage(
  db: Queryable,
  criteria: ManagedCriteria,
  { page, limit, order }: Asked,
): Promise<PageOfManaged> {
  const counted = await countManaged(db, criteria);
  const { total, isLeast } = counted;
  const offset = (page - 1) * limit;
  const cards = offset < total ? await findManaged(db, criteria, { order, limit, offset, counted }) : [];
  return { cards, total, totalIsLeast: isLeast };
}

/** The listings that are named outright; any number of them is one page. */
export async function identifiedPage(db: Queryable, identity: Identity, { page }: Asked): Promise<PageOfManaged> {
  const cards = await findIdentified(db, identity);
  return { cards: page === 1 ? cards : [], total: cards.length, totalIsLeast: false };
}

/** What a table of listings is of: those of some states that fit, or those that are named outright. */
export type WantedListings = ManagedCriteria | Identity;

/** All listings that are wanted, in the order of their ids, a batch at a time. */
export async function* allManaged(db: Queryable, wanted: WantedListings): AsyncGenerator<ManagedRow[]> {
  if (!('statuses' in wanted)) yield await identifiedRows(db, wanted);
  else yield* inBatches(FROM_THE_BEGINNING, (after, most) => managedRowsAfter(db, wanted, after, most));
}

/** All listings that wait for a moderator. */
export function allWaiting(db: Queryable): AsyncGenerator<ManagedRow[]> {
  return allManaged(db, { statuses: ['requested'] });
}

/** The newest listings in whatever state. */
export async function newestManaged(db: Queryable, limit: number): Promise<ManagedCard[]> {
  const statuses = [...LISTING_STATUSES];
  return findManaged(db, { statuses }, { order: 'newest', limit, offset: 0, counted: uncounted(statuses) });
}

/** A listing in whatever state. */
export async function managedListing(db: Queryable, id: number, lock = false): Promise<WholeListing> {
  const listing = await findWholeListing(db, id, lock);
  if (!listing) throw new AppError('not_found', `no listing ${id}`, { say: 'cars.notFound' });
  return listing;
}
