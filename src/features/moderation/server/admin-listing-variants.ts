import type { AdminListings } from '#features/listings/server/api.ts';
import { adminCardsResponse, adminListingContract } from '../model/admin-listing-contract.ts';
import { toAdminCardResponse, toAdminListingResponse } from '../model/admin-listing-mapper.ts';
import { adminListing, newestAdminListings } from './find-admin-listings.ts';

/** Number of cars in the list when the request has no query. */
const NEWEST = 100;

/** Variants of the public listing endpoints for administrators. */
export const adminListings: AdminListings = {
  list: {
    response: adminCardsResponse,
    newest: async (db) => (await newestAdminListings(db, NEWEST)).map(toAdminCardResponse),
  },
  one: {
    response: adminListingContract.one.responses[200],
    find: async (db, id) => toAdminListingResponse(await adminListing(db, id)),
  },
};
