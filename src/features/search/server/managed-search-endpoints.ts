import { LISTING_STATUSES } from '#features/listings/listing.ts';
import type { ListingCriteria } from '#features/listings/listing-criteria.ts';
import {
  LONGEST_BARE_LIST,
  type ManagedQuery,
  managedListAnswer,
  managedPageAnswer,
  managedQuery,
} from '#features/listings/managed-contract.ts';
import { statusesShownAs } from '#features/listings/managed-listing.ts';
import { managedCardToWire } from '#features/listings/managed-wire.ts';
import { identifiedPage, managedPage, type PageOfManaged } from '#features/listings/server/find-managed.ts';
import { TextWords } from '#features/listings/server/text-words.ts';
import type { VehicleCatalogue } from '#features/listings/server/vehicle-catalogue.ts';
import type { Clock } from '#platform/clock.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { centsOf } from '#platform/money.ts';
import { identityIn } from '../identity-words.ts';
import { QueryReader, searchCriteria, unranked } from './search-listings.ts';

type Needs = { db: Queryable; clock: Clock; catalogue: VehicleCatalogue };
type Found = PageOfManaged & { understood: string | null };

/** The back office's list of cars: in every state, for sale and for rent. */
export function managedSearchEndpoints({ db, clock, catalogue }: Needs): Endpoint[] {
  const reader = new QueryReader(catalogue, new TextWords(db));

  async function find(query: ManagedQuery): Promise<Found> {
    const asked = pageOf(query);
    const newestYear = clock.now().getUTCFullYear() + 1;
    const identity = identityIn(query.search, newestYear);
    if (identity) return { ...(await identifiedPage(db, identity, asked)), understood: null };
    const statuses = query.status === undefined ? [...LISTING_STATUSES] : statusesShownAs(query.status);
    const { readings, vehicles } = await reader.read(query.search, newestYear);
    let first: Found | undefined;
    for (const reading of readings) {
      const [criteria] = unranked(searchCriteria(filtersOf(query), reading, vehicles));
      const { offer: _both, ...narrowing } = criteria ?? { offer: 'Sell', vehicles: [] };
      const found = { ...(await managedPage(db, { ...narrowing, statuses }, asked)), understood: reading.understood };
      if (found.total > 0) return found;
      first ??= found;
    }
    return first ?? { cards: [], total: 0, totalIsLeast: false, understood: null };
  }

  return [
    endpoint({
      method: 'GET',
      path: '/listings/all',
      summary: 'Cars in every state, filtered and sorted; in pages where a page is asked for',
      tag: 'Back office',
      access: 'admin',
      query: managedQuery,
      answer: managedPageAnswer,
      forAdmin: {
        answer: managedListAnswer,
        handle: async ({ query }) =>
          query.page === undefined ? (await find(query)).cards.map(managedCardToWire) : null,
      },
      handle: async ({ query }) => {
        const { cards, total, totalIsLeast, understood } = await find(query);
        const { page = 1, limit } = query;
        const totalPages = Math.ceil(total / limit);
        return {
          listings: cards.map(managedCardToWire),
          pagination: { page, limit, totalPages, totalItems: total, ...(totalIsLeast && { totalIsLeast }) },
          ...(understood && { understood }),
        };
      },
    }),
  ];
}

function pageOf({ page, limit, sortBy, sortOrder }: ManagedQuery) {
  const order = sortBy === undefined ? 'newest' : (`price-${sortOrder}` as const);
  return page === undefined
    ? ({ page: 1, limit: LONGEST_BARE_LIST, order } as const)
    : ({ page, limit, order } as const);
}

function filtersOf({ category, minPrice, maxPrice }: ManagedQuery): ListingCriteria {
  const criteria: ListingCriteria = { offer: 'Sell' };
  if (category) criteria.carType = category;
  if (minPrice !== undefined) criteria.minPriceCents = centsOf(minPrice);
  if (maxPrice !== undefined) criteria.maxPriceCents = centsOf(maxPrice);
  return criteria;
}
