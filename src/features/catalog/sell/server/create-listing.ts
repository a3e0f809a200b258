import type pg from 'pg';
import { factsOf, type SellerFacts } from '#features/catalog/listings/model/listing-facts.ts';
import { MAX_PHOTOS, type SellValues } from '#features/catalog/listings/model/listing-form.ts';
import { insertListing, type ListingInput } from '#features/catalog/listings/server/my-listing-store.ts';
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
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import { deleteDraft } from './drafts.ts';

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
