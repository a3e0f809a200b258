import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import {
  cardAnswer,
  listingAnswer,
  listingDecimalAnswer,
  listingParams,
  listingsAnswer,
  listingsQuery,
  relatedAnswer,
  relatedQuery,
} from '../listing-contract.ts';
import { without } from '../listing-criteria.ts';
import { cardToWire, listingToDecimalWire, listingToWire, relatedToWire } from '../listing-wire.ts';
import { managedListAnswer, managedListingAnswer } from '../managed-contract.ts';
import { managedCardToWire, managedToWire } from '../managed-wire.ts';
import { findFeatured } from './find-featured.ts';
import { findListings } from './find-listings.ts';
import { managedListing, newestManaged } from './find-managed.ts';
import { findOwnOrManaged, findPublicListing, findRelated } from './find-public-listing.ts';
import { findFacets } from './listing-facets.ts';
import { listingsAnswerOf } from './listings-answer.ts';
import { criteriaOfQuery, pageOfQuery } from './query-criteria.ts';
import type { VehicleCatalogue } from './vehicle-catalogue.ts';

type Needs = { db: Queryable; reads: Queryable; clock: Clock; catalogue: VehicleCatalogue };

/** How many cars an administrator gets who asks for the list without saying which part of it. */
const NEWEST = 100;

/** The public calls about cars. The fixed words (featured, listings) are routes of their own and win over `:id`. */
export function listingEndpoints({ db, reads, clock, catalogue }: Needs): Endpoint[] {
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
        answer: managedListAnswer,
        handle: async ({ request }) =>
          request.url.includes('?') ? null : (await newestManaged(db, NEWEST)).map(managedCardToWire),
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
        answer: managedListingAnswer,
        handle: async ({ params }) => managedToWire(await managedListing(db, params.id)),
      },
      forInsiders: async ({ params, caller }) => {
        const listing = await findOwnOrManaged(db, params.id, caller);
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
        const listing = await findOwnOrManaged(db, params.id, caller);
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
