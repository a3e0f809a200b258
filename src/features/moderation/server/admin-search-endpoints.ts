import { paginationOf } from '#features/listings/server/api.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { managedListAnswer, managedPageAnswer, managedQuery } from '../model/admin-listing-contract.ts';
import { managedCardToWire } from '../model/admin-listing-mapper.ts';
import type { ManagedSearch } from './admin-search.ts';

/** The back office's list of cars: in every state, for sale and for rent. */
export function managedSearchEndpoints(search: ManagedSearch): Endpoint[] {
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
          query.page === undefined ? (await search.page(query)).cards.map(managedCardToWire) : null,
      },
      handle: async ({ query }) => {
        const { understood, ...found } = await search.page(query);
        return {
          listings: found.cards.map(managedCardToWire),
          pagination: paginationOf(found, query.page ?? 1, query.limit),
          ...(understood && { understood }),
        };
      },
    }),
  ];
}
