import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { shrinkPhoto } from '#features/catalog/sell/client/photo-uploads.ts';
import { ApiFailure } from '#lib/api-client/api-client.ts';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { PhotoUploads } from '../client/photo-uploads.ts';
import type { SellPhoto } from '../model/sell-draft.ts';
import { PhotosStep } from './photos-step.tsx';

type Upload = { picture: Blob; name: string; onProgress: (share: number) => void; signal: AbortSignal };

/** A photo in the size of a camera's, each in a different color. */
async function photo(name: string, { width = 400, height = 300, color = 'navy' } = {}): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], name, { type: 'image/jpeg' });
}

/** The uploader with a server that answers each upload when the test says so. */
async function openUploader() {
  const uploads: (Upload & { accept: () => void; refuse: (error: Error) => void })[] = [];
  const send = (picture: Blob, name: string, { onProgress, signal }: Omit<Upload, 'picture' | 'name'>) => {
    const { promise, resolve, reject } = Promise.withResolvers<SellPhoto>();
    const accept = () => resolve({ key: name, url: `/api/media/${name}`, placeholder: null });
    uploads.push({ picture, name, onProgress, signal, accept, refuse: reject });
    return promise;
  };
  const preview = (file: File) => URL.createObjectURL(file);
  const photos = new PhotoUploads(
    { shrink: shrinkPhoto, send, preview, forgetPreview: (url) => URL.revokeObjectURL(url) },
    [],
  );
  await renderPage(<PhotosStep uploads={photos} />);
  return uploads;
}

const add = (...files: File[]) => userEvent.upload(page.getByLabelText('Choose photos'), files);
const tiles = page.getByRole('list', { name: 'Your photos, in order' }).getByRole('listitem');
const press = (name: string) => userEvent.click(page.getByRole('button', { name }));

/** Adds photos and has the server accept them. */
async function added(...names: string[]) {
  const uploads = await openUploader();
  await add(...(await Promise.all(names.map((name) => photo(name)))));
  await expect.poll(() => uploads.length).toBe(names.length);
  for (const { accept } of uploads) accept();
  await expect.poll(() => page.getByRole('progressbar').elements().length).toBe(0);
  return uploads;
}

/** The file names of the photos in their order, as the buttons that remove them show. */
const order = (uploads: { name: string }[]) =>
  tiles.elements().map((tile) => uploads[Number(tile.getAttribute('data-photo')) - 1]?.name);

test('shows a chosen photo immediately, and its upload in percent', async () => {
  const uploads = await openUploader();
  await expect.element(page.getByText('0 of 5 photos')).toBeVisible();
  await add(await photo('front.jpg'));
  await expect.element(page.getByRole('img', { name: 'Your photo 1' })).toBeVisible();
  await expect.poll(() => (tiles.element().querySelector('img') as HTMLImageElement).naturalWidth).toBe(400);
  await expect.poll(() => uploads.length).toBe(1);
  const progress = page.getByRole('progressbar');
  await expect.element(page.getByText(/Preparing…/)).toBeVisible();
  uploads[0]!.onProgress(0.4);
  await expect.element(page.getByText(/40%/)).toBeVisible();
  expect((progress.element() as HTMLProgressElement).value).toBe(0.4);
  uploads[0]!.onProgress(1);
  await expect.element(page.getByText(/Checking…/)).toBeVisible();
  uploads[0]!.accept();
  await expect.element(progress).not.toBeInTheDocument();
  await expect.element(page.getByText('1 of 5 photos')).toBeVisible();
});

test('sends a large photo as a JPEG of at most 1,920 pixels', async () => {
  const uploads = await openUploader();
  await add(await photo('phone.jpg', { width: 4_000, height: 3_000 }));
  await expect.poll(() => uploads.length).toBe(1);
  const { width, height } = await createImageBitmap(uploads[0]!.picture);
  expect([uploads[0]!.picture.type, width, height]).toEqual(['image/jpeg', 1_920, 1_440]);
});

test('the first photo is the cover, and the star makes another one the cover', async () => {
  const uploads = await added('front.jpg', 'side.jpg', 'rear.jpg');
  await expect.element(tiles.nth(0)).toMatchTextContent('Cover photo');
  await expect.element(tiles.nth(2)).not.toMatchTextContent('Cover photo');
  await press('Make cover: photo 3');
  await expect.poll(() => order(uploads)).toEqual(['rear.jpg', 'front.jpg', 'side.jpg']);
  await expect.element(tiles.nth(0)).toMatchTextContent('Cover photo');
});

test('the arrows move a photo, announce its new place and keep the focus', async () => {
  const uploads = await added('front.jpg', 'side.jpg', 'rear.jpg');
  await press('Move later: photo 1');
  await expect.poll(() => order(uploads)).toEqual(['side.jpg', 'front.jpg', 'rear.jpg']);
  await expect.element(page.getByText('Photo 1 is now photo 2 of 3')).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Move later: photo 2' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => order(uploads)).toEqual(['side.jpg', 'rear.jpg', 'front.jpg']);
  const last = page.getByRole('button', { name: 'Move later: photo 3' });
  await expect.element(last).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  expect(order(uploads)).toEqual(['side.jpg', 'rear.jpg', 'front.jpg']);
});

test('a photo can be dragged to another place with the mouse', async () => {
  const uploads = await added('front.jpg', 'side.jpg', 'rear.jpg');
  const handle = (at: number) => tiles.nth(at).element().querySelector('[data-photo-handle]')!;
  await userEvent.dragAndDrop(handle(2), handle(0));
  await expect.poll(() => order(uploads)).toEqual(['rear.jpg', 'front.jpg', 'side.jpg']);
});

test('an upload that got no response can be retried', async () => {
  const uploads = await openUploader();
  await add(await photo('front.jpg'));
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]!.refuse(new TypeError('offline'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Upload failed. Check your connection.');
  await press('Try again');
  await expect.poll(() => uploads.length).toBe(2);
  uploads[1]!.accept();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(page.getByText('1 of 5 photos')).toBeVisible();
});

test('a picture that the server rejects shows the reason and cannot be retried', async () => {
  const uploads = await openUploader();
  await add(await photo('front.jpg'));
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]!.refuse(new ApiFailure(415, { message: 'This is not a photo.' }));
  await expect.element(page.getByRole('alert')).toMatchTextContent('This is not a photo.');
  expect(page.getByRole('button', { name: 'Try again' }).query()).toBeNull();
  expect(tiles.elements()).toEqual([]);
  await expect.element(page.getByText('0 of 5 photos')).toBeVisible();
  await add(await photo('side.jpg'));
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a removed photo disappears and its upload is canceled', async () => {
  const uploads = await openUploader();
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  await add(await photo('front.jpg'));
  await expect.poll(() => uploads.length).toBe(1);
  await press('Remove photo 1');
  await expect.element(page.getByText('0 of 5 photos')).toBeVisible();
  expect(tiles.elements()).toEqual([]);
  expect(uploads[0]!.signal.aborted).toBe(true);
  expect(revoke).toHaveBeenCalledOnce();
});

test('of six photos five are taken, and the limit is announced until one is removed', async () => {
  await openUploader();
  await add(...(await Promise.all([1, 2, 3, 4, 5, 6].map((number) => photo(`${number}.jpg`)))));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Maximum 5 images allowed');
  expect(tiles.elements()).toHaveLength(5);
  await press('Remove photo 5');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('dropped files are added', async () => {
  await openUploader();
  const data = new DataTransfer();
  data.items.add(await photo('front.jpg'));
  const area = page.getByText('0 of 5 photos').element().parentElement!;
  const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
  area.dispatchEvent(drop);
  await expect.element(page.getByText('1 of 5 photos')).toBeVisible();
  expect(drop.defaultPrevented).toBe(true);
});
