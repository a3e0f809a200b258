import type { AdminListings } from '#features/listings/server/api.ts';
import { adminListingContract, managedListAnswer } from '../model/admin-listing-contract.ts';
import { adminCardToWire, adminListingToWire } from '../model/admin-listing-mapper.ts';
import { adminListing, newestAdminListings } from './find-admin-listings.ts';

/** Number of cars in the list when the request has no query. */
const NEWEST = 100;

/** What administrators get from the public listing paths. */
export const adminListings: AdminListings = {
  list: {
    response: managedListAnswer,
    newest: async (db) => (await newestAdminListings(db, NEWEST)).map(adminCardToWire),
  },
  one: {
    response: adminListingContract.one.responses[200],
    find: async (db, id) => adminListingToWire(await adminListing(db, id)),
  },
};
