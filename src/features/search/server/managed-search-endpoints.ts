import { managedListAnswer, managedPageAnswer, managedQuery } from '#features/listings/managed-contract.ts';
import { managedCardToWire } from '#features/listings/managed-wire.ts';
import { paginationOf } from '#features/listings/server/listings-answer.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import type { ManagedSearch } from './managed-search.ts';

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
