import { ownerTransitions } from '#features/catalog/listings/model/listing.ts';
import { valuesOf, type WholeListing } from '#features/catalog/listings/model/listing-facts.ts';
import { toCardResponse } from '#features/catalog/listings/server/listing-mapper.ts';
import { listingsOfSeller, withdrawListings } from '#features/catalog/listings/server/listing-store.ts';
import { addView, listingsOfUser, type MyListing } from '#features/catalog/listings/server/my-listing-store.ts';
import { photoPlaceholders } from '#features/site/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { ChangedResponse, DraftResponse, EditableResponse, MyListingsResponse } from '../model/sell-contract.ts';
import { type Changed, myListingForUpdate } from './change-my-listing.ts';
import type { SellDeps } from './create-listing.ts';
import type { Draft } from './drafts.ts';

export const MY_PAGE_SIZE = 20;

/** Returns a page of a user's listings, newest first, with views and favorites. */
export function myListings({ pool }: SellDeps, userId: number, page: number) {
  return listingsOfUser(pool, userId, { limit: MY_PAGE_SIZE, offset: (page - 1) * MY_PAGE_SIZE });
}

export async function myListing({ pool }: SellDeps, userId: number, id: number) {
  const listing = await myListingForUpdate(pool, userId, id);
  return { listing, placeholders: await photoPlaceholders(pool, listing.imageKeys) };
}

/** Counts a view. Ignores listings that are not public. */
export function recordView(db: Queryable, id: number): Promise<void> {
  return addView(db, id);
}

export function listingsForExport(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  return listingsOfSeller(db, userId);
}

/** Takes the cars of a closed account off the market. */
export function withdrawListingsOf(db: Queryable, userId: number): Promise<void> {
  return withdrawListings(db, userId);
}

type Placeholders = Map<string, string>;

const toPhotoResponse = (placeholders: Placeholders) => (key: string) => ({
  key,
  url: `/media/${key}`,
  placeholder: placeholders.get(key) ?? null,
});

export function toChangedResponse({ messageKey, state, version }: Changed, t: Translator): ChangedResponse {
  return { flag: '1', message: t(messageKey), state, version };
}

export function toMyListingsResponse(
  listings: MyListing[],
  page: number,
  totalItems: number,
  limit: number,
): MyListingsResponse {
  return {
    flag: '1',
    listings: listings.map((listing) => ({
      ...toCardResponse(listing),
      state: listing.status,
      reasons: listing.reasons,
      views: listing.views,
      favourites: listing.favourites,
      version: listing.version,
      moves: ownerTransitions(listing.status),
    })),
    pagination: { page, totalPages: Math.ceil(totalItems / limit), totalItems },
  };
}

export function toEditableResponse(listing: WholeListing, placeholders: Placeholders): EditableResponse {
  const { id, status, reasons, version, certificationReport } = listing;
  return {
    flag: '1',
    listing: {
      id,
      values: valuesOf(listing),
      photos: listing.imageKeys.map(toPhotoResponse(placeholders)),
      report: certificationReport === null ? null : { key: certificationReport, name: '' },
      state: status,
      reasons,
      version,
      moves: ownerTransitions(status),
    },
  };
}

export function toDraftResponse(
  draft: (Draft & { updatedAt: Date }) | null,
  placeholders: Placeholders,
): DraftResponse {
  if (!draft) return { flag: '1', draft: null };
  const { id, values, photos, report, step, updatedAt } = draft;
  return {
    flag: '1',
    draft: {
      id,
      values,
      photos: photos.map(toPhotoResponse(placeholders)),
      report,
      step,
      updatedAt: updatedAt.toISOString(),
    },
  };
}
