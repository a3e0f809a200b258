import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdminListings } from '#features/catalog/inventory/server/listing-endpoints.ts';
import { displayStatus, LISTING_STATUSES } from '#features/catalog/listings/model/listing.ts';
import { MAX_PAGE_SIZE } from '#features/catalog/listings/model/listing-contract.ts';
import { paginationOf } from '#features/catalog/listings/server/find-listings.ts';
import { type SellDeps, toChangedResponse } from '#features/catalog/sell/server/my-listings.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint, methodAndPath } from '#lib/server/http/endpoint.ts';
import { adminListingCalls, moderationCalls } from '../../office-calls.ts';
import {
  type AdminOutcomeResponse,
  addedFiles,
  adminCardsResponse,
  adminListingContract,
  moderationContract,
} from '../model/admin-listing-contract.ts';
import {
  type AdminOutcome,
  addListing,
  changeListing,
  decideListing,
  removeListing,
  undoRemoval,
} from './change-admin-listing.ts';
import { type AdminSearch, adminListing, adminListingPage } from './find-admin-listings.ts';
import { nextReview, toAdminCardResponse, toAdminListingResponse } from './moderate.ts';

function toOutcomeResponse({ messageKey, status, version }: AdminOutcome, t: Translator): AdminOutcomeResponse {
  return { flag: '1', message: t(messageKey), version, listing_status: displayStatus(status) };
}

/** Endpoints for administrators to change any listing and to review new ones. */
export function adminListingEndpoints(tools: SellDeps, clock: Clock): Endpoint[] {
  const office = { access: 'admin' } as const;
  return [
    endpoint(adminListingCalls.add, adminListingContract.add, {
      summary: 'Add a listing for a user',
      access: 'admin',
      permission: 'cars:write',
      idempotent: true,
      upload: { files: addedFiles },
      handle: async ({ body, files, caller, request, t }) => {
        const images = files.filter(({ field }) => field === 'images');
        const report = files.find(({ field }) => field === 'certificationReport');
        const sentAlong = { images, report };
        const { id, status } = await addListing(tools, adminOf(caller).id, body.values, sentAlong, originOf(request));
        return {
          flag: '1' as const,
          message: t('manage.added'),
          listing_id: id,
          id,
          _id: String(id),
          listing_status: displayStatus(status),
        };
      },
    }),
    endpoint(adminListingCalls.change, adminListingContract.change, {
      ...office,
      permission: 'cars:write',
      summary: 'Change a listing',
      handle: async ({ params, body, caller, request, t }) =>
        toOutcomeResponse(await changeListing(tools, adminOf(caller).id, params.id, body, originOf(request)), t),
    }),
    endpoint(adminListingCalls.remove, adminListingContract.remove, {
      ...office,
      permission: 'cars:write',
      summary: 'Delete a listing; it can be restored',
      handle: async ({ params, caller, request, t }) =>
        toOutcomeResponse(await removeListing(tools, adminOf(caller).id, params.id, originOf(request)), t),
    }),
    endpoint(adminListingCalls.restore, adminListingContract.restore, {
      ...office,
      permission: 'cars:write',
      summary: 'Restore a deleted listing',
      handle: async ({ params, body, caller, request, t }) =>
        toOutcomeResponse(await undoRemoval(tools, adminOf(caller).id, params.id, body.version, originOf(request)), t),
    }),
    endpoint(moderationCalls.next, moderationContract.next, {
      summary: 'The next listing to review, with the facts for the decision',
      access: 'admin',
      permission: 'cars:read',
      handle: async ({ query, t }) => nextReview(tools.pool, clock, query, t),
    }),
    endpoint(moderationCalls.decide, moderationContract.decide, {
      ...office,
      permission: 'cars:write',
      summary: 'Approve, return or reject a listing',
      handle: async ({ params, body, caller, request, t }) =>
        toChangedResponse(await decideListing(tools, adminOf(caller).id, params.id, body, originOf(request)), t),
    }),
  ];
}

export function adminSearchEndpoints(search: AdminSearch): Endpoint[] {
  return [
    endpoint(adminListingCalls.list, adminListingContract.list, {
      summary: 'Cars in any status, filtered and sorted; paged if a page is given',
      access: 'admin',
      permission: 'cars:read',
      adminVariant: {
        response: adminCardsResponse,
        handle: async ({ query, request, reply }) => {
          if (query.page !== undefined) return null;
          const { cards, total } = await search.page(query);
          announceRest(request, reply, { sent: cards.length, total });
          return cards.map(toAdminCardResponse);
        },
      },
      handle: async ({ query }) => {
        const { understood, ...found } = await search.page(query);
        return {
          listings: found.cards.map(toAdminCardResponse),
          pagination: paginationOf(found, query.page ?? 1, query.limit),
          ...(understood && { understood }),
        };
      },
    }),
  ];
}

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

const { path: LIST } = methodAndPath(adminListingCalls.list);

/**
 * Says in headers how many cars a list without paging would have, and where it continues (RFC 8288). `sent` must be a
 * multiple of the page size unless it is everything.
 */
function announceRest(
  request: FastifyRequest,
  reply: FastifyReply,
  { sent, total }: { sent: number; total: number },
): void {
  reply.header('x-total-count', total);
  if (sent >= total) return;
  const [prefix = '/api'] = /^(\/api)+/.exec(request.url) ?? [];
  const query = new URLSearchParams(request.url.split('?')[1]);
  query.set('page', String(sent / MAX_PAGE_SIZE + 1));
  query.set('limit', String(MAX_PAGE_SIZE));
  reply.header('link', `<${prefix}${LIST}?${query}>; rel="next"`);
}
