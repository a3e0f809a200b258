import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import pLimit from 'p-limit';
import { ConfigError } from '#lib/config-error.ts';
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres.ts';
import { postgresMajor } from '../../database/embedded/postgres-binaries.ts';
import { checkedKey, type FileStore } from '../../files/file-store.ts';
import { KEY_FILES } from '../archiver.ts';
import type { BackupKeys } from '../backup-keys.ts';
import type { BackupStore } from '../backup-store.ts';
import { unpackData } from '../data-pack.ts';
import { FILES_FOLDER, KEY_FILES as KEYS_OBJECT, keyFilesSchema } from '../file-copies.ts';
import {
  type ArchiveStatus,
  completeBases,
  generationIds,
  generationStore,
  type Manifest,
  STATUS,
  statusSchema,
} from '../generation.ts';
import {
  contiguousFrom,
  type Lsn,
  lsnOf,
  SEGMENT_BYTES,
  startOfSegment,
  textOf,
  WAL_FOLDER,
  type WalObject,
  walObject,
} from '../wal-objects.ts';
import { type Choice, chooseBase, type Described, type RestoreTarget } from './choose-base.ts';
import { markHeld } from './held-copy.ts';

const AT_ONCE = 8;

type RestorePlan = Choice & { store: BackupStore; target: RestoreTarget; wal: WalObject[]; files: string[] };
type Restored = { lastCommit: string | null; files: number };

/** Finds what a restore needs. Throws `ConfigError` if the time cannot be restored, or the key or PostgreSQL is another one. */
export async function planRestore(files: FileStore, keys: BackupKeys, target: RestoreTarget): Promise<RestorePlan> {
  const generations: (Described & { store: BackupStore })[] = [];
  for (const id of await generationIds(files)) {
    const store = generationStore(files, keys, id);
    const status = await store.readJson(STATUS, statusSchema);
    generations.push({ id, store, status, bases: await completeBases(store) });
  }
  const choice = chooseBase(generations, target);
  const { store, bases, status } = generations.find(({ id }) => id === choice.id)!;
  if (choice.base.postgresMajor !== postgresMajor())
    throw new ConfigError(
      `The backup is of PostgreSQL ${choice.base.postgresMajor}, but this CarQuay has PostgreSQL ${postgresMajor()}. Restore it with CarQuay ${choice.base.productVersion}.`,
    );
  const wal = await walFor(store, choice.base, neededWal(bases, status!, choice, target));
  const copied: string[] = [];
  for await (const key of store.keys(FILES_FOLDER)) copied.push(key);
  return { ...choice, store, target, wal, files: copied };
}

/** Where the needed WAL ends: at the first base that began after the time, or at the end of the archive. Null before a gap. */
function neededWal(bases: Manifest[], { walTo }: ArchiveStatus, { gap }: Choice, target: RestoreTarget): Lsn | null {
  const isBeforeGap = ({ startLsn }: Manifest) => !gap || lsnOf(startLsn) < lsnOf(gap.resumes);
  const later = bases.find((base) => isBeforeGap(base) && target !== 'latest' && Date.parse(base.startedAt) > +target);
  if (later) return lsnOf(later.stopLsn);
  return gap ? null : lsnOf(walTo);
}

async function walFor(store: BackupStore, base: Manifest, until: Lsn | null): Promise<WalObject[]> {
  const objects: WalObject[] = [];
  for await (const key of store.keys(WAL_FOLDER)) {
    const object = walObject(key);
    if (object && (until === null || object.from < until)) objects.push(object);
  }
  const wal = contiguousFrom(objects, startOfSegment(base.startSegment));
  const end = wal.at(-1)?.until ?? 0n;
  const needed = until ?? lsnOf(base.stopLsn);
  if (end < needed)
    throw new ConfigError(
      `WAL is missing in the backup ${wal.length > 0 ? `between ${textOf(end)} and` : 'before'} ${textOf(needed)}. Choose an earlier time, before the base of ${base.endedAt}.`,
    );
  return wal;
}

/** Throws `ConfigError` if the folder has content, because a restore would mix or lose data. */
export async function refuseUsedFolder(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new ConfigError(`${folder} cannot be used: ${error.code}.`);
  });
  if (found.length > 0) throw new ConfigError(`${folder} is not empty. Choose a new folder.`);
}

/** Restores database, files and keys into an empty folder, which is held afterwards. */
export async function restoreBackup(
  plan: RestorePlan,
  into: string,
  report: (line: string) => void,
): Promise<Restored> {
  const { store, base, target, wal, files } = plan;
  await refuseUsedFolder(into);
  const postgres = join(into, 'postgres');
  const data = join(postgres, 'data');
  await mkdir(data, { recursive: true, mode: 0o700 });
  const restoredTo = target === 'latest' ? null : target.toISOString();
  const held = { restoredAt: new Date().toISOString(), restoredTo };
  markHeld(into, { ...held, isComplete: false });
  report(`Copying the base of ${base.endedAt}`);
  const packs = Readable.from(packsOf(store, base), { objectMode: false });
  await unpackData(
    // An error also ends the returned stream, so that `unpackData` throws it.
    pipeline(packs, createZstdDecompress(), () => {}),
    data,
  );
  await mkdir(join(data, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
  report(`Copying ${wal.length} objects of WAL`);
  for (const object of wal) await writeWal(store, object, join(data, 'pg_wal'));
  report(`Copying ${files.length} files`);
  const atOnce = pLimit(AT_ONCE);
  await Promise.all(files.map((key) => atOnce(() => writeStored(store, key, join(into, 'files')))));
  await writeKeys(store, into);
  report('Replaying WAL');
  const lastCommit = await replay(postgres, target);
  markHeld(into, { ...held, isComplete: true });
  return { lastCommit, files: files.length };
}

async function* packsOf(store: BackupStore, { packs }: Manifest): AsyncGenerator<Buffer> {
  for (const { key } of packs) yield await read(store, key);
}

/** Writes part of a segment to its place. The rest of the file is zeros. */
async function writeWal(store: BackupStore, { key, segment, from }: WalObject, folder: string): Promise<void> {
  const content = await read(store, key);
  const path = join(folder, segment);
  if (!existsSync(path)) await writeFile(path, '', { mode: 0o600 });
  const file = await open(path, 'r+');
  try {
    await file.truncate(Number(SEGMENT_BYTES));
    await file.write(content, 0, content.length, Number(from - startOfSegment(segment)));
  } finally {
    await file.close();
  }
}

async function writeStored(store: BackupStore, key: string, folder: string): Promise<void> {
  const target = join(folder, checkedKey(key.slice(FILES_FOLDER.length + 1)));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, await read(store, key));
}

async function writeKeys(store: BackupStore, into: string): Promise<void> {
  const texts = (await store.readJson(KEYS_OBJECT, keyFilesSchema)) ?? {};
  for (const name of KEY_FILES) {
    const text = texts[name];
    if (text !== undefined) await writeFile(join(into, name), text, { mode: 0o600 });
  }
}

async function read(store: BackupStore, key: string): Promise<Buffer> {
  const content = await store.read(key);
  if (!content) throw new ConfigError(`The object ${key} is missing in the backup.`);
  return content;
}

const ENDED_EARLY = /recovery ended before configured recovery target was reached/;
const TOO_EARLY = /before consistent recovery point/;
const LAST_COMMIT = /last completed transaction was at log time (.+)/;

/**
 * Lets PostgreSQL replay the WAL in the restored folder up to a time, and stops it again on a new timeline. Returns the time of the
 * last commit, as PostgreSQL's log has it; null if there was none.
 */
async function replay(folder: string, target: RestoreTarget): Promise<string | null> {
  writeFileSync(join(folder, 'data', 'recovery.signal'), '', { mode: 0o600 });
  const settings = {
    // No command is needed: all WAL is in pg_wal already.
    restore_command: 'false',
    // Connections wait until the recovery has ended.
    hot_standby: 'off',
    recovery_target_action: 'promote',
    ...(target !== 'latest' && { recovery_target_time: timeText(target) }),
  };
  try {
    const database = await startEmbeddedPostgres(folder, settings);
    await database.stop();
  } catch (error) {
    const log = logOf(folder);
    // The archive covers the time, and nothing was committed between the last archived commit and it.
    if (target !== 'latest' && ENDED_EARLY.test(log)) return replay(folder, 'latest');
    if (TOO_EARLY.test(log))
      throw new ConfigError('That time is before the end of the chosen base. Choose a later time.', error);
    throw error;
  }
  return LAST_COMMIT.exec(logOf(folder))?.[1] ?? null;
}

const logOf = (folder: string) => readFileSync(join(folder, 'postgres.log'), 'utf8');

/** PostgreSQL cannot parse the zone Z yet when it reads this setting. */
const timeText = (at: Date) => at.toISOString().replace('Z', '+00');
