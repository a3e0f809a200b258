import { identityIn } from '#features/catalog/browse/model/search/identity-words.ts';
import {
  firstMatching,
  QueryReader,
  searchCriteria,
  TextWords,
  unranked,
} from '#features/catalog/browse/server/search-listings.ts';
import type { ListingCriteria, ListingOrder } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { LISTING_STATUSES } from '#features/catalog/listings/model/listing.ts';
import type { WholeListing } from '#features/catalog/listings/model/listing-facts.ts';
import { chosenFilters } from '#features/catalog/listings/model/listing-fields.ts';
import { findWholeListing, wordsInTexts } from '#features/catalog/listings/server/listing-store.ts';
import { centsRange } from '#features/catalog/listings/server/query-criteria.ts';
import type { VehicleCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { type RuleBookCache, todayOf } from '#features/customs/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { FROM_START, inBatches } from '#lib/server/database/batches.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { type AdminCard, statusesDisplayedAs } from '../model/admin-listing.ts';
import { type AdminListingFilter, type AdminListingQuery, MAX_UNPAGED_LIST } from '../model/admin-listing-contract.ts';
import {
  type AdminListingCriteria,
  type AdminListingRow,
  adminRowsAfter,
  countAdminListings,
  findAdminListings,
  findIdentified,
  type Identity,
  identifiedRows,
} from './admin-listing-store.ts';

export type { AdminListingRow };

type AdminListingPage = { cards: AdminCard[]; total: number; totalIsLeast: boolean };
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
async function identifiedPage(db: Queryable, identity: Identity, { page }: Paging): Promise<AdminListingPage> {
  const cards = await findIdentified(db, identity);
  return { cards: page === 1 ? cards : [], total: cards.length, totalIsLeast: false };
}

/** A search by filters, or by id or VIN. */
type ListingListRequest = AdminListingCriteria | Identity;

/** Yields all matches in id order, in batches. */
async function* allAdminListings(db: Queryable, request: ListingListRequest): AsyncGenerator<AdminListingRow[]> {
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

type AdminSearchResult = AdminListingPage & { understood: string | null };
type Needs = { db: Queryable; clock: Clock; catalog: VehicleCatalog; rules: RuleBookCache };
/** Finds cars in any status, for sale and for rent, by the filters and search text of the back office. */
export class AdminSearch {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #rules: RuleBookCache;
  readonly #reader: QueryReader;

  constructor({ db, clock, catalog, rules }: Needs) {
    this.#db = db;
    this.#rules = rules;
    this.#clock = clock;
    this.#reader = new QueryReader(catalog, new TextWords((words) => wordsInTexts(db, words)));
  }

  async page(query: AdminListingQuery): Promise<AdminSearchResult> {
    return (await this.#find(query, pageOf(query))).found;
  }

  /** Yields all matches in id order, in batches. */
  async *all(filter: AdminListingFilter): AsyncGenerator<AdminListingRow[]> {
    const { request } = await this.#find(filter, { page: 1, limit: 1, order: 'newest' });
    yield* allAdminListings(this.#db, request);
  }

  /** Uses the likeliest reading of the search text that matches any car. */
  async #find(
    filter: AdminListingFilter,
    paging: Paging,
  ): Promise<{ request: ListingListRequest; found: AdminSearchResult }> {
    const newestYear = this.#clock.now().getUTCFullYear() + 1;
    const identity = identityIn(filter.search, newestYear);
    if (identity) {
      return { request: identity, found: { ...(await identifiedPage(this.#db, identity, paging)), understood: null } };
    }
    const statuses = filter.status === undefined ? [...LISTING_STATUSES] : statusesDisplayedAs(filter.status);
    const { readings, vehicles } = await this.#reader.read(filter.search, newestYear, {
      rates: (await this.#rules.book()).ratesOn(todayOf(this.#clock)).newest,
      country: null,
    });
    const { resolved, found } = await firstMatching(readings, async (reading) => {
      const [criteria] = unranked(searchCriteria(filtersOf(filter), reading, vehicles));
      const { offer: _both, ...narrowing } = criteria ?? { offer: 'Sell', vehicles: [] };
      const request = { ...narrowing, statuses };
      return { ...(await adminListingPage(this.#db, request, paging)), request };
    });
    return { request: found.request, found: { ...found, understood: resolved.understood } };
  }
}

function pageOf({ page, limit, sortBy, sortOrder }: AdminListingQuery): Paging {
  const order = sortBy === undefined ? 'newest' : (`price-${sortOrder}` as const);
  return page === undefined ? { page: 1, limit: MAX_UNPAGED_LIST, order } : { page, limit, order };
}

function filtersOf({ category, minPrice, maxPrice, ...choices }: AdminListingFilter): ListingCriteria {
  const criteria: ListingCriteria = { offer: 'Sell', ...chosenFilters({ ...choices, carType: category }) };
  const prices = centsRange(minPrice, maxPrice);
  if (prices) criteria.priceCents = prices;
  return criteria;
}
