import { beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '#lib/api-client/api-client.ts';
import type { SellPhoto } from '../model/sell-draft.ts';
import { finishedPhotos, PhotoUploads } from './photo-uploads.ts';

const file = (name: string) => new File([name], name, { type: 'image/jpeg' });
const photo = (key: string): SellPhoto => ({ key, url: `/media/${key}`, placeholder: null });
const sender = async (_picture: Blob, name: string): Promise<SellPhoto> => photo(name);

let send: ReturnType<
  typeof vi.fn<(picture: Blob, name: string, sending: { signal: AbortSignal }) => Promise<SellPhoto>>
>;
let forgotten: string[];
let uploads: PhotoUploads;

function uploadsOf(photos: SellPhoto[]): PhotoUploads {
  return new PhotoUploads(
    {
      shrink: async (original) => original,
      send,
      preview: ({ name }) => `blob:${name}`,
      forgetPreview: (preview) => forgotten.push(preview),
    },
    photos,
  );
}
const keys = () => finishedPhotos(uploads.photos()).map(({ key }) => key);
const idOf = (place: number) => uploads.photos()[place]!.id;

beforeEach(() => {
  send = vi.fn(sender);
  forgotten = [];
  uploads = uploadsOf([]);
});

test('sends each photo when it is added and keeps their order', async () => {
  expect(uploads.add([file('a'), file('b'), file('c')])).toBe(true);
  expect(uploads.photos().map(({ preview }) => preview)).toEqual(['blob:a', 'blob:b', 'blob:c']);
  expect(await uploads.settled()).toBe(true);
  expect(keys()).toEqual(['a', 'b', 'c']);
});

test('accepts up to five photos, and those that fit when more are added', async () => {
  uploads = uploadsOf([photo('1'), photo('2'), photo('3')]);
  expect(uploads.add([file('4'), file('5'), file('6')])).toBe(false);
  await uploads.settled();
  expect(keys()).toEqual(['1', '2', '3', '4', '5']);
});

test('an unusable picture takes no place and holds nothing up; one that did not arrive can be retried', async () => {
  send.mockRejectedValueOnce(new ApiFailure(415, { message: 'This is no picture.' }));
  send.mockRejectedValueOnce(new ApiFailure(503, { message: 'Too many at once.' }));
  send.mockRejectedValueOnce(new TypeError('offline'));
  uploads.add([file('a'), file('b'), file('c')]);
  await uploads.settled();
  expect(uploads.photos().map(({ state }) => state)).toEqual(['failed', 'failed']);
  expect(uploads.refused()).toEqual([{ id: 1, name: 'a', reason: 'This is no picture.' }]);
  for (const { id } of uploads.photos()) uploads.remove(id);
  expect(uploads.add([file('d')])).toBe(true);
  expect(await uploads.settled()).toBe(true);
  expect(uploads.refused()).toEqual([]);
});

test('a failed photo has a reason and can be retried and removed', async () => {
  send.mockRejectedValueOnce(new ApiFailure(400, { message: 'This is no picture.' }));
  uploads.add([file('a')]);
  expect(await uploads.settled()).toBe(false);
  expect(uploads.photos()[0]).toMatchObject({ state: 'failed', reason: 'This is no picture.' });
  uploads.retry(idOf(0));
  expect(await uploads.settled()).toBe(true);
  uploads.remove(idOf(0));
  expect([uploads.photos(), forgotten]).toEqual([[], ['blob:a']]);
});

test('retries only photos that did not reach the server', async () => {
  send.mockRejectedValueOnce(new ApiFailure(400, { message: 'No.' })).mockRejectedValueOnce(new TypeError('offline'));
  uploads.add([file('a'), file('b')]);
  await uploads.settled();
  uploads.retryAfterNetworkError();
  await uploads.settled();
  expect(uploads.photos().map(({ state }) => state)).toEqual(['failed', 'uploaded']);
});

test('aborts the upload of a removed photo', async () => {
  let signalSeen: AbortSignal | undefined;
  send.mockImplementationOnce((_picture, _name, { signal }) => {
    signalSeen = signal;
    return new Promise(() => {});
  });
  uploads.add([file('a')]);
  await expect.poll(() => signalSeen).toBeDefined();
  uploads.remove(idOf(0));
  expect(signalSeen?.aborted).toBe(true);
});

test('keeps one of two identical photos', async () => {
  uploads = uploadsOf([photo('a')]);
  uploads.add([file('a')]);
  await uploads.settled();
  expect(keys()).toEqual(['a']);
});

test('shrinks photos one after another', async () => {
  let open = 0;
  let maxOpen = 0;
  const careful = new PhotoUploads(
    {
      shrink: async (original) => {
        maxOpen = Math.max(maxOpen, ++open);
        await Promise.resolve();
        open -= 1;
        return original;
      },
      send,
      preview: () => '',
      forgetPreview: () => {},
    },
    [],
  );
  careful.add([file('a'), file('b'), file('c')]);
  await careful.settled();
  expect(maxOpen).toBe(1);
});

test('moves photos, never beyond the ends', () => {
  uploads = uploadsOf([photo('a'), photo('b'), photo('c')]);
  uploads.move(idOf(2), 0);
  uploads.move(idOf(0), -1);
  uploads.move(idOf(2), 3);
  expect(keys()).toEqual(['c', 'a', 'b']);
});
