import { listingParams } from '#features/listings/model/listing-contract.ts';
import { MAX_PHOTOS } from '#features/listings/model/listing-form.ts';
import { AppError } from '#lib/app-error.ts';
import { englishWords } from '#lib/i18n/all-messages.ts';
import { originOf, userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import {
  changedAnswer,
  createdAnswer,
  editableAnswer,
  editedListingBody,
  moveBody,
  myListingsAnswer,
  myListingsQuery,
  newListingBody,
  seenAnswer,
} from '../model/sell-contract.ts';
import { deleteMyListing, editListing, transitionMyListing } from './change-my-listing.ts';
import { createListing } from './create-listing.ts';
import { changedToWire, editableToWire, myListingsToWire } from './my-listing-responses.ts';
import { MY_PAGE_SIZE, myListing, myListings, recordView } from './my-listings.ts';
import type { SellDeps } from './sell-deps.ts';

const DAY_S = 86_400;
const HOUR_S = 3_600;

/** The calls of sellers about their listings. */
export function myListingEndpoints(tools: SellDeps): Endpoint[] {
  const own = { tag: 'Selling', access: 'user' } as const;
  return [
    endpoint({
      ...own,
      method: 'POST',
      path: '/listings/listings',
      summary: 'Ask for a car to be listed',
      once: true,
      limit: { uses: 100, inSeconds: DAY_S },
      upload: { files: { images: { most: MAX_PHOTOS, say: 'sell.photos.most' }, certificationReport: { most: 1 } } },
      body: newListingBody,
      answer: createdAnswer,
      handle: async ({ body, files, caller, request }) => {
        const { id: userId } = userOf(caller);
        const { user_id, ...listing } = body;
        if (user_id !== undefined && user_id !== String(userId)) throw new AppError('forbidden', 'user_id of another');
        const images = files.filter(({ field }) => field === 'images');
        const report = files.find(({ field }) => field === 'certificationReport');
        const id = await createListing(tools, userId, listing, { images, report }, originOf(request));
        return {
          flag: '1' as const,
          message: englishWords('sell.done'),
          listing_id: id,
          id,
          _id: String(id),
          listing_status: 'requested',
        };
      },
    }),
    endpoint({
      ...own,
      method: 'GET',
      path: '/my-listings',
      summary: 'The listings of the user',
      query: myListingsQuery,
      answer: myListingsAnswer,
      handle: async ({ query, caller }) => {
        const { listings, total } = await myListings(tools, userOf(caller).id, query.page);
        return myListingsToWire(listings, query.page, total, MY_PAGE_SIZE);
      },
    }),
    endpoint({
      ...own,
      method: 'GET',
      path: '/my-listings/:id',
      summary: 'One of them, with all that its seller wrote',
      params: listingParams,
      answer: editableAnswer,
      handle: async ({ params, caller }) => {
        const { listing, placeholders } = await myListing(tools, userOf(caller).id, params.id);
        return editableToWire(listing, placeholders);
      },
    }),
    endpoint({
      ...own,
      method: 'PUT',
      path: '/my-listings/:id',
      summary: 'Change what is written of it',
      params: listingParams,
      body: editedListingBody,
      answer: changedAnswer,
      handle: async ({ params, body, caller, request }) =>
        changedToWire(await editListing(tools, userOf(caller).id, params.id, body, originOf(request))),
    }),
    endpoint({
      ...own,
      method: 'POST',
      path: '/my-listings/:id/moves',
      summary: 'Pause it, resume it, or mark it as sold',
      params: listingParams,
      body: moveBody,
      answer: changedAnswer,
      handle: async ({ params, body, caller, request }) =>
        changedToWire(await transitionMyListing(tools, userOf(caller).id, params.id, body, originOf(request))),
    }),
    endpoint({
      ...own,
      method: 'DELETE',
      path: '/my-listings/:id',
      summary: 'Delete it',
      params: listingParams,
      answer: changedAnswer,
      handle: async ({ params, caller, request }) => {
        await deleteMyListing(tools, userOf(caller).id, params.id, originOf(request));
        return { flag: '1' as const, message: englishWords('sell.deleted') };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/listings/:id/views',
      summary: 'Count a look at a car',
      tag: 'Cars',
      access: 'anyone',
      limit: { uses: 600, inSeconds: HOUR_S },
      params: listingParams,
      answer: seenAnswer,
      handle: async ({ params }) => {
        await recordView(tools.pool, params.id);
        return { flag: '1' as const };
      },
    }),
  ];
}
