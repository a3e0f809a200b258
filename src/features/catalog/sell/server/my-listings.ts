import type pg from 'pg';
import type { z } from 'zod';
import { factConflicts } from '#features/catalog/listings/model/facts/fact-conflicts.ts';
import {
  type ListingStatus,
  type Move,
  type OwnerTransition,
  ownerTransitions,
  transition,
} from '#features/catalog/listings/model/listing.ts';
import {
  factsOf,
  type SellerFacts,
  valuesOf,
  type WholeListing,
} from '#features/catalog/listings/model/listing-facts.ts';
import { MAX_PHOTOS, type SellValues } from '#features/catalog/listings/model/listing-form.ts';
import { toCardResponse } from '#features/catalog/listings/server/listing-mapper.ts';
import {
  addView,
  deleteListing,
  findWholeListing,
  hasVinDuplicate,
  insertListing,
  type ListingInput,
  listingsOfSeller,
  listingsOfUser,
  type MyListing,
  setStatus,
  updateListing,
  withdrawListings,
} from '#features/catalog/listings/server/listing-store.ts';
import { changedFields, changedIdentity, changedPhotos } from '#features/catalog/sell/model/sell-changes.ts';
import type {
  ChangedResponse,
  DraftResponse,
  EditableResponse,
  editedListingBody,
  MyListingsResponse,
} from '#features/catalog/sell/model/sell-contract.ts';
import { VehicleFinder } from '#features/catalog/vehicles/server/add-vehicles.ts';
import { accountStatusOf, actingUser, audit } from '#features/people/server/api.ts';
import {
  acceptDocument,
  acceptPhoto,
  type MediaDeps,
  photoPlaceholders,
  rejectForeignUploads,
} from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import { type Draft, deleteDraft } from './drafts.ts';

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

export type Changed = { messageKey: MessageKey; state: ListingStatus; version: number };

/** Throws `not_found` for unknown ids and other users' listings alike. */
export async function myListingForUpdate(
  db: Queryable,
  userId: number,
  id: number,
  lock = false,
): Promise<WholeListing> {
  const listing = await findWholeListing(db, id, lock);
  if (listing?.userId !== userId)
    throw new AppError('not_found', `no listing ${id} of user ${userId}`, { messageKey: 'cars.notFound' });
  return listing;
}

/** Returns the target state. Throws if the move is not allowed, or if the listing changed since `version`. */
export function checkedTransition(
  listing: Pick<WholeListing, 'status' | 'version'>,
  move: Move,
  version: number | null,
) {
  const result = transition(listing.status, move);
  if ('refused' in result)
    throw new AppError('conflict', `cannot apply '${move}' to a listing with status ${listing.status}`, {
      messageKey: result.refused,
    });
  if (version !== null && version !== listing.version)
    throw new AppError('conflict', 'stale version', { messageKey: 'sell.stale' });
  return result.to;
}

/**
 * Saves a seller's changes. A changed price or identity and other photos send an active or paused car back to review; a
 * returned car always goes back to review.
 */
export function editListing(
  { pool }: SellDeps,
  userId: number,
  id: number,
  { values, photos, report, version }: z.output<typeof editedListingBody>,
  origin: Origin,
): Promise<Changed> {
  return withTransaction(pool, async (db) => {
    const before = await myListingForUpdate(db, userId, id, true);
    const merged = { ...valuesOf(before), ...values } as SellValues;
    const conflicts = factConflicts(merged, new Date().toISOString().slice(0, 10));
    if (Object.keys(conflicts).length > 0)
      throw new AppError('malformed', 'contradicting facts', { fields: conflicts });
    const car = await toListingInput(db, factsOf(merged), [...new Set(photos)], report);
    const identity = changedIdentity(before, car);
    const hasOtherPhotos = changedPhotos(before.imageKeys, car.imageKeys);
    const isReviewed = before.status === 'returned' || identity.length > 0 || hasOtherPhotos;
    const move = isReviewed ? 'edit of identity' : 'edit';
    const to = checkedTransition(before, move, version) as ListingStatus;
    // Imported and demo pictures are not uploads of the seller but may stay.
    await rejectForeignUploads(db, userId, {
      photos: photos.filter((key) => !before.imageKeys.includes(key)),
      reports: report === null || report === before.certificationReport ? [] : [report],
    });
    if (car.vin !== null && (await hasVinDuplicate(db, userId, car.vin, id))) throw vinDuplicate();
    await updateListing(db, id, car, to);
    const details = {
      identity,
      ...changedValues(valuesOf(before), valuesOf(car)),
      ...(hasOtherPhotos && { photosBefore: before.imageKeys, photosAfter: car.imageKeys }),
      from: before.status,
      to,
    };
    await audit(db, origin, {
      actor: actingUser(userId),
      action: 'listing edited',
      subject: subjectListing(id),
      details,
    });
    return { messageKey: savedWords(before.status, to), state: to, version: version + 1 };
  });
}

/** Returns the changed form values before and after. The description is too long for the audit log. */
function changedValues(before: SellValues, after: SellValues) {
  const changed = changedFields(before, after).filter((field) => field !== 'description');
  const valuesIn = (values: SellValues) => Object.fromEntries(changed.map((field) => [field, values[field]]));
  return { before: valuesIn(before), after: valuesIn(after) };
}

function savedWords(from: ListingStatus, to: ListingStatus): MessageKey {
  if (from === to) return 'sell.saved';
  return from === 'returned' ? 'sell.resubmitted' : 'sell.savedForReview';
}

const MOVE_WORDS: Record<OwnerTransition, MessageKey> = {
  pause: 'sell.paused',
  resume: 'sell.resumed',
  sold: 'sell.sold',
};

export function transitionMyListing(
  { pool }: SellDeps,
  userId: number,
  id: number,
  { move, version }: { move: OwnerTransition; version: number },
  origin: Origin,
): Promise<Changed> {
  return withTransaction(pool, async (db) => {
    const listing = await myListingForUpdate(db, userId, id, true);
    const to = checkedTransition(listing, move, version) as ListingStatus;
    await setStatus(db, id, to, []);
    const details = { from: listing.status, to };
    await audit(db, origin, {
      actor: actingUser(userId),
      action: 'listing moved',
      subject: subjectListing(id),
      details,
    });
    return { messageKey: MOVE_WORDS[move], state: to, version: version + 1 };
  });
}

export function deleteMyListing({ pool }: SellDeps, userId: number, id: number, origin: Origin): Promise<void> {
  return withTransaction(pool, async (db) => {
    const listing = await myListingForUpdate(db, userId, id, true);
    checkedTransition(listing, 'delete', null);
    await deleteListing(db, id);
    await audit(db, origin, { actor: actingUser(userId), action: 'listing deleted', subject: subjectListing(id) });
  });
}

export type SellDeps = {
  pool: pg.Pool;
  media: MediaDeps;
  /** Origin of the links in emails. */
  siteOrigin: string;
  unconfirmedMayTrade: boolean;
};

type NewListing = {
  values: SellValues;
  /** Keys of photos uploaded before, in order; the first is the cover. */
  photos: string[];
  /** Key of a certification report uploaded before. */
  report: string | null;
};
export type AttachedFiles = { images: UploadedFile[]; report: UploadedFile | undefined };

export const subjectListing = (id: number) => ({ kind: 'listing', id });

/** Creates a listing in review. Throws `conflict` if another listing of the user has the VIN. */
export async function createListing(
  tools: SellDeps,
  userId: number,
  { values, photos, report }: NewListing,
  files: AttachedFiles,
  origin: Origin,
): Promise<number> {
  await refuseUnconfirmed(tools, userId);
  if (photos.length + files.images.length > MAX_PHOTOS) {
    throw new AppError('malformed', 'too many photos', { messageKey: 'sell.photos.most' });
  }
  const { media, pool } = tools;
  const taken: string[] = [];
  for (const image of files.images) taken.push((await acceptPhoto(media, userId, image)).key);
  const reportKey = files.report ? (await acceptDocument(media, userId, files.report)).key : report;
  return withTransaction(pool, async (db) => {
    const imageKeys = [...new Set([...photos, ...taken])];
    await rejectForeignUploads(db, userId, { photos: imageKeys, reports: reportKey === null ? [] : [reportKey] });
    const car = await toListingInput(db, factsOf(values), imageKeys, reportKey);
    const id = await insertListing(db, userId, car);
    if (id === null) throw vinDuplicate();
    await deleteDraft(db, userId);
    await audit(db, origin, { actor: actingUser(userId), action: 'listing created', subject: subjectListing(id) });
    return id;
  });
}

/** Resolves make and model to catalog names. Adds unknown ones as typed. */
export async function toListingInput(
  db: Queryable,
  facts: SellerFacts,
  imageKeys: string[],
  report: string | null,
): Promise<ListingInput> {
  const vehicles = await VehicleFinder.open(db, { newMakes: true, dryRun: false });
  const found = await vehicles.find(facts.make, facts.model);
  if ('problem' in found) {
    throw new AppError('malformed', found.problem, { fields: { make: 'sell.required', model: 'sell.required' } });
  }
  const placeholders = await photoPlaceholders(db, imageKeys);
  const imagePlaceholders = imageKeys.map((key) => placeholders.get(key) ?? '');
  return { ...facts, ...found, imageKeys, imagePlaceholders, report };
}

export function vinDuplicate(): AppError {
  return new AppError('conflict', 'another listing of the seller has this VIN', {
    messageKey: 'sell.vin.twin',
    fields: { vin: 'sell.vin.twin' },
  });
}

async function refuseUnconfirmed({ pool, unconfirmedMayTrade }: SellDeps, userId: number): Promise<void> {
  if (unconfirmedMayTrade || (await accountStatusOf(pool, userId)) === 'Active') return;
  throw new AppError('forbidden', 'email address not confirmed', { messageKey: 'sell.unconfirmed' });
}
