/** `npm run backup`: makes one base backup now, while the site runs or when it is stopped. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError, configErrorMessage } from '#lib/config-error.ts';
import { ArchivedElsewhere, Archiver, type BackupSource, dataFolder } from '#lib/server/backup/archiver.ts';
import { placeName } from '#lib/server/backup/backup-store.ts';
import { makeBase } from '#lib/server/backup/base-backup.ts';
import {
  FILES_STATUS,
  filesStatusSchema,
  generationStore,
  type Manifest,
  STATUS,
  statusSchema,
} from '#lib/server/backup/generation.ts';
import { generationOf } from '#lib/server/backup/open-generation.ts';
import { readHeld } from '#lib/server/backup/restore/held-copy.ts';
import { lsnOf } from '#lib/server/backup/wal-objects.ts';
import { type Config, readConfig } from '#lib/server/config/config.ts';
import { runningBelow, startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { backupSource } from '../start/site-backups.ts';
import { withPlace } from './backup-place.ts';

const USAGE_ERROR = 2;
const POLL_MS = 500;
/** The longest time in which the site copies the files of a large upload. */
const MAX_WAIT_MS = 10 * 60_000;
const MB = 1024 * 1024;
const never = new AbortController().signal;

async function run(): Promise<void> {
  const config = readConfig(process.env);
  if (readHeld(config.dataDir)) throw new ConfigError(`${config.dataDir} is held. Release it before you back it up.`);
  // Refuses wrong keys before a database is started.
  await backupSource(config, '');
  if (config.backup) await withPlace(config.backup.place, () => backUp(config));
}

async function backUp(config: Config): Promise<void> {
  const { place } = config.backup ?? {};
  const folder = join(config.dataDir, 'postgres');
  const running = runningBelow(folder)?.url;
  const began = performance.now();
  const database = running === undefined ? await startEmbeddedPostgres(folder) : null;
  try {
    const source = await backupSource(config, running ?? database?.url ?? '');
    const { name, files, bytes, packs, endedAt } = await baseOf(source);
    const stored = packs.reduce((sum, pack) => sum + pack.bytes, 0);
    console.log(
      `Base ${name} of ${files} files (${mb(bytes)}) is in ${place && placeName(place)}, ${mb(stored)} encrypted.`,
    );
    console.log(`Times from ${endedAt} on can be restored from it. It took ${seconds(performance.now() - began)}.`);
  } finally {
    await database?.stop();
  }
}

const mb = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`;
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** If the site runs with backups, it archives. Otherwise this command does, until the base is complete. */
async function baseOf(source: BackupSource): Promise<Manifest> {
  let archiver: Archiver;
  try {
    archiver = await Archiver.open(source);
  } catch (error) {
    if (error instanceof ArchivedElsewhere) return baseBesideSite(source);
    throw error;
  }
  try {
    const manifest = await archiver.makeBaseAlone();
    await archiver.prune(never);
    return manifest;
  } finally {
    await archiver.close();
  }
}

/** The site copies WAL and files; its status tells when the base counts. */
async function baseBesideSite(source: BackupSource): Promise<Manifest> {
  const { url, files, keys, dataDir, productVersion } = source;
  const store = generationStore(files, keys, generationOf(dataDir) ?? '');
  const archived = async (stop: bigint, endedAt: Date) => {
    for (const deadline = Date.now() + MAX_WAIT_MS; Date.now() < deadline; await wait(POLL_MS)) {
      const wal = await store.readJson(STATUS, statusSchema);
      const copied = await store.readJson(FILES_STATUS, filesStatusSchema);
      if (wal && copied && lsnOf(wal.walTo) >= stop && Date.parse(copied.through) >= endedAt.getTime()) return;
    }
    throw new ConfigError(
      'The site has not archived the end of the base within 10 minutes. Look for warnings of the site.',
    );
  };
  return makeBase({ url, store, data: dataFolder(source), productVersion, stopping: never, archived });
}

run().catch((error: unknown) => {
  console.error(configErrorMessage(error) ?? error);
  process.exitCode = USAGE_ERROR;
});
