import pg from 'pg';
import { isRendering } from '#features/site/media/server/media-files.ts';
import { ConfigError } from '#lib/config-error.ts';
import type { BackupSource } from '#lib/server/backup/archiver.ts';
import { isOpenKeyFile, openBackupKeys } from '#lib/server/backup/backup-keys.ts';
import { openBackupFiles, placeName } from '#lib/server/backup/backup-store.ts';
import { type BackupWorker, startBackups } from '#lib/server/backup/backup-worker.ts';
import { completeBases, generationStore, INFO } from '#lib/server/backup/generation.ts';
import { generationOf } from '#lib/server/backup/open-generation.ts';
import { dropSlot } from '#lib/server/backup/replication-slot.ts';
import type { Config } from '#lib/server/config/config.ts';
import { prepareFolder } from '#lib/server/config/data-folder.ts';
import type { FileStore } from '#lib/server/files/file-store.ts';
import { refuseWrongBucket, storeFailure, tryStore } from '#lib/server/files/open-file-store.ts';
import { productVersion, type Report } from './start-report.ts';

const TIMES = { connectionTimeoutMillis: 5_000, query_timeout: 10_000 };

export type SiteBackups = BackupWorker & {
  /** What the start reports, without secrets. */
  line: string;
  /** Folder or bucket, without secrets. */
  place: string;
};

/** Renderings and assets of builds can be recreated, so they are not copied. */
export const isDerived = (key: string) => isRendering(key) || key.startsWith('builds/');

/** Returns what a command or the site backs up. Throws `ConfigError` if a key file is missing or invalid. */
export async function backupSource(config: Config, url: string): Promise<BackupSource> {
  const { backup, dataDir, s3 } = config;
  if (!backup)
    throw new ConfigError('BACKUP_TO is not set. Set it to a folder on another disk or to s3://bucket/prefix.');
  return {
    url,
    dataDir,
    files: await openBackupFiles(backup.place),
    keys: openBackupKeys(backup.key),
    hasLocalFiles: !s3,
    isDerived,
    productVersion: productVersion(),
  };
}

/** Checks the folder and the key before the database starts. */
export async function checkBackupSettings({ backup }: Pick<Config, 'backup'>, report: Report): Promise<void> {
  if (!backup) return;
  if ('folder' in backup.place) await prepareFolder('BACKUP_TO', backup.place.folder);
  openBackupKeys(backup.key);
  if (isOpenKeyFile(backup.key))
    report(`Warning: All users of this machine can read the file ${backup.key} of BACKUP_KEY. Set its mode to 600.`);
}

/**
 * Tries the place of backups and starts the worker. Throws `ConfigError` if the place refuses or existing backups have a
 * different key. Without BACKUP_TO, drops the replication slot, so PostgreSQL stops keeping WAL, and returns null.
 */
export async function startSiteBackups(config: Config, url: string, report: Report): Promise<SiteBackups | null> {
  const { backup, dataDir, s3 } = config;
  if (!backup) {
    await forgetSlot(url);
    return null;
  }
  const source = await backupSource(config, url);
  const place = placeName(backup.place);
  let newest = 'unknown';
  try {
    await tryStore(source.files);
    newest = await newestBase(source, dataDir);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if ('s3' in backup.place) refuseWrongBucket(error, backup.place.s3.bucket);
    else throw new ConfigError(`BACKUP_TO ${place} cannot be used: ${storeFailure(error)}.`, error);
    report(`Warning: The backup place ${place} cannot be reached (${storeFailure(error)}). Backups wait until it can.`);
  }
  const files = s3 ? `; the bucket ${s3.bucket} is not copied` : ' and files';
  const line = `database${s3 ? '' : files} to ${place} with the key ${source.keys.current.id}${s3 ? files : ''}; newest base: ${newest}`;
  return { ...startBackups({ source, report }), line, place };
}

async function newestBase({ files, keys }: { files: FileStore } & Pick<BackupSource, 'keys'>, dataDir: string) {
  const id = generationOf(dataDir);
  if (id === null) return 'none yet';
  const store = generationStore(files, keys, id);
  // Throws if the key is another one.
  await store.read(INFO);
  return (await completeBases(store)).at(-1)?.endedAt ?? 'none yet';
}

async function forgetSlot(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...TIMES });
  await client.connect();
  try {
    await dropSlot(client);
  } finally {
    await client.end();
  }
}
