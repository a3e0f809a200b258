import { LISTING_STATUSES } from '#features/listings/listing.ts';
import type { ListingCriteria } from '#features/listings/listing-criteria.ts';
import { LONGEST_BARE_LIST, type ManagedFilter, type ManagedQuery } from '#features/listings/managed-contract.ts';
import { statusesShownAs } from '#features/listings/managed-listing.ts';
import {
  allManaged,
  identifiedPage,
  type ManagedRow,
  managedPage,
  type PageOfManaged,
  type WantedListings,
} from '#features/listings/server/find-managed.ts';
import { TextWords } from '#features/listings/server/text-words.ts';
import type { VehicleCatalogue } from '#features/listings/server/vehicle-catalogue.ts';
import type { Clock } from '#platform/clock.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { centsOf } from '#platform/money.ts';
import { identityIn } from '../identity-words.ts';
import { firstThatFinds, QueryReader, searchCriteria, unranked } from './search-listings.ts';

type FoundManaged = PageOfManaged & { understood: string | null };
type Needs = { db: Queryable; clock: Clock; catalogue: VehicleCatalogue };
type Asked = Parameters<typeof managedPage>[2];

/** Finds cars in every state, for sale and for rent, by the filters and the words of the back office. */
export class ManagedSearch {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #reader: QueryReader;

  constructor({ db, clock, catalogue }: Needs) {
    this.#db = db;
    this.#clock = clock;
    this.#reader = new QueryReader(catalogue, new TextWords(db));
  }

  /** A page of them. */
  async page(query: ManagedQuery): Promise<FoundManaged> {
    return (await this.#find(query, pageOf(query))).found;
  }

  /** All of them in the order of their ids, a batch at a time. */
  async *all(filter: ManagedFilter): AsyncGenerator<ManagedRow[]> {
    const { wanted } = await this.#find(filter, { page: 1, limit: 1, order: 'newest' });
    yield* allManaged(this.#db, wanted);
  }

  /** What is asked for, in the likeliest reading of its words that fits any car. */
  async #find(filter: ManagedFilter, asked: Asked): Promise<{ wanted: WantedListings; found: FoundManaged }> {
    const newestYear = this.#clock.now().getUTCFullYear() + 1;
    const identity = identityIn(filter.search, newestYear);
    if (identity) {
      return { wanted: identity, found: { ...(await identifiedPage(this.#db, identity, asked)), understood: null } };
    }
    const statuses = filter.status === undefined ? [...LISTING_STATUSES] : statusesShownAs(filter.status);
    const { readings, vehicles } = await this.#reader.read(filter.search, newestYear);
    const { resolved, found } = await firstThatFinds(readings, async (reading) => {
      const [criteria] = unranked(searchCriteria(filtersOf(filter), reading, vehicles));
      const { offer: _both, ...narrowing } = criteria ?? { offer: 'Sell', vehicles: [] };
      const wanted = { ...narrowing, statuses };
      return { ...(await managedPage(this.#db, wanted, asked)), wanted };
    });
    return { wanted: found.wanted, found: { ...found, understood: resolved.understood } };
  }
}

function pageOf({ page, limit, sortBy, sortOrder }: ManagedQuery): Asked {
  const order = sortBy === undefined ? 'newest' : (`price-${sortOrder}` as const);
  return page === undefined ? { page: 1, limit: LONGEST_BARE_LIST, order } : { page, limit, order };
}

function filtersOf({ category, minPrice, maxPrice }: ManagedFilter): ListingCriteria {
  const criteria: ListingCriteria = { offer: 'Sell' };
  if (category) criteria.carType = category;
  if (minPrice !== undefined) criteria.minPriceCents = centsOf(minPrice);
  if (maxPrice !== undefined) criteria.maxPriceCents = centsOf(maxPrice);
  return criteria;
}
