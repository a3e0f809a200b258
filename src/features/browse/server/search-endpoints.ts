import { findFacets, type Inventory, listingsJson } from '#features/inventory/server/api.ts';
import { listingCalls } from '#features/listings/model/listing-calls.ts';
import { listingContract } from '#features/listings/model/listing-contract.ts';
import { criteriaOfQuery, isRanked, pageOfQuery } from '#features/listings/server/api.ts';
import type { VehicleCatalogue } from '#features/vehicles/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { firstMatching, QueryReader, searchCriteria, unranked } from './search-listings.ts';
import { TextWords } from './text-words.ts';

type Needs = { inventory: Inventory; clock: Clock; catalogue: VehicleCatalogue };

export function searchEndpoints({ inventory, clock, catalogue }: Needs): Endpoint[] {
  const reader = new QueryReader(catalogue, new TextWords((words) => inventory.wordsInTexts(words)));
  return [
    endpoint(listingCalls.search, listingContract.search, {
      summary: 'Active cars by make, model, year or any words, within the same filters as the list',
      tag: 'Cars',
      access: 'anyone',
      cache: 'while-stock-unchanged',
      readCost: 2,
      handle: async ({ query }) => {
        const thisYear = clock.now().getUTCFullYear();
        const { readings, vehicles } = await reader.read(query.q, thisYear + 1);
        const filters = criteriaOfQuery(query, vehicles);
        const page = pageOfQuery(query);
        const { resolved, found } = await firstMatching(readings, (reading) => {
          const ranked = searchCriteria(filters, reading, vehicles);
          return inventory.find(isRanked(query) ? ranked : unranked(ranked), page);
        });
        const facets = await findFacets(inventory, {
          query,
          criteriaOf: (others) =>
            unranked(searchCriteria(criteriaOfQuery(others, vehicles), resolved, vehicles))[0] ?? null,
          vehicles,
          thisYear,
        });
        return listingsJson(found, page, {
          ...facets,
          ...(resolved.understood && { understood: resolved.understood }),
          ...(resolved.dropped.length > 0 && { dropped: resolved.dropped }),
        });
      },
    }),
  ];
}
