import { paginationOf } from '#features/catalog/listings/server/pagination.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { adminListingCalls } from '../../office-calls.ts';
import { adminCardsResponse, adminListingContract } from '../model/admin-listing-contract.ts';
import { toAdminCardResponse } from './admin-listing-mapper.ts';
import type { AdminSearch } from './admin-search.ts';
import { announceRest } from './announce-rest.ts';

export function adminSearchEndpoints(search: AdminSearch): Endpoint[] {
  return [
    endpoint(adminListingCalls.list, adminListingContract.list, {
      summary: 'Cars in any status, filtered and sorted; paged if a page is given',
      access: 'admin',
      permission: 'cars:read',
      adminVariant: {
        response: adminCardsResponse,
        handle: async ({ query, request, reply }) => {
          if (query.page !== undefined) return null;
          const { cards, total } = await search.page(query);
          announceRest(request, reply, { sent: cards.length, total });
          return cards.map(toAdminCardResponse);
        },
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
