import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startFauxqs } from 'fauxqs';
import { afterAll, describe, expect, test } from 'vitest';
import { msFromNow, testNow } from '../../../../tests/support/runner/test-clock.ts';
import type { FileStore } from './file-store.ts';
import { LocalFiles, removeOldFiles } from './local-files.ts';
import { S3Files } from './s3-files.ts';

const folder = await mkdtemp(join(tmpdir(), 'carquay-files-'));
const bucket = 'cars';
const server = await startFauxqs({ host: '127.0.0.1', port: 0, logger: false });
server.createBucket(bucket);
const s3 = (endpoint: string, prefix = '') =>
  new S3Files(
    {
      bucket,
      region: 'us-east-1',
      endpoint,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      forcePathStyle: true,
    },
    { prefix },
  );
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const stores: [string, FileStore][] = [
  ['a folder', new LocalFiles(join(folder, 'store'))],
  ['a bucket', s3(`http://127.0.0.1:${server.port}`)],
  ['a part of a bucket', s3(`http://127.0.0.1:${server.port}`, 'some/part')],
];

describe.each(stores)('files in %s', (_where, store) => {
  const contentOf = async (key: string) => {
    const file = await store.read(key);
    if (!file) return null;
    const content = await buffer(file.stream);
    expect(file.bytes).toBe(content.length);
    return content;
  };
  const foldersFrom = async (prefix: string) => {
    const found = [];
    for await (const name of store.folders(prefix)) found.push(name);
    return found.sort();
  };

  test('are read back unchanged, from memory or from disk, and put replaces an earlier file', async () => {
    const bytes = Buffer.from([0, 255, 10, 13]);
    await store.put('pictures/photo-1/master.jpg', bytes);
    expect(await contentOf('pictures/photo-1/master.jpg')).toEqual(bytes);
    const path = join(folder, 'report');
    await writeFile(path, 'a report');
    await store.put('documents/report-1/report.pdf', { path });
    await store.put('pictures/photo-1/master.jpg', { path });
    for (const key of ['documents/report-1/report.pdf', 'pictures/photo-1/master.jpg'])
      expect(String(await contentOf(key))).toBe('a report');
  });

  test('are null if they were never put', async () => {
    expect(await store.read('pictures/photo-9/master.jpg')).toBeNull();
  });

  test('are listed by folder prefix and removed with their folder', async () => {
    for (const key of [
      'pictures/photo-2/a.jpg',
      'pictures/photo-2/b.jpg',
      'pictures/photo-3/a.jpg',
      'pictures/demo/a.jpg',
    ])
      await store.put(key, Buffer.from(key));
    expect(await foldersFrom('pictures/photo-')).toEqual(
      expect.arrayContaining(['pictures/photo-2', 'pictures/photo-3']),
    );
    expect(await foldersFrom('pictures/photo-')).not.toContain('pictures/demo');
    expect(await foldersFrom('nothing/here-')).toEqual([]);
    expect(await foldersFrom('pictures/')).toEqual(expect.arrayContaining(['pictures/demo', 'pictures/photo-2']));
    await store.removeFolder('pictures/photo-2');
    await store.removeFolder('pictures/photo-99');
    expect(await foldersFrom('pictures/photo-')).not.toContain('pictures/photo-2');
    expect(await contentOf('pictures/photo-2/b.jpg')).toBeNull();
    expect(await contentOf('pictures/photo-3/a.jpg')).not.toBeNull();
  });

  test('are listed below a folder and removed one by one', async () => {
    const filesBelow = async (name: string) => {
      const found = [];
      for await (const key of store.files(name)) found.push(key);
      return found.sort();
    };
    for (const key of ['lists/a/1.jpg', 'lists/a/b/2.jpg', 'lists/ab/3.jpg']) await store.put(key, Buffer.from(key));
    expect(await filesBelow('lists/a')).toEqual(['lists/a/1.jpg', 'lists/a/b/2.jpg']);
    await store.remove('lists/a/1.jpg');
    await store.remove('lists/a/none.jpg');
    expect(await filesBelow('lists/a')).toEqual(['lists/a/b/2.jpg']);
    expect(await filesBelow('lists/none')).toEqual([]);
    await expect(store.remove('../lists.jpg')).rejects.toThrow('not a key');
  });

  test.each(['../secret.jpg', '/etc/passwd', 'pictures/../../x.jpg', 'a.jpg', 'pictures/A.jpg', 'pictures/.x/a.jpg'])(
    'are rejected with the key %s',
    async (key) => {
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('not a key');
      await expect(store.read(key)).rejects.toThrow('not a key');
    },
  );

  test.each(['..', 'pictures', 'pictures/', 'pictures/../x'])(
    'are not removed by the invalid folder %s',
    async (path) => {
      await expect(store.removeFolder(path)).rejects.toThrow('not a folder');
    },
  );
});

test('the prefix of a bucket is part of each name and nothing outside it is seen', async () => {
  const [, [, whole], [, part]] = stores as [unknown, [string, FileStore], [string, FileStore]];
  await part.put('places/a/a.jpg', Buffer.from('x'));
  expect(await whole.read('some/part/places/a/a.jpg')).not.toBeNull();
  expect(await whole.read('places/a/a.jpg')).toBeNull();
  await whole.put('places/b/b.jpg', Buffer.from('x'));
  const seen = [];
  for await (const key of part.files('places')) seen.push(key);
  expect(seen).toEqual(['places/a/a.jpg']);
});

test('a bucket stores the content type of each file', async () => {
  await stores[1]?.[1].put('documents/report-5/report.pdf', Buffer.from('%PDF-'));
  const kept = await fetch(`http://127.0.0.1:${server.port}/${bucket}/documents/report-5/report.pdf`);
  expect(kept.headers.get('content-type')).toBe('application/pdf');
});

test('throws overloaded if the bucket is unreachable', async () => {
  const nowhere = s3('http://127.0.0.1:9');
  await expect(nowhere.put('pictures/a/a.jpg', Buffer.from('x'))).rejects.toMatchObject({ code: 'overloaded' });
  await expect(nowhere.read('pictures/a/a.jpg')).rejects.toMatchObject({ code: 'overloaded' });
});

test('never returns a partly written file, and removes old ones', async () => {
  const root = join(folder, 'crashed');
  const store = new LocalFiles(root);
  await expect(store.put('pictures/a/a.jpg', { path: join(folder, 'missing') })).rejects.toThrow('ENOENT');
  expect(await store.read('pictures/a/a.jpg')).toBeNull();
  await store.put('pictures/a/a.jpg', Buffer.from('x'));
  const leftOver = join(root, 'unfinished', 'left-over');
  await writeFile(leftOver, 'half');
  // Under a faked clock the file system has another time.
  await utimes(leftOver, testNow(), testNow());
  await store.tidy(msFromNow(-60_000));
  expect(await readdir(join(root, 'unfinished'))).toEqual(['left-over']);
  await store.tidy(msFromNow(60_000));
  expect(await readdir(join(root, 'unfinished'))).toEqual([]);
  await removeOldFiles(join(folder, 'no-such-folder'), testNow());
});

test('a bucket that accepts connections and says nothing is given up', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const settings = { bucket, region: 'us-east-1', forcePathStyle: true };
  const store = new S3Files(
    {
      ...settings,
      endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    },
    { responseTimeoutMs: 100 },
  );
  await expect(store.read('photos/1.jpg')).rejects.toMatchObject({ code: 'overloaded' });
  await expect(store.put('photos/1.jpg', Buffer.from('x'))).rejects.toMatchObject({ code: 'overloaded' });
  silent.close();
});
