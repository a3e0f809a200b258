import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../../tests/support/runner/scratch-folder.ts';
import { LocalFiles } from '../files/local-files.ts';
import { openBackupKeys } from './backup-keys.ts';
import {
  completeBases,
  generationIds,
  generationStore,
  INFO,
  type Manifest,
  manifestKey,
  nameAt,
  packKey,
  STATUS,
} from './generation.ts';
import { prune } from './prune.ts';
import { WAL_FOLDER, wholeKey } from './wal-objects.ts';

const DAY = 24 * 3_600_000;
const keys = openBackupKeys(randomBytes(32).toString('base64'));
const now = new Date('2026-11-23T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
const segment = (index: number) => `0000000100000000${index.toString(16).padStart(8, '0').toUpperCase()}`;

/** A generation with a base per day, each with a segment of its own number. */
async function generation(files: LocalFiles, id: string, days: number[], through: number) {
  const store = generationStore(files, keys, id);
  await store.putJson(INFO, { format: 1, systemIdentifier: '1', timeline: 1, createdAt: daysAgo(90) });
  await store.putJson(STATUS, { walThrough: daysAgo(through), walTo: '0/A0000000', gaps: [] });
  for (const day of days) {
    const manifest: Manifest = {
      format: 1,
      name: `base-${day}`,
      startedAt: daysAgo(day),
      endedAt: daysAgo(day),
      startLsn: '0/1000000',
      stopLsn: '0/1000000',
      startSegment: segment(100 - day),
      postgresMajor: '18',
      productVersion: '1.0.0',
      lastMigration: 'none',
      files: 1,
      bytes: 1,
      packs: [],
    };
    await store.put(packKey(manifest.name, 0), Buffer.from('x'));
    await store.putJson(manifestKey(manifest.name), manifest);
    await store.put(wholeKey(segment(100 - day)), Buffer.from('x'));
  }
  return store;
}

const namesOf = async (store: Awaited<ReturnType<typeof generation>>) =>
  (await completeBases(store)).map(({ name }) => name);
async function keysIn(store: Awaited<ReturnType<typeof generation>>, folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const key of store.keys(folder)) found.push(key);
  return found.sort();
}

test('keeps the bases of the rule and the WAL that the oldest of them needs, and says when that one was made', async () => {
  const files = new LocalFiles(join(await scratchFolder(), 'place'));
  const days = Array.from({ length: 40 }, (_, day) => day);
  const store = await generation(files, 'mine', days, 0);
  expect(await prune({ files, keys, current: 'mine', now })).toEqual(new Date(daysAgo(25)));
  const kept = [25, 18, 11, 6, 5, 4, 3, 2, 1, 0];
  expect(await namesOf(store)).toEqual(kept.map((day) => `base-${day}`));
  expect(await keysIn(store, 'bases/base-7')).toEqual([]);
  const wal = await keysIn(store, WAL_FOLDER);
  expect([wal.length, wal[0]]).toEqual([26, wholeKey(segment(75))]);
});

test('removes an ended generation without a base, and leaves one alone that is still written', async () => {
  const files = new LocalFiles(join(await scratchFolder(), 'place'));
  await generation(files, 'mine', [0, 1, 2, 3, 4, 5, 6, 7, 14, 21], 0);
  await generation(files, 'ended', [80], 70);
  await generation(files, 'living', [40], 0.5);
  await prune({ files, keys, current: 'mine', now });
  expect(await generationIds(files)).toEqual(['living', 'mine']);
});

test('removes what killed processes have left unfinished, after two days', async () => {
  const place = join(await scratchFolder(), 'place');
  const files = new LocalFiles(place);
  const store = await generation(files, 'mine', [0, 4], 0);
  const [old, young] = [3, 1].map((days) => ({ name: nameAt(new Date(daysAgo(days))), time: new Date(daysAgo(days)) }));
  mkdirSync(join(place, 'unfinished'), { recursive: true });
  for (const { name, time } of [old!, young!]) {
    await store.put(packKey(name, 0), Buffer.from('x'));
    writeFileSync(join(place, 'unfinished', name), 'x');
    utimesSync(join(place, 'unfinished', name), time, time);
  }
  await prune({ files, keys, current: 'mine', now });
  expect(await keysIn(store, 'bases')).toEqual(
    [packKey(young!.name, 0), ...['base-0', 'base-4'].flatMap((name) => [packKey(name, 0), manifestKey(name)])].sort(),
  );
  expect(readdirSync(join(place, 'unfinished'))).toEqual([young!.name]);
});
