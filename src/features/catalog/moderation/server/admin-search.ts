import { identityIn } from '#features/catalog/browse/model/search/identity-words.ts';
import {
  firstMatching,
  QueryReader,
  searchCriteria,
  unranked,
} from '#features/catalog/browse/server/search-listings.ts';
import { TextWords } from '#features/catalog/browse/server/text-words.ts';
import type { ListingCriteria } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { LISTING_STATUSES } from '#features/catalog/listings/model/listing.ts';
import { chosenFilters } from '#features/catalog/listings/model/listing-fields.ts';
import { wordsInTexts } from '#features/catalog/listings/server/listing-store.ts';
import { centsRange } from '#features/catalog/listings/server/query-criteria.ts';
import type { VehicleCatalogue } from '#features/catalog/vehicles/server/vehicle-catalogue.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { statusesDisplayedAs } from '../model/admin-listing.ts';
import { type AdminListingFilter, type AdminListingQuery, MAX_UNPAGED_LIST } from '../model/admin-listing-contract.ts';
import {
  type AdminListingPage,
  type AdminListingRow,
  adminListingPage,
  allAdminListings,
  identifiedPage,
  type ListingListRequest,
} from './find-admin-listings.ts';

type AdminSearchResult = AdminListingPage & { understood: string | null };
type Needs = { db: Queryable; clock: Clock; catalogue: VehicleCatalogue };
type Paging = Parameters<typeof adminListingPage>[2];

/** Finds cars in any status, for sale and for rent, by the filters and search text of the back office. */
export class AdminSearch {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #reader: QueryReader;

  constructor({ db, clock, catalogue }: Needs) {
    this.#db = db;
    this.#clock = clock;
    this.#reader = new QueryReader(catalogue, new TextWords((words) => wordsInTexts(db, words)));
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
    const { readings, vehicles } = await this.#reader.read(filter.search, newestYear);
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
