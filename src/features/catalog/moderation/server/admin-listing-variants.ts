import type { AdminListings } from '#features/catalog/inventory/server/listing-endpoints.ts';
import { LISTING_STATUSES } from '#features/catalog/listings/model/listing.ts';
import { adminCardsResponse, adminListingContract } from '../model/admin-listing-contract.ts';
import { toAdminCardResponse, toAdminListingResponse } from './admin-listing-mapper.ts';
import { announceRest } from './announce-rest.ts';
import { adminListing, adminListingPage } from './find-admin-listings.ts';

/** The list when the request has no query. */
const FIRST = { page: 1, limit: 100, order: 'newest' } as const;

/** Variants of the public listing endpoints for administrators. */
export const adminListings: AdminListings = {
  list: {
    response: adminCardsResponse,
    newest: async (db, request, reply) => {
      const { cards, total } = await adminListingPage(db, { statuses: [...LISTING_STATUSES] }, FIRST);
      announceRest(request, reply, { sent: cards.length, total });
      return cards.map(toAdminCardResponse);
    },
  },
  one: {
    response: adminListingContract.one.responses[200],
    find: async (db, id) => toAdminListingResponse(await adminListing(db, id)),
  },
};
