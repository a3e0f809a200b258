import type { FileStore } from '../files/file-store.ts';
import type { BackupKeys } from './backup-keys.ts';
import type { BackupStore } from './backup-store.ts';
import {
  BASES,
  baseFolder,
  completeBases,
  GENERATIONS,
  generationIds,
  generationStore,
  INFO,
  infoSchema,
  type Manifest,
  manifestKey,
  nameAt,
  STATUS,
  statusSchema,
} from './generation.ts';
import { startOfSegment, WAL_FOLDER, walObject } from './wal-objects.ts';

/** A generation that was written to since may belong to another running site, which prunes it itself. */
const ENDED_AFTER_MS = 24 * 60 * 60_000;
/** No write takes this long, so an older incomplete object was left by a killed process. */
const LEFT_AFTER_MS = 2 * 24 * 60 * 60_000;

type Generation = { id: string; store: BackupStore; bases: Manifest[] };
type Options = { files: FileStore; keys: BackupKeys; current: string; now: Date };

/**
 * Removes bases beyond the retention rule, the WAL before the oldest base of each generation, ended generations without a base, and
 * unfinished objects of killed processes.
 * Returns when the oldest base was made that the current generation keeps; null if it has none.
 */
export async function prune({ files, keys, current, now }: Options): Promise<Date | null> {
  const leftBefore = new Date(now.getTime() - LEFT_AFTER_MS);
  await files.tidy(leftBefore);
  const generations: Generation[] = [];
  for (const id of await generationIds(files)) {
    const store = generationStore(files, keys, id);
    if (id === current || (await hasEnded(store, now)))
      generations.push({ id, store, bases: await completeBases(store) });
  }
  const keep = basesToKeep(generations.flatMap(({ bases }) => bases));
  let oldest: Date | null = null;
  for (const { id, store, bases } of generations) {
    const kept = bases.filter((base) => keep.has(base));
    if (kept.length === 0 && id !== current) {
      await files.removeFolder(`${GENERATIONS}/${id}`);
      continue;
    }
    for (const { name } of bases.filter((base) => !keep.has(base))) {
      // Remove the manifest first: a base without one is never restored.
      await store.remove(manifestKey(name));
      await store.removeFolder(baseFolder(name));
    }
    await removeLeftBases(store, bases, leftBefore);
    const [first] = kept;
    if (first) await removeWalBefore(store, first);
    if (id === current && first) oldest = new Date(first.endedAt);
  }
  return oldest;
}

async function hasEnded(store: BackupStore, now: Date): Promise<boolean> {
  const status = await store.readJson(STATUS, statusSchema);
  const last = status?.walThrough ?? (await store.readJson(INFO, infoSchema))?.createdAt;
  return last !== undefined && now.getTime() - Date.parse(last) > ENDED_AFTER_MS;
}

/** Names of bases are times, so they are in the order of time. */
async function removeLeftBases(store: BackupStore, complete: Manifest[], before: Date): Promise<void> {
  const names = new Set(complete.map(({ name }) => name));
  for await (const name of store.folders(BASES))
    if (!names.has(name) && name < nameAt(before)) await store.removeFolder(baseFolder(name));
}

async function removeWalBefore(store: BackupStore, { startSegment }: Manifest): Promise<void> {
  const needed = startOfSegment(startSegment);
  for await (const key of store.keys(WAL_FOLDER)) {
    const object = walObject(key);
    if (object && object.until <= needed) await store.remove(key);
  }
}

const DAY_MS = 24 * 60 * 60_000;

const DAILY = 7;
const WEEKLY = 4;

/**
 * Returns the bases to keep, of all generations: the first one of each of the last 7 days that have one, the first one of each of the
 * last 4 such weeks (in UTC), and the newest. The WAL since the oldest of them is kept, so every time since then can be restored.
 * The first of a period is kept because a further base must not make earlier times of the same day unreachable.
 */
export function basesToKeep<Base extends { endedAt: string }>(bases: Base[]): Set<Base> {
  const oldestFirst = bases.toSorted((a, b) => Date.parse(a.endedAt) - Date.parse(b.endedAt));
  const keep = new Set<Base>(oldestFirst.slice(-1));
  for (const [lengthMs, most] of [
    [DAY_MS, DAILY],
    [7 * DAY_MS, WEEKLY],
  ] as const) {
    const firstOf = new Map<number, Base>();
    for (const base of oldestFirst) {
      const period = Math.floor(Date.parse(base.endedAt) / lengthMs);
      if (!firstOf.has(period)) firstOf.set(period, base);
    }
    for (const base of [...firstOf.values()].slice(-most)) keep.add(base);
  }
  return keep;
}
