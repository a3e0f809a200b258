import { AppError } from '#platform/app-error.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { deleteUploadsOf, ownedKeys, placeholdersOf, uploadsOfUser } from './upload-store.server.ts';

/** Refuses keys that stand for no upload of this user. */
export async function refuseForeignUploads(db: Queryable, userId: number, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const owned = await ownedKeys(db, userId, keys);
  if (keys.every((key) => owned.has(key))) return;
  throw new AppError('malformed', 'keys of no upload of the user', { say: 'media.unknown' });
}

/** Blur-up placeholders of photos, by key. */
export function photoPlaceholders(db: Queryable, keys: string[]): Promise<Map<string, string>> {
  return keys.length === 0 ? Promise.resolve(new Map()) : placeholdersOf(db, keys);
}

export function uploadsForExport(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  return uploadsOfUser(db, userId);
}

/** The sweep clears the files away. */
export function forgetUploadsOf(db: Queryable, userId: number): Promise<void> {
  return deleteUploadsOf(db, userId);
}
