import { createHash, randomBytes } from 'node:crypto';
import { cp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { afterFile } from '../../../../tests/support/runner/after-file.ts';
import { scratchFolder } from '../../../../tests/support/runner/scratch-folder.ts';
import { msFromNow, testNow } from '../../../../tests/support/runner/test-clock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { LocalFiles } from '../files/local-files.ts';
import { ArchivedElsewhere, Archiver, type BackupSource } from './archiver.ts';
import { openBackupKeys } from './backup-keys.ts';
import { generationOf, openGeneration } from './open-generation.ts';
import { readWalState, SLOT } from './replication-slot.ts';
import { readHeld } from './restore/held-copy.ts';
import { planRestore, restoreBackup } from './restore/restore-backup.ts';

const never = new AbortController().signal;
const keys = openBackupKeys(randomBytes(32).toString('base64'));
const dataDir = await scratchFolder();
const place = await scratchFolder();
const files = new LocalFiles(place);
const stored = new LocalFiles(join(dataDir, 'files'));
let database: EmbeddedPostgres;
let client: pg.Client;
let source: BackupSource;
let archiver: Archiver;
/** Between rows 1 and 2 of the table, and after row 3. */
let between: Date;
let atEnd: Date;

async function insert(row: number): Promise<Date> {
  await client.query("insert into payments values ($1, repeat('x', 2000))", [row]);
  await client.query('select pg_sleep(0.02)');
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at, pg_sleep(0.02)');
  return rows[0]!.at;
}

async function restored(target: Date | 'latest') {
  const into = join(await scratchFolder(), 'data');
  const { lastCommit } = await restoreBackup(await planRestore(files, keys, target), into, () => {});
  const copy = await startEmbeddedPostgres(join(into, 'postgres'));
  const reader = new pg.Client({ connectionString: copy.url });
  await reader.connect();
  const { rows } = await reader.query<{ id: number }>('select id from payments order by id');
  const { rows: slots } = await reader.query('select from pg_replication_slots where slot_name = $1', [SLOT]);
  await reader.end();
  await copy.stop();
  return { into, ids: rows.map(({ id }) => id), slots: slots.length, lastCommit };
}

const photo = randomBytes(300_000);

beforeAll(async () => {
  database = await startEmbeddedPostgres(join(dataDir, 'postgres'));
  afterFile(() => database.stop());
  client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  afterFile(() => client.end());
  await client.query('create table payments (id int primary key, note text)');
  await writeFile(join(dataDir, 'encryption.key'), 'a key\n');
  await stored.put('pictures/photo-1/master.jpg', photo);
  source = {
    url: database.url,
    dataDir,
    files,
    keys,
    hasLocalFiles: true,
    isDerived: (key) => key.includes('/480-'),
    productVersion: '1.2.3',
  };
  archiver = await Archiver.open(source);
  afterFile(() => archiver.close());
  await archiver.makeBaseAlone();
  between = await insert(1);
  await insert(2);
  await stored.put('pictures/photo-2/master.jpg', photo);
  await stored.put('pictures/photo-2/480-80.jpg', photo);
  // Under a faked clock the file system has another time.
  await utimes(join(dataDir, 'files/pictures/photo-2'), testNow(), testNow());
  await archiver.passWal();
  // The next passes copy pieces of the same segment, and one whole segment.
  await client.query('select pg_switch_wal()');
  await insert(3);
  await archiver.passWal();
  await insert(4);
  await archiver.passWal();
  await archiver.passFiles(never);
  atEnd = new Date(Date.parse((await status()).walThrough));
});

async function status(): Promise<{ walThrough: string; gaps: { from: string; resumes: string }[] }> {
  return JSON.parse(String(await archiver.generation.store.read('about/wal.json')));
}

test('restores exactly the rows before a time, all files and the keys, into a held folder without a slot', async () => {
  const { into, ids, slots, lastCommit } = await restored(between);
  expect(ids).toEqual([1]);
  expect(slots).toBe(0);
  expect(Date.parse(lastCommit ?? '')).toBeLessThanOrEqual(between.getTime());
  for (const name of ['photo-1', 'photo-2']) {
    const copy = await readFile(join(into, 'files/pictures', name, 'master.jpg'));
    expect(createHash('sha256').update(copy).digest()).toEqual(createHash('sha256').update(photo).digest());
  }
  await expect(readFile(join(into, 'files/pictures/photo-2/480-80.jpg'))).rejects.toThrow('ENOENT');
  expect(await readFile(join(into, 'encryption.key'), 'utf8')).toBe('a key\n');
  expect(readHeld(into)).toMatchObject({ restoredTo: between.toISOString(), isComplete: true });
  expect(generationOf(into)).toBeNull();
  expect(generationOf(dataDir)).not.toBeNull();
}, 30_000);

test('restores every archived commit to a time after the last one', async () => {
  expect((await restored(atEnd)).ids).toEqual([1, 2, 3, 4]);
}, 30_000);

test('refuses times that are not archived, another key, a folder with content and a damaged object', async () => {
  const first = planRestore(files, keys, new Date(0));
  await expect(first).rejects.toThrow(/1970-01-01T00:00:00.000Z cannot be restored: the first base backup ended at/);
  const late = planRestore(files, keys, msFromNow(60_000));
  await expect(late).rejects.toThrow(`commits are archived until ${atEnd.toISOString()}. Use --to latest`);
  const others = openBackupKeys(randomBytes(32).toString('base64'));
  await expect(planRestore(files, others, 'latest')).rejects.toThrow('BACKUP_KEY is not the key of this backup');
  const plan = await planRestore(files, keys, 'latest');
  await expect(restoreBackup(plan, dataDir, () => {})).rejects.toThrow(`${dataDir} is not empty`);

  const damaged = await scratchFolder();
  await cp(place, damaged, { recursive: true });
  const pack = join(damaged, 'generations', archiver.generation.id, plan.base.packs[0]!.key);
  const content = await readFile(pack);
  content[content.length - 100]! ^= 1;
  await writeFile(pack, content);
  const into = join(await scratchFolder(), 'data');
  const fromDamaged = await planRestore(new LocalFiles(damaged), keys, 'latest');
  await expect(restoreBackup(fromDamaged, into, () => {})).rejects.toThrow(/^The object generations\/.* is damaged\.$/);
  expect(() => readHeld(into)).toThrow('did not finish');
  await rm(join(damaged, 'generations', archiver.generation.id, plan.wal[1]!.key));
  await expect(planRestore(new LocalFiles(damaged), keys, 'latest')).rejects.toThrow('WAL is missing in the backup');
});

test('goes on where the archive ends after a new start, and refuses a second process', async () => {
  await archiver.close();
  archiver = await opened();
  await insert(5);
  await archiver.passWal();
  expect((await planRestore(files, keys, 'latest')).wal.at(-1)!.until).toBe(archiver.generation.archive.archived);
  await expect(Archiver.open(source)).rejects.toThrow(ArchivedElsewhere);
});

test('notes a gap when WAL was removed before it was copied, makes a new base, and refuses times in the gap', async () => {
  const { walThrough } = await status();
  await client.query('select pg_drop_replication_slot($1)', [SLOT]);
  for (let turn = 0; turn < 2; turn++) await client.query('select pg_switch_wal()');
  const lost = await insert(6);
  await client.query('select pg_switch_wal()');
  await client.query('checkpoint');
  await archiver.passWal();
  const [gap] = (await status()).gaps;
  expect(gap?.from).toBe(walThrough);
  const base = await archiver.makeBaseAlone();
  await archiver.passWal();
  await expect(planRestore(files, keys, lost)).rejects.toThrow(
    `nothing is archived between ${walThrough} and ${base.endedAt}`,
  );
  expect((await planRestore(files, keys, between)).base.name).not.toBe(base.name);
  expect((await restored('latest')).ids).toEqual([1, 2, 3, 4, 5, 6]);
}, 30_000);

test('begins a new generation for another database, another timeline and an older copy of the data folder', async () => {
  const { id, archive } = archiver.generation;
  const state = await readWalState(client);
  const walFolder = join(dataDir, 'postgres/data/pg_wal');
  for (const [change, isSame] of [
    [{}, true],
    [{ systemIdentifier: '1' }, false],
    [{ timeline: 2 }, false],
    [{ flushed: archive.archived - 1n }, false],
  ] as const) {
    const folder = await scratchFolder();
    await writeFile(join(folder, 'backup-generation'), id);
    const opened = await openGeneration({ files, keys, dataDir: folder, walFolder, state: { ...state, ...change } });
    expect(opened.id === id, JSON.stringify(Object.keys(change))).toBe(isSame);
    expect(generationOf(folder)).toBe(opened.id);
  }
});

/** The lock of a closed connection is free a moment later. */
async function opened(): Promise<Archiver> {
  for (;;) {
    const next = await Archiver.open(source).catch(() => null);
    if (next) return next;
  }
}
