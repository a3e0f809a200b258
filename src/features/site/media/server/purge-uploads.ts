import type pg from 'pg';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { FileStore } from '#lib/server/files/file-store.ts';
import { removeOldFiles } from '#lib/server/files/local-files.ts';
import { pictureFolder, reportFolder } from './media-files.ts';
import {
  deleteDeadClaims,
  deleteUnused,
  findUnused,
  lockKey,
  type OwnedKey,
  touchUploads,
  unknownKeys,
} from './upload-store.ts';

export type { OwnedKey };

/** Returns the uploads that a listing or a draft still uses. */
type FindUsed = (db: Queryable, uploads: OwnedKey[]) => Promise<OwnedKey[]>;

export type PurgeDeps = {
  pool: pg.Pool;
  store: FileStore;
  /** Folder of incomplete uploads. */
  arriving: string;
  stillUsed: FindUsed;
  /** Seconds after which an upload that nothing uses is deleted. */
  unusedS: number;
};

const HOUR_MS = 60 * 60 * 1_000;
const BATCH = 500;

/** Deletes what crashes left behind, and uploads that no listing or draft has used for `unusedS`. */
export async function purgeUploads({ pool, store, arriving, stillUsed, unusedS }: PurgeDeps, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  await removeOldFiles(arriving, hourAgo);
  await store.tidy(hourAgo);
  await deleteDeadClaims(pool);
  await deleteUnusedUploads(pool, stillUsed, unusedS);
  for (const prefix of [pictureFolder('photo-'), reportFolder('report-')]) await removeOrphans(pool, store, prefix);
}

/** Touches uploads that are still in use, so they are checked again only after the same period. */
async function deleteUnusedUploads(pool: pg.Pool, stillUsed: FindUsed, unusedS: number): Promise<void> {
  for (;;) {
    const unused = await findUnused(pool, BATCH, unusedS);
    if (unused.length === 0) return;
    await touchUploads(pool, await stillUsed(pool, unused));
    await deleteUnused(pool, unused, unusedS);
  }
}

/** Rows are created before their files and deleted before them, so files without a row are orphans. */
async function removeOrphans(pool: pg.Pool, store: FileStore, prefix: string): Promise<void> {
  let batch: string[] = [];
  const flush = async () => {
    const keys = new Map(batch.map((folder) => [folder.slice(folder.lastIndexOf('/') + 1), folder]));
    for (const key of await unknownKeys(pool, [...keys.keys()])) await removeOrphan(pool, store, key, keys.get(key)!);
    batch = [];
  };
  for await (const folder of store.folders(prefix)) {
    batch.push(folder);
    if (batch.length === BATCH) await flush();
  }
  await flush();
}

/** Holds the lock that an upload of the same picture waits for. */
function removeOrphan(pool: pg.Pool, store: FileStore, key: string, folder: string): Promise<void> {
  return withTransaction(pool, async (db) => {
    await lockKey(db, key);
    if ((await unknownKeys(db, [key])).length > 0) await store.removeFolder(folder);
  });
}
