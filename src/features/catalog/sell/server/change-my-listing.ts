import type { z } from 'zod';
import { factConflicts } from '#features/catalog/listings/model/facts/fact-conflicts.ts';
import type { ListingStatus } from '#features/catalog/listings/model/listing.ts';
import { type Move, type OwnerTransition, transition } from '#features/catalog/listings/model/listing.ts';
import { factsOf, valuesOf, type WholeListing } from '#features/catalog/listings/model/listing-facts.ts';
import type { SellValues } from '#features/catalog/listings/model/listing-form.ts';
import {
  deleteListing,
  findWholeListing,
  hasVinDuplicate,
  setStatus,
  updateListing,
} from '#features/catalog/listings/server/my-listing-store.ts';
import { actingUser, audit } from '#features/people/server/api.ts';
import { rejectForeignUploads } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { changedFields, changedIdentity, changedPhotos } from '../model/sell-changes.ts';
import type { editedListingBody } from '../model/sell-contract.ts';
import type { SellDeps } from './create-listing.ts';
import { subjectListing, toListingInput, vinDuplicate } from './create-listing.ts';

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
