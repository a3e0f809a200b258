import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { PHOTO_KEY, REPORT_KEY } from '../model/picture-variant.ts';
import { deleteUploadsOf, keysOfSameFiles, ownedKeys, placeholdersOf, uploadsOfUser } from './upload-store.ts';

type Shown = { photos: string[]; reports: string[] };

/** Refuses keys that stand for no upload of this user, and a report in the place of a photo or the other way round. */
export async function rejectForeignUploads(db: Queryable, userId: number, { photos, reports }: Shown): Promise<void> {
  const keys = [...photos, ...reports];
  if (keys.length === 0) return;
  const owned = await ownedKeys(db, userId, keys);
  const inPlace = photos.every((key) => PHOTO_KEY.test(key)) && reports.every((key) => REPORT_KEY.test(key));
  if (inPlace && keys.every((key) => owned.has(key))) return;
  throw new AppError('malformed', 'keys of no upload of the user, or of another kind', { messageKey: 'media.unknown' });
}

/** Blur-up placeholders of photos, by key. */
export function photoPlaceholders(db: Queryable, keys: string[]): Promise<Map<string, string>> {
  return keys.length === 0 ? Promise.resolve(new Map()) : placeholdersOf(db, keys);
}

/** Every key of the files that a user's photos were made from, whoever sent them: what shows the same is found by these. */
export async function keysOfSamePhotos(db: Queryable, userId: number, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  return [...new Set([...keys, ...(await keysOfSameFiles(db, userId, keys))])];
}

export function uploadsForExport(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  return uploadsOfUser(db, userId);
}

/** The sweep clears the files away. */
export function deleteUploadsOfUser(db: Queryable, userId: number): Promise<void> {
  return deleteUploadsOf(db, userId);
}
