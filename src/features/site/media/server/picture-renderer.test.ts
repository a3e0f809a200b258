import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { LocalFiles } from '#lib/server/files/local-files.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { makePicture } from '../../../../../tests/support/site/media/media.ts';
import { PAGE_ENCODINGS, type PictureVariant } from '../model/picture-variant.ts';
import { masterFile } from './media-files.ts';
import { MIN_FREE_FOR_RENDERINGS, PictureRenderer } from './picture-renderer.ts';
import { PictureWorkerPool } from './picture-worker-pool.ts';

const STRANGER = { client: 'stranger', gone: new AbortController().signal };
const folder = await scratchFolder();
const store = new LocalFiles(join(folder, 'files'));
let drawings = 0;
const drawPicture = async (key: string) => {
  if (key !== 'scene-test') return null;
  drawings += 1;
  return '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#c00"/></svg>';
};
const workers = new PictureWorkerPool();
afterAll(() => workers.close());
const renderer = new PictureRenderer({ drawn: drawPicture, store, workers });

async function newPhoto(width = 1600, height = 1200) {
  const jpeg = readFileSync(await makePicture(folder, { width, height }));
  const key = `photo-${createHash('sha256').update(jpeg).digest('hex').slice(0, 32)}`;
  await store.put(masterFile(key), jpeg);
  return { key, jpeg };
}

async function rendered(key: string, variant: Partial<PictureVariant> = {}) {
  const file = await renderer.render(key, { width: 640, quality: 60, format: 'webp', ...variant }, STRANGER);
  return file && sharp(await buffer(file.stream)).metadata();
}

test('renders exactly the sizes that pages use for a new photo', async () => {
  const { key, jpeg } = await newPhoto();
  await renderer.prepare(key, jpeg);
  const expected = Object.entries(PAGE_ENCODINGS).flatMap(([width, encodings]) =>
    encodings.map(({ quality, format }) => `${width}-${quality}.${format}`),
  );
  expect(readdirSync(join(folder, 'files/pictures', key)).sort()).toEqual([...expected, 'master.jpg'].sort());
});

test('renders from the master without enlarging', async () => {
  const { key } = await newPhoto(700, 525);
  expect(await rendered(key, { width: 640, format: 'jpg' })).toMatchObject({ width: 640, height: 480, format: 'jpeg' });
  expect(await rendered(key, { width: 1600, format: 'avif' })).toMatchObject({ width: 700, format: 'heif' });
});

test('enlarges a drawing to the requested width', async () => {
  expect(await rendered('scene-test', { width: 960 })).toMatchObject({ width: 960, height: 720 });
});

test('renders once for 10 concurrent requests and stores the result', async () => {
  const before = drawings;
  await Promise.all(Array.from({ length: 10 }, () => rendered('scene-test', { width: 320 })));
  await rendered('scene-test', { width: 320 });
  expect(drawings - before).toBe(1);
});

test('skips a queued rendering when all who requested it have gone', async () => {
  const drawn: string[] = [];
  const release = Promise.withResolvers<void>();
  const store = new LocalFiles(join(folder, randomUUID()));
  const lookups = vi.spyOn(store, 'read');
  const queue = new PictureRenderer({
    drawn: async (key) => {
      drawn.push(key);
      await release.promise;
      return drawPicture('scene-test');
    },
    store,
    workers,
  });
  const leaving = [new AbortController(), new AbortController()];
  const [one, other] = leaving.map(({ signal }) => ({ client: 'visitor', gone: signal }));
  const request = (key: string, requester = STRANGER) =>
    queue.render(key, { width: 320, quality: 60, format: 'webp' }, requester);
  const running = request('scene-running');
  // Alone first: requests look for stored files before they queue, so which of several is drawn first is not fixed.
  await expect.poll(() => drawn).toEqual(['scene-running']);
  const answers = Promise.allSettled([
    running,
    request('scene-abandoned', one),
    request('scene-abandoned', other),
    request('scene-shared', one),
    request('scene-shared'),
  ]);
  await Promise.all(lookups.mock.results.map(({ value }) => value));
  for (const visitor of leaving) visitor.abort();
  release.resolve();
  expect((await answers).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(drawn).toEqual(['scene-running', 'scene-shared']);
});

test('returns null for an unknown picture key', async () => {
  expect(await rendered('scene-other')).toBeNull();
  expect(await rendered('photo-00000000000000000000000000000000')).toBeNull();
});

test('renders the next size that pages use for a size that none uses', async () => {
  const { key } = await newPhoto();
  for (const variant of [{ width: 1600 }, { width: 1600, quality: 80 }] as const)
    expect(await rendered(key, { ...variant, format: 'avif' })).toMatchObject({ width: 1600 });
  expect(await rendered(key, { width: 320, format: 'jpg' })).toMatchObject({ width: 640 });
  expect(readdirSync(join(folder, 'files/pictures', key)).sort()).toEqual(['1600-80.avif', '640-60.jpg', 'master.jpg']);
});

/** A store with a set amount of free space that fails to write. */
class FullDisk extends LocalFiles {
  readonly #free: number;

  constructor(root: string, free: number) {
    super(root);
    this.#free = free;
  }

  override freeBytes(): Promise<number> {
    return Promise.resolve(this.#free);
  }

  override put(): Promise<void> {
    return Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  }
}

test.each([
  ['and reports it if storing fails', MIN_FREE_FOR_RENDERINGS, ['ENOSPC']],
  ['and does not try to store it when space runs low', MIN_FREE_FOR_RENDERINGS - 1, []],
])('sends a rendering that is not stored, %s', async (_what, free, expected) => {
  const codes: unknown[] = [];
  const onUnstored = (error: unknown) => codes.push((error as { code?: string }).code);
  const full = new PictureRenderer({
    drawn: drawPicture,
    store: new FullDisk(join(folder, randomUUID()), free),
    workers,
    onUnstored,
  });
  const file = await full.render('scene-test', { width: 320, quality: 60, format: 'jpg' }, STRANGER);
  expect(await sharp(await buffer(file!.stream)).metadata()).toMatchObject({ width: 320, format: 'jpeg' });
  expect(codes).toEqual(expected);
});
