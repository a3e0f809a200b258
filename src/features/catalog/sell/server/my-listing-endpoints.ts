import { listingCalls, sellCalls } from '#features/catalog/catalog-calls.ts';
import { listingContract } from '#features/catalog/listings/model/listing-contract.ts';
import { MAX_PHOTOS } from '#features/catalog/listings/model/listing-form.ts';
import { AppError } from '#lib/app-error.ts';
import { originOf, userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { sellContract } from '../model/sell-contract.ts';
import { draftOf, dropDraft, saveMyDraft } from './drafts.ts';
import {
  createListing,
  deleteMyListing,
  editListing,
  MY_PAGE_SIZE,
  myListing,
  myListings,
  recordView,
  type SellDeps,
  toChangedResponse,
  toDraftResponse,
  toEditableResponse,
  toMyListingsResponse,
  transitionMyListing,
} from './my-listings.ts';

const DAY_S = 86_400;
const HOUR_S = 3_600;

export function myListingEndpoints(tools: SellDeps): Endpoint[] {
  const own = { access: 'user' } as const;
  return [
    endpoint(sellCalls.create, sellContract.create, {
      ...own,
      summary: 'Submit a listing for review',
      idempotent: true,
      limit: { uses: 100, inSeconds: DAY_S },
      upload: {
        files: { images: { most: MAX_PHOTOS, messageKey: 'sell.photos.most' }, certificationReport: { most: 1 } },
      },
      handle: async ({ body, files, caller, request, t }) => {
        const { id: userId } = userOf(caller);
        const { user_id, ...listing } = body;
        if (user_id !== undefined && user_id !== String(userId))
          throw new AppError('forbidden', 'user_id of another user');
        const images = files.filter(({ field }) => field === 'images');
        const report = files.find(({ field }) => field === 'certificationReport');
        const id = await createListing(tools, userId, listing, { images, report }, originOf(request));
        return {
          flag: '1' as const,
          message: t('sell.done'),
          listing_id: id,
          id,
          _id: String(id),
          listing_status: 'requested',
        };
      },
    }),
    endpoint(sellCalls.myListings, sellContract.myListings, {
      ...own,
      summary: 'The listings of the user',
      handle: async ({ query, caller }) => {
        const { listings, total } = await myListings(tools, userOf(caller).id, query.page);
        return toMyListingsResponse(listings, query.page, total, MY_PAGE_SIZE);
      },
    }),
    endpoint(sellCalls.myListing, sellContract.myListing, {
      ...own,
      summary: 'One of the user’s listings with all values',
      handle: async ({ params, caller }) => {
        const { listing, placeholders } = await myListing(tools, userOf(caller).id, params.id);
        return toEditableResponse(listing, placeholders);
      },
    }),
    endpoint(sellCalls.edit, sellContract.edit, {
      ...own,
      summary: 'Edit one of the user’s listings',
      handle: async ({ params, body, caller, request, t }) =>
        toChangedResponse(await editListing(tools, userOf(caller).id, params.id, body, originOf(request)), t),
    }),
    endpoint(sellCalls.move, sellContract.move, {
      ...own,
      summary: 'Pause, resume or mark as sold one of the user’s listings',
      handle: async ({ params, body, caller, request, t }) =>
        toChangedResponse(await transitionMyListing(tools, userOf(caller).id, params.id, body, originOf(request)), t),
    }),
    endpoint(sellCalls.remove, sellContract.remove, {
      ...own,
      summary: 'Delete one of the user’s listings',
      handle: async ({ params, caller, request, t }) => {
        await deleteMyListing(tools, userOf(caller).id, params.id, originOf(request));
        return { flag: '1' as const, message: t('sell.deleted') };
      },
    }),
    endpoint(listingCalls.countView, listingContract.countView, {
      summary: 'Count a view of a car',
      access: 'anyone',
      limit: { uses: 600, inSeconds: HOUR_S },
      handle: async ({ params }) => {
        await recordView(tools.pool, params.id);
        return { flag: '1' as const };
      },
    }),
  ];
}

export function draftEndpoints(tools: SellDeps): Endpoint[] {
  const own = { access: 'user' } as const;
  return [
    endpoint(sellCalls.draft, sellContract.draft, {
      ...own,
      summary: 'The draft of the user, if there is one',
      handle: async ({ caller }) => {
        const { draft, placeholders } = await draftOf(tools, userOf(caller).id);
        return toDraftResponse(draft, placeholders);
      },
    }),
    endpoint(sellCalls.saveDraft, sellContract.saveDraft, {
      ...own,
      summary: 'Replace the draft',
      handle: async ({ body, caller }) => ({
        flag: '1' as const,
        updatedAt: (await saveMyDraft(tools.pool, userOf(caller).id, body)).toISOString(),
      }),
    }),
    endpoint(sellCalls.dropDraft, sellContract.dropDraft, {
      ...own,
      summary: 'Delete the draft',
      handle: async ({ caller }) => {
        await dropDraft(tools.pool, userOf(caller).id);
        return { flag: '1' as const };
      },
    }),
  ];
}
