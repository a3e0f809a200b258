import { buffer } from 'node:stream/consumers';
import { AppError } from '#lib/app-error.ts';
import { rowsOf, statement } from '#lib/server/database/postgres.ts';
import { isNotResting, type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import type { MediaDeps } from './accept-upload.ts';
import { masterFile } from './media-files.ts';

const BATCH = 50;
const UNKNOWN = statement(`
  select distinct key from uploads
  where fingerprint is null and stored_at is not null and key like 'photo-%' and ${isNotResting('photo fingerprints', 'key')}
  order by key limit ${BATCH}`);
const PUT = statement('update uploads set fingerprint = $2 where key = $1 and fingerprint is null');

/**
 * Computes the fingerprints of up to 50 photos without one: those from before there were fingerprints, and those that an older release stored.
 * Two processes may compute the same one.
 */
export async function fingerprintPhotos(
  { pool, store, workers }: Pick<MediaDeps, 'pool' | 'store' | 'workers'>,
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  const photos = await rowsOf<{ key: string }>(pool, UNKNOWN, []);
  await workInTurn(photos, {
    pool,
    queue: 'photo fingerprints',
    itemOf: ({ key }) => key,
    work: async ({ key }) => {
      const master = await store.read(masterFile(key));
      if (!master) throw new Error(`the file of ${key} is missing`);
      await rowsOf(pool, PUT, [key, await workers.fingerprint(await buffer(master.stream))]);
    },
    isExpected: (error) => error instanceof AppError && error.code === 'overloaded',
    onError,
    run,
  });
}
