import { randomBytes } from 'node:crypto';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startFauxqs } from 'fauxqs';
import { expect, test } from 'vitest';
import { afterFile } from '../../../../tests/support/runner/after-file.ts';
import { scratchFolder } from '../../../../tests/support/runner/scratch-folder.ts';
import { msFromNow, testNow } from '../../../../tests/support/runner/test-clock.ts';
import { LocalFiles } from '../files/local-files.ts';
import { openBackupKeys } from './backup-keys.ts';
import { BackupStore, openBackupFiles } from './backup-store.ts';
import { FILES_FOLDER, FileCopies, KEY_FILES } from './file-copies.ts';

const never = new AbortController().signal;
const LONG_AGO = new Date('2020-01-01T00:00:00Z');
const server = await startFauxqs({ host: '127.0.0.1', port: 0, logger: false });
server.createBucket('safe-place');
afterFile(() => server.stop());

/** Copies of a folder of files in a bucket, as a process opens them. */
async function opened(folder: string, prefix: string) {
  const s3 = {
    bucket: 'safe-place',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${server.port}`,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    forcePathStyle: true,
  };
  const store = new BackupStore(await openBackupFiles({ s3, prefix }), KEYS, 'generations/one');
  const keyFiles = { 'encryption.key': join(folder, 'encryption.key') };
  const root = join(folder, 'files');
  const copies = new FileCopies({ store, root, keyFiles, isDerived: (key) => key.includes('/480-') });
  const names = async () => {
    const found: string[] = [];
    for await (const key of store.keys(FILES_FOLDER)) found.push(key.slice(FILES_FOLDER.length + 1));
    return found.sort();
  };
  const local = new LocalFiles(root);
  const put = async (key: string) => {
    await local.put(key, content);
    // Under a faked clock the file system has another time.
    await utimes(join(root, dirname(key)), testNow(), testNow());
  };
  return { copies, store, names, put };
}

const KEYS = openBackupKeys(randomBytes(32).toString('base64'));
const content = Buffer.from('content');

test('copies files by name into a bucket, without renderings and unfinished files, and goes on after a new start', async () => {
  const folder = await scratchFolder();
  const { copies, store, names, put } = await opened(folder, 'first');
  await put('pictures/photo-1/master.jpg');
  await put('pictures/photo-1/480-80.jpg');
  await writeFile(join(folder, 'files/unfinished/half.jpg'), 'half');
  await writeFile(join(folder, 'encryption.key'), 'first');
  await copies.pass(never);
  expect(await names()).toEqual(['pictures/photo-1/master.jpg']);
  expect(await store.read(`${FILES_FOLDER}/pictures/photo-1/master.jpg`)).toEqual(content);
  await put('pictures/photo-2/master.jpg');
  await writeFile(join(folder, 'encryption.key'), 'second');
  await copies.pass(never);
  expect(String(await store.read(KEY_FILES))).toBe('{"encryption.key":"second"}');

  const next = await opened(folder, 'first');
  await put('documents/report-3/report.pdf');
  await next.copies.pass(never);
  expect(await names()).toEqual([
    'documents/report-3/report.pdf',
    'pictures/photo-1/master.jpg',
    'pictures/photo-2/master.jpg',
  ]);
});

test('finds files that a pass has missed when it compares all names', async () => {
  const folder = await scratchFolder();
  const { copies, names, put } = await opened(folder, 'second');
  await copies.pass(never);
  await put('pictures/photo-1/master.jpg');
  await utimes(join(folder, 'files/pictures/photo-1'), LONG_AGO, LONG_AGO);
  await copies.pass(never);
  expect(await names()).toEqual([]);
  await copies.compare(never);
  expect(await names()).toEqual(['pictures/photo-1/master.jpg']);
});

test('removes a deleted file from the backup only when it was deleted before the oldest base', async () => {
  const folder = await scratchFolder();
  const { copies, names, put } = await opened(folder, 'third');
  await put('pictures/photo-1/master.jpg');
  await copies.pass(never);
  await rm(join(folder, 'files/pictures/photo-1'), { recursive: true });
  await copies.compare(never, msFromNow(-60_000));
  await copies.compare(never, msFromNow(-60_000));
  expect(await names()).toEqual(['pictures/photo-1/master.jpg']);
  await copies.compare(never, msFromNow(60_000));
  expect(await names()).toEqual([]);
});
