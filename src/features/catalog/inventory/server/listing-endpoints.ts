import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { listingCalls } from '#features/catalog/catalog-calls.ts';
import { listingContract } from '#features/catalog/listings/model/listing-contract.ts';
import {
  findOwnOrAdmin,
  findPublicListing,
  notPublic,
  publicCards,
} from '#features/catalog/listings/server/find-public-listing.ts';
import {
  toCardResponse,
  toListingDecimalResponse,
  toListingResponse,
} from '#features/catalog/listings/server/listing-mapper.ts';
import { criteriaOfQuery, pageOfQuery } from '#features/catalog/listings/server/query-criteria.ts';
import {
  landingPagesOf,
  landingPagesOfIds,
  type VehicleCatalog,
} from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { JsonText } from '#lib/server/http/json-text.ts';
import { findFacets } from './find-facets.ts';
import { cardsJson, destinationCost, destinationOf, type Inventory, listingsJson } from './inventory.ts';

type Needs = {
  db: Queryable;
  reads: Queryable;
  /** Answers cars by their ids. */
  cards: Queryable;
  inventory: Inventory;
  clock: Clock;
  catalog: VehicleCatalog;
  admin: AdminListings;
};

/** Variants of the public endpoints for administrators, provided by the moderation feature. */
export type AdminListings = {
  list: { response: z.ZodType; newest(db: Queryable, request: FastifyRequest, reply: FastifyReply): Promise<unknown> };
  one: { response: z.ZodType; find(db: Queryable, id: number): Promise<unknown> };
};

/** Public listing endpoints. Fixed paths (featured, listings) take precedence over `:id`. */
export function listingEndpoints({ db, reads, cards, inventory, clock, catalog, admin }: Needs): Endpoint[] {
  const open = {
    access: 'anyone',
    cache: 'while-stock-unchanged',
    readCost: 1,
    showsInventory: true,
  } as const;
  return [
    endpoint(listingCalls.featured, listingContract.featured, {
      ...open,
      summary: 'Cars for the home page',
      handle: async () => cardsJson(await inventory.featured()),
    }),
    endpoint(listingCalls.find, listingContract.find, {
      ...open,
      permission: 'cars:read',
      readCost: (query) => 1 + destinationCost(query),
      summary: 'Active cars, filtered, sorted and paged',
      adminVariant: {
        response: admin.list.response,
        handle: async ({ request, reply }) =>
          request.url.includes('?') ? null : admin.list.newest(db, request, reply),
      },
      handle: async ({ query }) => {
        const vehicles = await catalog.vehicles();
        const criteria = criteriaOfQuery(query, vehicles);
        const page = pageOfQuery(query);
        const [found, destination, facets] = await Promise.all([
          inventory.find([criteria], page),
          destinationOf(inventory, criteria, { order: page.order, facets: query.facets }),
          findFacets(inventory, {
            query,
            criteriaOf: (filters) => criteriaOfQuery(filters, vehicles),
            vehicles,
            thisYear: clock.now().getUTCFullYear(),
          }),
        ]);
        return listingsJson(found, page, { ...facets, ...destination });
      },
    }),
    endpoint(listingCalls.cards, listingContract.cards, {
      access: 'anyone',
      readCost: 1,
      summary: 'Public cars by their ids',
      handle: async ({ query }) => ({ listings: (await publicCards(cards, query.ids)).map(toCardResponse) }),
    }),
    endpoint(listingCalls.one, listingContract.one, {
      ...open,
      permission: 'cars:read',
      summary: 'One car',
      adminVariant: {
        response: admin.one.response,
        handle: ({ params }) => admin.one.find(db, params.id),
      },
      ownerFallback: async ({ params, caller }) => {
        const listing = await findOwnOrAdmin(db, params.id, caller);
        return (
          listing && { ...toListingResponse(listing), landingPages: landingPagesOf(listing, await catalog.vehicles()) }
        );
      },
      handle: async ({ params }) => {
        const detail = await inventory.detail(params.id);
        if (detail === null) throw notPublic(params.id);
        const vehicles = await catalog.vehicles();
        const ids = inventory.vehicleOf(params.id);
        const landingPages = ids ? landingPagesOfIds(ids, vehicles) : landingPagesOf(JSON.parse(detail), vehicles);
        return new JsonText(detail.slice(0, -1), `,"landingPages":"${landingPages}"}`);
      },
    }),
    endpoint(listingCalls.oneToPay, listingContract.oneToPay, {
      ...open,
      permission: 'cars:read',
      summary: 'One car with its price as an exact decimal',
      ownerFallback: async ({ params, caller }) => {
        const listing = await findOwnOrAdmin(db, params.id, caller);
        return listing && toListingDecimalResponse(listing);
      },
      handle: async ({ params }) => toListingDecimalResponse(await findPublicListing(reads, params.id)),
    }),
    endpoint(listingCalls.related, listingContract.related, {
      ...open,
      summary: 'Related cars',
      handle: async ({ params, query }) => cardsJson(await inventory.related(params.id, query.limit)),
    }),
  ];
}
