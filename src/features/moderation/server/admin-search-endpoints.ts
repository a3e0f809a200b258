import { paginationOf } from '#features/listings/server/api.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { adminListingCalls } from '../model/admin-listing-calls.ts';
import { adminCardsResponse, adminListingContract } from '../model/admin-listing-contract.ts';
import { toAdminCardResponse } from '../model/admin-listing-mapper.ts';
import type { AdminSearch } from './admin-search.ts';

export function adminSearchEndpoints(search: AdminSearch): Endpoint[] {
  return [
    endpoint(adminListingCalls.list, adminListingContract.list, {
      summary: 'Cars in any status, filtered and sorted; paged if a page is given',
      tag: 'Back office',
      access: 'admin',
      adminVariant: {
        response: adminCardsResponse,
        handle: async ({ query }) =>
          query.page === undefined ? (await search.page(query)).cards.map(toAdminCardResponse) : null,
      },
      handle: async ({ query }) => {
        const { understood, ...found } = await search.page(query);
        return {
          listings: found.cards.map(toAdminCardResponse),
          pagination: paginationOf(found, query.page ?? 1, query.limit),
          ...(understood && { understood }),
        };
      },
    }),
  ];
}
