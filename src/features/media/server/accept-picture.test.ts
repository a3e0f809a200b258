import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { scratchFolder } from '../../../../tests/support/scratch-folder.ts';
import { PictureWorkers } from './picture-worker-pool.ts';

const SHARED = '../shared/data/photos';
const workers = new PictureWorkers();
afterAll(() => workers.close());
const folder = await scratchFolder();

/** What becomes of a file: the master's size, or why there is none. */
async function outcomeOf(path: string): Promise<string> {
  try {
    const { width, height } = await workers.takeIn(path);
    return `${width}x${height}`;
  } catch (error) {
    return String((error as { options?: { say?: string } }).options?.say ?? error);
  }
}

const OUTCOMES: Record<string, string> = {
  'edge/duplicate_of_hilux_exterior-02.jpg': '1600x616',
  'edge/orientation_1.jpg': '640x480',
  'edge/orientation_2.jpg': '640x480',
  'edge/orientation_3.jpg': '640x480',
  'edge/orientation_4.jpg': '640x480',
  'edge/orientation_5.jpg': '640x480',
  'edge/orientation_6.jpg': '640x480',
  'edge/orientation_7.jpg': '640x480',
  'edge/orientation_8.jpg': '640x480',
  'edge/exif_gps_owner_serial.jpg': '720x540',
  'edge/exif_markup_in_text.jpg': '720x540',
  'edge/cmyk.jpg': 'media.forPrint',
  'edge/cmyk_other_polarity.jpg': 'media.forPrint',
  'edge/grayscale.jpg': '720x540',
  'edge/progressive.jpg': '720x540',
  'edge/UPPERCASE.JPG': '720x540',
  'edge/photo.jpeg': '720x540',
  'edge/no_extension': '720x540',
  'edge/really_jpeg.png': '720x540',
  'edge/photo.webp': '720x540',
  'edge/webp_with_gps.webp': '720x540',
  'edge/animated.gif': '240x240',
  'edge/animated.webp': '240x240',
  'edge/photo.avif': 'media.wrongKind',
  'edge/alpha.png': '400x300',
  'edge/palette.png': '400x300',
  'edge/gray16.png': '300x225',
  'edge/photo.tiff': 'media.wrongKind',
  'edge/photo.bmp': 'media.wrongKind',
  'edge/very_wide_4000x40.jpg': 'media.tooSmall',
  'edge/very_tall_40x4000.jpg': 'media.tooSmall',
  'edge/one_pixel.png': 'media.tooSmall',
  'edge/thumbnail_120x90.jpg': 'media.tooSmall',
  'edge/over_4mb_4368x3269.jpg': '1600x1197',
  'edge/over_4mb_photo.png': '1600x1028',
  'hostile/truncated_header.jpg': 'media.damaged',
  'hostile/corrupt_middle.jpg': '720x540',
  'hostile/html_renamed.jpg': 'media.wrongKind',
  'hostile/text_renamed.png': 'media.wrongKind',
  'hostile/pdf_renamed.jpg': 'media.wrongKind',
  'hostile/jpeg_with_php_comment.jpg': '720x540',
  'hostile/jpeg_zip_polyglot.jpg': '720x540',
  'hostile/svg_script.svg': 'media.wrongKind',
  'hostile/svg_onload.svg': 'media.wrongKind',
  'hostile/png_header_lies_65500.png': 'media.tooManyPixels',
  'hostile/gif_canvas_65535.gif': 'media.tooManyPixels',
  'hostile/exif_60kb_text.jpg': '200x150',
};

describe.skipIf(!existsSync(SHARED))(`the photos of ${SHARED} (skipped where it is absent)`, () => {
  const listed = existsSync(SHARED)
    ? (parse(readFileSync(join(SHARED, 'expected.csv')), { columns: true }) as { file: string }[])
    : [];

  test('are all decided about', () => {
    expect(Object.keys(OUTCOMES).sort()).toEqual(expect.arrayContaining(listed.map(({ file }) => file).sort()));
  });

  test.each(Object.entries(OUTCOMES))('%s: %s', async (file, outcome) => {
    expect(await outcomeOf(join(SHARED, file))).toBe(outcome);
  });

  test('of real cars are all taken, upright', async () => {
    const cars = existsSync(SHARED) ? readdirSync(join(SHARED, 'cars')) : [];
    expect(cars.length).toBeGreaterThan(20);
    for (const car of cars) expect(await outcomeOf(join(SHARED, 'cars', car)), car).toMatch(/^\d{4}x\d{3,4}$/);
    expect(await outcomeOf(join(SHARED, 'cars/jeep-renegade_interior-01.jpg'))).toBe('1600x2133');
  });

  test('are shown upright: all eight orientations look alike', async () => {
    const looks = [];
    for (let orientation = 1; orientation <= 8; orientation++) {
      const { jpeg } = await workers.takeIn(join(SHARED, `edge/orientation_${orientation}.jpg`));
      looks.push(await sharp(jpeg).resize(32, 24).raw().toBuffer());
    }
    for (const look of looks) expect(meanDifference(look, looks[0]!)).toBeLessThan(4);
  });

  test('keep nothing but the picture: no place, no owner, no comment, no tail', async () => {
    const telling = [
      ...['exif_gps_owner_serial.jpg', 'exif_markup_in_text.jpg', 'webp_with_gps.webp'].map((name) => `edge/${name}`),
      ...['jpeg_with_php_comment.jpg', 'jpeg_zip_polyglot.jpg', 'exif_60kb_text.jpg'].map((name) => `hostile/${name}`),
      'cars/corolla-cross_white_front_gps.jpg',
      'cars/chevrolet-onix_exterior-01.jpg',
    ];
    for (const file of telling) {
      const { jpeg } = await workers.takeIn(join(SHARED, file));
      const { exif, icc, xmp, iptc, orientation } = await sharp(jpeg).metadata();
      expect({ exif, icc, xmp, iptc, orientation }, file).toEqual({});
      expect(Buffer.from(jpeg).toString('latin1'), file).not.toMatch(/<\?php|<script|\.\.\/|Exif|GPS/);
    }
  });

  test('lie on white where they are transparent', async () => {
    const transparent = await sharp({
      create: { width: 200, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const path = join(folder, 'transparent');
    await writeFile(path, transparent);
    const { jpeg } = await workers.takeIn(path);
    expect((await sharp(jpeg).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });
});

function meanDifference(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / one.length;
}

test('a picture of more than 40 megapixels is refused by its header, before its pixels are read', async () => {
  const path = join(folder, 'huge');
  const huge = { width: 6400, height: 6400, channels: 3 as const, background: '#fff' };
  const whole = await sharp({ create: huge, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer();
  await writeFile(path, whole.subarray(0, 2_048));
  expect(await outcomeOf(path)).toBe('media.tooManyPixels');
});

test('an animation is shown by its first frame, however many there are', async () => {
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
  const { width, height, jpeg } = await workers.takeIn(path);
  expect([width, height]).toEqual([200, 200]);
  expect((await sharp(jpeg).stats()).channels[0]?.mean).toBeGreaterThan(180);
});

test('a placeholder is a tiny data URI that shows the same', async () => {
  const path = join(folder, 'red');
  await writeFile(
    path,
    await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c00' } })
      .jpeg()
      .toBuffer(),
  );
  const { placeholder } = await workers.takeIn(path);
  expect(placeholder.length).toBeLessThanOrEqual(400);
  const [head, data = ''] = placeholder.split(',');
  expect(head).toBe('data:image/webp;base64');
  const shown = sharp(Buffer.from(data, 'base64'));
  expect(await shown.metadata()).toMatchObject({ width: 16, height: 11 });
  expect((await shown.stats()).channels[0]?.mean).toBeGreaterThan(150);
});
