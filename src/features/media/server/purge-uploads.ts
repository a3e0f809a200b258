import type pg from 'pg';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
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

/** Tells which uploads a car or a draft still shows. */
type StillUsed = (db: Queryable, uploads: OwnedKey[]) => Promise<OwnedKey[]>;

type SweepNeeds = {
  pool: pg.Pool;
  store: FileStore;
  /** Where uploads lie while they arrive. */
  arriving: string;
  stillUsed: StillUsed;
};

const HOUR_MS = 60 * 60 * 1_000;
const BATCH = 500;

/** Clears away what crashes left behind, and uploads that nothing has shown for a month. */
export async function purgeUploads({ pool, store, arriving, stillUsed }: SweepNeeds, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  await removeOldFiles(arriving, hourAgo);
  await store.tidy(hourAgo);
  await deleteDeadClaims(pool);
  await forgetUnused(pool, stillUsed);
  for (const prefix of [pictureFolder('photo-'), reportFolder('report-')]) await removeOrphans(pool, store, prefix);
}

/** Those still in use are not asked about again for a month. */
async function forgetUnused(pool: pg.Pool, stillUsed: StillUsed): Promise<void> {
  for (;;) {
    const unused = await findUnused(pool, BATCH);
    if (unused.length === 0) return;
    await touchUploads(pool, await stillUsed(pool, unused));
    await deleteUnused(pool, unused);
  }
}

/** Rows come before files and go before them, so files without a row are nobody's. */
async function removeOrphans(pool: pg.Pool, store: FileStore, prefix: string): Promise<void> {
  let batch: string[] = [];
  const clear = async () => {
    const keys = new Map(batch.map((folder) => [folder.slice(folder.lastIndexOf('/') + 1), folder]));
    for (const key of await unknownKeys(pool, [...keys.keys()])) await removeOrphan(pool, store, key, keys.get(key)!);
    batch = [];
  };
  for await (const folder of store.folders(prefix)) {
    batch.push(folder);
    if (batch.length === BATCH) await clear();
  }
  await clear();
}

/** Under the lock that an upload of the same picture waits for. */
function removeOrphan(pool: pg.Pool, store: FileStore, key: string, folder: string): Promise<void> {
  return withTransaction(pool, async (db) => {
    await lockKey(db, key);
    if ((await unknownKeys(db, [key])).length > 0) await store.removeFolder(folder);
  });
}
