import sharp, { type Metadata, type Sharp } from 'sharp';
import type { PictureEncoding, PictureWidth } from '../model/picture-variant.ts';
import { gifCanvasPixels, isHeic, pictureKindOf } from '../model/upload.ts';
import { type CardContent, drawShareCard } from './draw-share-card.ts';
import { firstBytes } from './media-files.ts';

const MAX_PIXELS = 40_000_000;
/** Maximum size of a master: as wide as the widest rendering, high enough for portrait photos and scanned pages. */
const MASTER = { width: 1600, height: 2400, quality: 90 };
const MIN_SIDE = 150;
/** A panorama of a phone is up to 40 times as wide as high. */
const MAX_RATIO = 40;
const PLACEHOLDER = { side: 16, quality: 40 };
const SVG_DENSITY = 72;
/** Less than the job timeout of the pool, so libvips stops before the pool kills its thread. */
const MAX_SECONDS = 8;

export type Rejection = 'wrongKind' | 'heic' | 'tooNarrow' | 'damaged' | 'tooManyPixels' | 'tooSmall' | 'forPrint';

/** A re-encoded picture: upright, sRGB, without transparency and metadata. */
export type Master = { jpeg: Uint8Array; width: number; height: number; placeholder: string; fingerprint: string };

export type PictureJob =
  | { kind: 'import'; path: string }
  | { kind: 'fingerprint'; jpeg: Uint8Array }
  | ({ kind: 'card' } & CardContent)
  | { kind: 'render'; source: PictureOriginal; width: PictureWidth; encodings: PictureEncoding[] };

/** Source of renderings: a drawing, or the master of a photo. */
export type PictureOriginal = { svg: string } | { jpeg: Uint8Array };

export type PictureResult =
  | { master: Master }
  | { rejected: Rejection }
  | { fingerprint: string }
  | { renderings: Uint8Array[] };

sharp.concurrency(1);
sharp.cache(false);

export async function runPictureJob(job: PictureJob): Promise<PictureResult> {
  if (job.kind === 'import') return importPicture(job.path);
  if (job.kind === 'fingerprint') return { fingerprint: await fingerprintOf(sharp(job.jpeg)) };
  return { renderings: job.kind === 'card' ? [await drawShareCard(job)] : await render(job) };
}

/** Creates the master of an uploaded file, or returns why not. Checks the header before decoding anything. */
async function importPicture(path: string): Promise<PictureResult> {
  const rejected = await findRejection(path);
  if (rejected) return { rejected };
  try {
    const upright = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize({ width: MASTER.width, height: MASTER.height, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColorspace('srgb');
    const { data, info } = await upright.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const picture = sharp(data, { raw: { width, height, channels } });
    const jpeg = await picture.clone().jpeg({ quality: MASTER.quality }).toBuffer();
    const [placeholder, fingerprint] = [await placeholderOf(picture), await fingerprintOf(picture)];
    return { master: { jpeg, width, height, placeholder, fingerprint } };
  } catch {
    return { rejected: 'damaged' };
  }
}

async function findRejection(path: string): Promise<Rejection | null> {
  const start = await firstBytes(path);
  const kind = pictureKindOf(start);
  if (kind === null) return isHeic(start) ? 'heic' : 'wrongKind';
  if (kind === 'gif' && gifCanvasPixels(start) > MAX_PIXELS) return 'tooManyPixels';
  let header: Metadata;
  try {
    header = await sharp(path, { limitInputPixels: false }).metadata();
  } catch {
    return 'damaged';
  }
  if (header.width * header.height > MAX_PIXELS) return 'tooManyPixels';
  const [least, most] = [Math.min(header.width, header.height), Math.max(header.width, header.height)];
  if (least < MIN_SIDE) return 'tooSmall';
  if (most > MAX_RATIO * least) return 'tooNarrow';
  // Programs disagree whether CMYK values are inverted, so the picture could turn out as a negative.
  return header.space === 'cmyk' ? 'forPrint' : null;
}

/** Returns a blurred preview as a data URI, small enough to embed in a page. */
async function placeholderOf(picture: Sharp): Promise<string> {
  const { side, quality } = PLACEHOLDER;
  const tiny = await picture.clone().resize({ width: side, height: side, fit: 'inside' }).webp({ quality }).toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}

/** Resizes once and encodes the result in each encoding. Never enlarges photos. */
async function render({ source, width, encodings }: Extract<PictureJob, { kind: 'render' }>): Promise<Uint8Array[]> {
  const isDrawn = 'svg' in source;
  const original = isDrawn ? sharp(Buffer.from(source.svg), { density: SVG_DENSITY }) : sharp(source.jpeg);
  const { data, info } = await original
    .timeout({ seconds: MAX_SECONDS })
    .resize({ width, withoutEnlargement: !isDrawn })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sized = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const renderings: Uint8Array[] = [];
  for (const encoding of encodings) renderings.push(await encode(sized.clone(), encoding, isDrawn));
  return renderings;
}

/** Uses more effort for drawings, which are few, than for photos. */
function encode(sized: Sharp, { quality, format }: PictureEncoding, isDrawn: boolean): Promise<Buffer> {
  if (format === 'avif') return sized.avif({ quality: quality - 10, effort: isDrawn ? 2 : 1 }).toBuffer();
  if (format === 'webp') return sized.webp({ quality, effort: isDrawn ? 4 : 2 }).toBuffer();
  return sized.jpeg({ quality, mozjpeg: true }).toBuffer();
}

const SIDE = 8;
/** Bits that differ from the rest. A picture with fewer, such as a white wall, looks like too many others. */
const LEAST_STRUCTURE = 8;

/**
 * Returns 64 bits as a signed decimal number: whether each of 8 × 8 gray fields is darker than the one to its right. They change little when a
 * picture is scaled, saved again or brightened. Returns 0 for a picture without structure.
 */
export async function fingerprintOf(picture: Sharp): Promise<string> {
  const width = SIDE + 1;
  const fields = await picture.clone().resize({ width, height: SIDE, fit: 'fill' }).grayscale().raw().toBuffer();
  let bits = 0n;
  let rises = 0;
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const at = row * width + column;
      const isRise = fields[at]! < fields[at + 1]!;
      bits = (bits << 1n) | (isRise ? 1n : 0n);
      if (isRise) rises++;
    }
  const hasStructure = Math.min(rises, SIDE * SIDE - rises) >= LEAST_STRUCTURE;
  return hasStructure ? BigInt.asIntN(64, bits).toString() : '0';
}
