import { listingsAnswer, searchQuery } from '#features/listings/listing-contract.ts';
import { findListings } from '#features/listings/server/find-listings.ts';
import { findFacets } from '#features/listings/server/listing-facets.ts';
import { listingsAnswerOf } from '#features/listings/server/listings-answer.ts';
import { criteriaOfQuery, pageOfQuery } from '#features/listings/server/query-criteria.ts';
import { TextWords } from '#features/listings/server/text-words.ts';
import type { VehicleCatalogue } from '#features/listings/server/vehicle-catalogue.ts';
import type { Clock } from '#platform/clock.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { QueryReader, searchCriteria } from './search-listings.ts';

type Needs = { reads: Queryable; clock: Clock; catalogue: VehicleCatalogue };

export function searchEndpoints({ reads, clock, catalogue }: Needs): Endpoint[] {
  const reader = new QueryReader(catalogue, new TextWords(reads));
  return [
    endpoint({
      method: 'GET',
      path: '/listings/search',
      summary: 'Active cars by make, model, year or any words, within the same filters as the list',
      tag: 'Cars',
      access: 'anyone',
      cache: 'while-stock-unchanged',
      query: searchQuery,
      answer: listingsAnswer,
      handle: async ({ query }) => {
        const thisYear = clock.now().getUTCFullYear();
        const { resolved, vehicles } = await reader.read(query.q, thisYear + 1);
        const ranked = searchCriteria(criteriaOfQuery(query, vehicles), resolved, vehicles);
        const page = pageOfQuery(query);
        const widest = {
          ...ranked[0],
          offer: query.rentSell,
          ...(ranked.length > 1 && { vehicles: ranked.flatMap((rank) => rank.vehicles ?? []) }),
        };
        const [found, facets] = await Promise.all([
          findListings(reads, ranked, page),
          query.include && findFacets(reads, widest, vehicles, thisYear, resolved.vehicleRanks?.flat()),
        ]);
        return {
          ...listingsAnswerOf(found, page, facets),
          ...(resolved.understood && { understood: resolved.understood }),
        };
      },
    }),
  ];
}
