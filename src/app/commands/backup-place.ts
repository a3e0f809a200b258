import { ConfigError } from '#lib/config-error.ts';
import { type BackupPlace, openBackupFiles, placeName } from '#lib/server/backup/backup-store.ts';
import { reachStore, refuseWrongBucket, storeFailure } from '#lib/server/files/open-file-store.ts';

/** The first response of a bucket; the client tries three times. */
const REACH_MS = 5_000;

/**
 * Runs a command that uses the place of backups. Throws `ConfigError` if the place refuses, does not respond or fails
 * during the command.
 */
export async function withPlace(place: BackupPlace, work: () => Promise<void>, reachMs = REACH_MS): Promise<void> {
  try {
    await reachStore(await openBackupFiles(place, reachMs));
    await work();
  } catch (error) {
    if (!('s3' in place) || !isFromBucket(error)) throw error;
    refuseWrongBucket(error, place.s3.bucket);
    throw new ConfigError(
      `The backup place ${placeName(place)} does not respond (${storeFailure(error)}). Run the command again once it does.`,
      error,
    );
  }
}

type FromClient = { $metadata?: object; cause?: FromClient } | null;

/** The bucket's client marks all its errors, including network errors. */
const isFromBucket = (error: unknown) =>
  [error as FromClient, (error as FromClient)?.cause].some((each) => each?.$metadata !== undefined);
