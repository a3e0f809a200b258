import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { PHOTO_KEY, REPORT_KEY } from '../model/picture-variant.ts';
import { copiesOf, ownedKeys, type PhotoCopies, placeholdersOf } from './upload-store.ts';

type UploadKeys = { photos: string[]; reports: string[] };

/** Throws `malformed` unless all keys are stored uploads of this user, of the right kind. */
export async function rejectForeignUploads(
  db: Queryable,
  userId: number,
  { photos, reports }: UploadKeys,
): Promise<void> {
  const keys = [...photos, ...reports];
  if (keys.length === 0) return;
  const owned = await ownedKeys(db, userId, keys);
  const rightKind = photos.every((key) => PHOTO_KEY.test(key)) && reports.every((key) => REPORT_KEY.test(key));
  if (rightKind && keys.every((key) => owned.has(key))) return;
  throw new AppError('malformed', 'keys of no upload of the user, or of another kind', { messageKey: 'media.unknown' });
}

/** Returns the placeholders of photos, by key. */
export function photoPlaceholders(db: Queryable, keys: string[]): Promise<Map<string, string>> {
  return keys.length === 0 ? Promise.resolve(new Map()) : placeholdersOf(db, keys);
}

/** Returns the copies of a user's photos among the uploads of all users. */
export function copiesOfPhotos(db: Queryable, userId: number, keys: string[]): Promise<PhotoCopies> {
  return keys.length === 0 ? Promise.resolve({ same: [], alike: [] }) : copiesOf(db, userId, keys);
}
