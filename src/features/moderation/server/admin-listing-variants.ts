import type { AdminListings } from '#features/listings/server/api.ts';
import { managedListAnswer, managedListingAnswer } from '../model/admin-listing-contract.ts';
import { adminCardToWire, adminListingToWire } from '../model/admin-listing-mapper.ts';
import { adminListing, newestAdminListings } from './find-admin-listings.ts';

/** Number of cars in the list when the request has no query. */
const NEWEST = 100;

/** What administrators get from the public listing paths. */
export const adminListings: AdminListings = {
  list: {
    answer: managedListAnswer,
    newest: async (db) => (await newestAdminListings(db, NEWEST)).map(adminCardToWire),
  },
  one: {
    answer: managedListingAnswer,
    find: async (db, id) => adminListingToWire(await adminListing(db, id)),
  },
};
