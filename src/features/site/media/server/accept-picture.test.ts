import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { type PhotoCase, REFUSED_PHOTOS, VALID_PHOTOS } from '../../../../../tests/fixtures/photos.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { PictureWorkerPool } from './picture-worker-pool.ts';

const workers = new PictureWorkerPool();
afterAll(() => workers.close());
const folder = await scratchFolder();

/** Returns the size of the master, or the message id of the rejection. */
async function outcomeOf(path: string): Promise<string> {
  try {
    const { width, height } = await workers.importPicture(path, 'user 1');
    return `${width}x${height}`;
  } catch (error) {
    return String((error as { options?: { messageKey?: string } }).options?.messageKey ?? error);
  }
}

/** Creates the file of a photo on first use. */
async function fileOf({ name, make }: PhotoCase): Promise<string> {
  const path = join(folder, name);
  if (!existsSync(path)) await writeFile(path, await make());
  return path;
}

const photoNamed = (name: string) => VALID_PHOTOS.find((photo) => photo.name === name)!;

test.each([...VALID_PHOTOS, ...REFUSED_PHOTOS])('$name: $outcome', async (photo) => {
  expect(await outcomeOf(await fileOf(photo))).toBe(photo.outcome);
});

test('turns a photo upright for every EXIF orientation', async () => {
  const pictures = [];
  for (let orientation = 1; orientation <= 8; orientation++) {
    const { jpeg } = await workers.importPicture(await fileOf(photoNamed(`orientation-${orientation}.jpg`)), 'user 1');
    pictures.push(await sharp(jpeg).resize(32, 24).raw().toBuffer());
  }
  for (const picture of pictures) expect(meanDifference(picture, pictures[0]!)).toBeLessThan(4);
});

test.each([
  'place-owner-serial.jpg',
  'markup-in-exif.jpg',
  'place.webp',
  'color-profile.jpg',
  'php-comment.jpg',
  'zip-after-jpeg.jpg',
  'exif-60-kb.jpg',
  'phone.jpg',
])('removes everything from %s except its pixels', async (name) => {
  const path = await fileOf(photoNamed(name));
  expect(await readFile(path, 'latin1')).toMatch(/<\?php|<script|\.\.\/|Exif|EXIF|ICC_PROFILE/);
  const { jpeg } = await workers.importPicture(path, 'user 1');
  const { exif, icc, xmp, iptc, orientation } = await sharp(jpeg).metadata();
  expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
  expect(Buffer.from(jpeg).toString('latin1')).not.toMatch(/<\?php|<script|\.\.\/|Exif|GPS|ICC_PROFILE/);
});

test('puts a transparent picture on a white background', async () => {
  const transparent = await sharp({
    create: { width: 200, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const path = join(folder, 'transparent');
  await writeFile(path, transparent);
  const { jpeg } = await workers.importPicture(path, 'user 1');
  expect((await sharp(jpeg).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
});

function meanDifference(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - other[index]!), 0) / one.length;
}

test('rejects a picture above 40 megapixels by its header, before decoding', async () => {
  const path = join(folder, 'huge');
  const huge = { width: 6400, height: 6400, channels: 3 as const, background: '#fff' };
  const whole = await sharp({ create: huge, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer();
  await writeFile(path, whole.subarray(0, 2_048));
  expect(await outcomeOf(path)).toBe('media.tooManyPixels');
});

test('uses the first frame of an animation with 300 frames', async () => {
  const frames = 300;
  const strip = sharp({
    create: { width: 200, height: 200 * frames, channels: 3, background: '#c00' },
    limitInputPixels: false,
  });
  const path = join(folder, 'animation');
  const raw = await strip.raw().toBuffer();
  raw.fill(0, 200 * 200 * 3);
  const animation = sharp(raw, {
    raw: { width: 200, height: 200 * frames, channels: 3, pageHeight: 200 },
    limitInputPixels: false,
  });
  await writeFile(path, await animation.gif({ loop: 0 }).toBuffer());
  const { width, height, jpeg } = await workers.importPicture(path, 'user 1');
  expect([width, height]).toEqual([200, 200]);
  expect((await sharp(jpeg).stats()).channels[0]?.mean).toBeGreaterThan(180);
});

test('creates a placeholder of at most 400 characters in the color of the picture', async () => {
  const path = join(folder, 'red');
  await writeFile(
    path,
    await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c00' } })
      .jpeg()
      .toBuffer(),
  );
  const { placeholder } = await workers.importPicture(path, 'user 1');
  expect(placeholder.length).toBeLessThanOrEqual(400);
  const [header, data = ''] = placeholder.split(',');
  expect(header).toBe('data:image/webp;base64');
  const preview = sharp(Buffer.from(data, 'base64'));
  expect(await preview.metadata()).toMatchObject({ width: 16, height: 11 });
  expect((await preview.stats()).channels[0]?.mean).toBeGreaterThan(150);
});
