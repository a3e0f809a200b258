import { z } from 'zod';
import { usersQuery } from '#features/accounts/managed-accounts-contract.ts';
import { CAR_TYPES } from '#features/listings/listing.ts';
import { SETTABLE_STATUSES } from '#features/listings/managed-listing.ts';
import { filterAmount, filterWords, unlessOpen } from '#platform/filter-values.ts';

/** What narrows the list of cars. */
export const listingFilter = z.object({
  category: unlessOpen(z.enum(CAR_TYPES)),
  status: unlessOpen(z.enum(SETTABLE_STATUSES)),
  minPrice: unlessOpen(filterAmount),
  maxPrice: unlessOpen(filterAmount),
  search: unlessOpen(filterWords).describe('The id of a listing, a VIN, or words of make and model'),
});
export type ListingFilter = z.output<typeof listingFilter>;

/** What narrows and orders the list of users. */
export const userFilter = usersQuery.omit({ page: true, limit: true });
