/** `npm run restore -- --to TIME|latest --into FOLDER`: restores database and files into a new folder, which is held until `--release`. */
import { join } from 'node:path';
import { ConfigError, configErrorMessage } from '#lib/config-error.ts';
import { openBackupKeys } from '#lib/server/backup/backup-keys.ts';
import { openBackupFiles, placeName } from '#lib/server/backup/backup-store.ts';
import type { RestoreTarget } from '#lib/server/backup/restore/choose-base.ts';
import { releaseHeld } from '#lib/server/backup/restore/held-copy.ts';
import { planRestore, refuseUsedFolder, restoreBackup } from '#lib/server/backup/restore/restore-backup.ts';
import { type Config, readConfig } from '#lib/server/config/config.ts';
import { runningBelow } from '#lib/server/database/embedded/embedded-postgres.ts';
import { withPlace } from './backup-place.ts';
import { readRestoreArguments } from './restore-arguments.ts';

const USAGE_ERROR = 2;
const MB = 1024 * 1024;

async function run(): Promise<void> {
  const request = readRestoreArguments(process.argv.slice(2));
  if (request.command === 'release') release(request.into);
  else await restore(readConfig(process.env), request.to, request.into);
}

function release(folder: string): void {
  if (runningBelow(join(folder, 'postgres')))
    throw new ConfigError(`CarQuay is running on ${folder}. Stop it before the release.`);
  releaseHeld(folder);
  console.log(
    `${folder} is released. From the next start with DATA_DIR=${folder} on, it sends email, takes and refunds payments,`,
  );
  console.log('deletes unused files, and makes backups in a generation of its own.');
}

async function restore({ backup, s3 }: Config, to: RestoreTarget, into: string): Promise<void> {
  if (!backup) throw new ConfigError('BACKUP_TO is not set. Set BACKUP_TO and BACKUP_KEY to those of the site.');
  await refuseUsedFolder(into);
  await withPlace(backup.place, () => restoreFrom(backup, s3, to, into));
}

async function restoreFrom(
  backup: NonNullable<Config['backup']>,
  s3: Config['s3'],
  to: RestoreTarget,
  into: string,
): Promise<void> {
  const began = performance.now();
  const plan = await planRestore(await openBackupFiles(backup.place), openBackupKeys(backup.key), to);
  const { base, id, through, wal, files } = plan;
  const megabytes = (base.packs.reduce((sum, { bytes }) => sum + bytes, 0) / MB).toFixed(1);
  console.log(
    `Restoring ${to === 'latest' ? `everything until ${through.toISOString()}` : `the state of ${to.toISOString()}`}`,
  );
  console.log(`  from  ${placeName(backup.place)}, generation ${id}`);
  console.log(
    `  base  of ${base.endedAt}, ${megabytes} MB, CarQuay ${base.productVersion}, PostgreSQL ${base.postgresMajor}`,
  );
  console.log(`  then  ${wal.length} objects of WAL and ${files.length} files`);
  console.log(`  into  ${into}`);
  if (s3)
    console.log(`  Files in the bucket ${s3.bucket} are not part of the backup, and the held copy does not use it.`);
  const { lastCommit } = await restoreBackup(plan, into, console.log);
  console.log(
    `Restored in ${((performance.now() - began) / 1_000).toFixed(1)} s. The last commit is of ${lastCommit ?? 'the base'}.`,
  );
  console.log(
    `Start the copy with DATA_DIR=${into}. It is held: it sends no email, takes and refunds no payments by provider,`,
  );
  console.log('deletes no files and makes no backups. Check it, then stop it and release it:');
  console.log(`  npm run restore -- --release --into ${into}`);
}

run().catch((error: unknown) => {
  console.error(configErrorMessage(error) ?? error);
  process.exitCode = USAGE_ERROR;
});
