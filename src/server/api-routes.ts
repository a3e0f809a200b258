import type pg from 'pg';
import type { AccountCookies } from '#features/accounts/server/account-cookies.ts';
import { accountEndpoints } from '#features/accounts/server/account-endpoints.ts';
import type { AccountTools } from '#features/accounts/server/account-tools.ts';
import type { PersonalData } from '#features/accounts/server/own-data.ts';
import { sessionEndpoints } from '#features/accounts/server/session-endpoints.ts';
import { newsletterEndpoints } from '#features/content/server/newsletter-endpoints.ts';
import { favouriteEndpoints } from '#features/listings/server/favourite-endpoints.ts';
import { favouritesForExport, forgetFavouritesOf } from '#features/listings/server/keep-favourites.ts';
import { listingEndpoints } from '#features/listings/server/listing-endpoints.ts';
import { listingsForExport, withdrawListingsOf } from '#features/listings/server/own-listings.ts';
import { VehicleCatalogue } from '#features/listings/server/vehicle-catalogue.ts';
import { searchEndpoints } from '#features/search/server/search-endpoints.ts';
import type { Clock } from '#platform/clock.ts';
import type { Queryable } from '#platform/database/statement.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';

type Needs = {
  pool: pg.Pool;
  reads: Queryable;
  clock: Clock;
  tools: AccountTools;
  cookies: AccountCookies;
  inBackground(work: () => Promise<void>): void;
};

/** What features above the accounts keep of a person. */
const personalData: PersonalData[] = [
  { name: 'favourites', read: favouritesForExport, forget: forgetFavouritesOf },
  { name: 'listings', read: listingsForExport, forget: withdrawListingsOf },
];

/** Every call of the API: the tables of all features. */
export function gatherEndpoints({ pool, reads, clock, tools, cookies, inBackground }: Needs): Endpoint[] {
  const catalogue = new VehicleCatalogue(reads);
  return [
    ...accountEndpoints({ tools, cookies, inBackground }),
    ...sessionEndpoints({ tools, cookies, personalData }),
    ...newsletterEndpoints({ pool }),
    ...favouriteEndpoints({ pool }),
    ...listingEndpoints({ reads, clock, catalogue }),
    ...searchEndpoints({ reads, clock, catalogue }),
  ];
}
