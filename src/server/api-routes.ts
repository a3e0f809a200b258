import type pg from 'pg';
import { newsletterEndpoints } from '#features/content/server/newsletter-endpoints.ts';
import { listingEndpoints } from '#features/listings/server/listing-endpoints.ts';
import { VehicleCatalogue } from '#features/listings/server/vehicle-catalogue.ts';
import { searchEndpoints } from '#features/search/server/search-endpoints.ts';
import type { Clock } from '#platform/clock.ts';
import type { Queryable } from '#platform/database/statement.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';

/** Every call of the API: the tables of all features. */
export function gatherEndpoints({ pool, reads, clock }: { pool: pg.Pool; reads: Queryable; clock: Clock }): Endpoint[] {
  const catalogue = new VehicleCatalogue(reads);
  return [
    ...newsletterEndpoints({ pool }),
    ...listingEndpoints({ reads, clock, catalogue }),
    ...searchEndpoints({ reads, clock, catalogue }),
  ];
}
