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
let tray: PhotoUploads;

function trayOf(photos: SellPhoto[]): PhotoUploads {
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
const keys = () => finishedPhotos(tray.photos()).map(({ key }) => key);
const idOf = (place: number) => tray.photos()[place]!.id;

beforeEach(() => {
  send = vi.fn(sender);
  forgotten = [];
  tray = trayOf([]);
});

test('sends photos as they are added and keeps their order', async () => {
  expect(tray.add([file('a'), file('b'), file('c')])).toBe(true);
  expect(tray.photos().map(({ preview }) => preview)).toEqual(['blob:a', 'blob:b', 'blob:c']);
  expect(await tray.settled()).toBe(true);
  expect(keys()).toEqual(['a', 'b', 'c']);
});

test('accepts up to five photos, and those that fit when more are added', async () => {
  tray = trayOf([photo('1'), photo('2'), photo('3')]);
  expect(tray.add([file('4'), file('5'), file('6')])).toBe(false);
  await tray.settled();
  expect(keys()).toEqual(['1', '2', '3', '4', '5']);
});

test('marks an unusable picture as refused, and one that did not arrive as retryable', async () => {
  send.mockRejectedValueOnce(new ApiFailure(415, { message: 'This is no picture.' }));
  send.mockRejectedValueOnce(new ApiFailure(503, { message: 'Too many at once.' }));
  send.mockRejectedValueOnce(new TypeError('offline'));
  tray.add([file('a'), file('b'), file('c')]);
  await tray.settled();
  expect(tray.photos().map(({ refused }) => refused)).toEqual([true, false, false]);
});

test('a failed photo has a reason and can be retried and removed', async () => {
  send.mockRejectedValueOnce(new ApiFailure(400, { message: 'This is no picture.' }));
  tray.add([file('a')]);
  expect(await tray.settled()).toBe(false);
  expect(tray.photos()[0]).toMatchObject({ state: 'failed', why: 'This is no picture.' });
  tray.retry(idOf(0));
  expect(await tray.settled()).toBe(true);
  tray.remove(idOf(0));
  expect([tray.photos(), forgotten]).toEqual([[], ['blob:a']]);
});

test('retries only photos that did not reach the server', async () => {
  send.mockRejectedValueOnce(new ApiFailure(400, { message: 'No.' })).mockRejectedValueOnce(new TypeError('offline'));
  tray.add([file('a'), file('b')]);
  await tray.settled();
  tray.retryAfterNetworkError();
  await tray.settled();
  expect(tray.photos().map(({ state }) => state)).toEqual(['failed', 'there']);
});

test('aborts the upload of a removed photo', async () => {
  let given: AbortSignal | undefined;
  send.mockImplementationOnce((_picture, _name, { signal }) => {
    given = signal;
    return new Promise(() => {});
  });
  tray.add([file('a')]);
  await expect.poll(() => given).toBeDefined();
  tray.remove(idOf(0));
  expect(given?.aborted).toBe(true);
});

test('keeps one of two identical photos', async () => {
  tray = trayOf([photo('a')]);
  tray.add([file('a')]);
  await tray.settled();
  expect(keys()).toEqual(['a']);
});

test('shrinks photos one after another', async () => {
  let open = 0;
  let most = 0;
  const careful = new PhotoUploads(
    {
      shrink: async (original) => {
        most = Math.max(most, ++open);
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
  expect(most).toBe(1);
});

test('moves photos, never beyond the ends', () => {
  tray = trayOf([photo('a'), photo('b'), photo('c')]);
  tray.move(idOf(2), 0);
  tray.move(idOf(0), -1);
  tray.move(idOf(2), 3);
  expect(keys()).toEqual(['c', 'a', 'b']);
});
