import { displayStatus } from '#features/catalog/listings/model/listing-status.ts';
import { toChangedResponse } from '#features/catalog/sell/server/my-listing-responses.ts';
import type { SellDeps } from '#features/catalog/sell/server/sell-deps.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { adminListingCalls, moderationCalls } from '../../office-calls.ts';
import { type AdminOutcomeResponse, addedFiles, adminListingContract } from '../model/admin-listing-contract.ts';
import { moderationContract } from '../model/moderation-contract.ts';
import { type AdminOutcome, addListing, changeListing, removeListing, undoRemoval } from './change-admin-listing.ts';
import { decideListing } from './decide-listing.ts';
import { nextReview } from './moderate.ts';

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
