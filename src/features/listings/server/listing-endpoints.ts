import { z } from 'zod';
import type { VehicleCatalogue } from '#features/vehicles/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import {
  cardAnswer,
  listingAnswer,
  listingDecimalAnswer,
  listingParams,
  listingsAnswer,
  listingsQuery,
  relatedAnswer,
  relatedQuery,
} from '../model/listing-contract.ts';
import { without } from '../model/listing-criteria.ts';
import { cardToWire, listingToDecimalWire, listingToWire, relatedToWire } from '../model/listing-mapper.ts';
import { findFeatured } from './find-featured.ts';
import { findListings } from './find-listings.ts';
import { findOwnOrAdmin, findPublicListing, findRelated } from './find-public-listing.ts';
import { findFacets } from './listing-facets.ts';
import { listingsAnswerOf } from './listings-response.ts';
import { criteriaOfQuery, pageOfQuery } from './query-criteria.ts';

type Needs = { db: Queryable; reads: Queryable; clock: Clock; catalogue: VehicleCatalogue; admin: AdminListings };

/** What administrators get from the public paths; the moderation feature provides it. */
export type AdminListings = {
  list: { answer: z.ZodType; newest(db: Queryable): Promise<unknown> };
  one: { answer: z.ZodType; find(db: Queryable, id: number): Promise<unknown> };
};

/** The public calls about cars. The fixed words (featured, listings) are routes of their own and win over `:id`. */
export function listingEndpoints({ db, reads, clock, catalogue, admin }: Needs): Endpoint[] {
  const open = { method: 'GET', tag: 'Cars', access: 'anyone', cache: 'while-stock-unchanged' } as const;
  return [
    endpoint({
      ...open,
      path: '/listings/featured',
      summary: 'Cars for the front page',
      answer: z.array(cardAnswer),
      handle: async () => (await findFeatured(reads)).map(cardToWire),
    }),
    endpoint({
      ...open,
      path: '/listings/listings',
      summary: 'Active cars, filtered, sorted and paged',
      query: listingsQuery,
      answer: listingsAnswer,
      forAdmin: {
        answer: admin.list.answer,
        handle: async ({ request }) => (request.url.includes('?') ? null : admin.list.newest(db)),
      },
      handle: async ({ query }) => {
        const vehicles = await catalogue.vehicles();
        const criteria = criteriaOfQuery(query, vehicles);
        const page = pageOfQuery(query);
        const [found, facets] = await Promise.all([
          findListings(reads, [criteria], page),
          query.include &&
            findFacets(reads, (dimension) => without(criteria, dimension), vehicles, clock.now().getUTCFullYear()),
        ]);
        return listingsAnswerOf(found, page, facets);
      },
    }),
    endpoint({
      ...open,
      path: '/listings/:id',
      summary: 'One car',
      params: listingParams,
      answer: listingAnswer,
      forAdmin: {
        answer: admin.one.answer,
        handle: ({ params }) => admin.one.find(db, params.id),
      },
      forInsiders: async ({ params, caller }) => {
        const listing = await findOwnOrAdmin(db, params.id, caller);
        return listing && listingToWire(listing);
      },
      handle: async ({ params }) => listingToWire(await findPublicListing(reads, params.id)),
    }),
    endpoint({
      ...open,
      path: '/listings/listings/:id',
      summary: 'One car, its price as an exact decimal',
      params: listingParams,
      answer: listingDecimalAnswer,
      forInsiders: async ({ params, caller }) => {
        const listing = await findOwnOrAdmin(db, params.id, caller);
        return listing && listingToDecimalWire(listing);
      },
      handle: async ({ params }) => listingToDecimalWire(await findPublicListing(reads, params.id)),
    }),
    endpoint({
      ...open,
      path: '/listings/:id/related',
      summary: 'Cars that have something in common with one',
      params: listingParams,
      query: relatedQuery,
      answer: relatedAnswer,
      handle: async ({ params, query }) => relatedToWire(await findRelated(reads, params.id, query.limit)),
    }),
  ];
}
