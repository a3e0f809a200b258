import sharp, { type Metadata, type Sharp } from 'sharp';
import { gifCanvasPixels, pictureKindOf } from '../model/picture-kind.ts';
import type { PictureEncoding, PictureWidth } from '../model/picture-variant.ts';
import { type CardText, drawShareCard } from './draw-share-card.ts';
import { firstBytes } from './media-files.ts';

const MAX_PIXELS = 40_000_000;
/** A master fits in this box: as wide as the widest rendering, and high enough for an upright phone or a page of paper. */
const MASTER = { width: 1600, height: 2400, quality: 90 };
const MIN_SIDE = 150;
const PLACEHOLDER = { side: 16, quality: 40 };
const SVG_DENSITY = 72;
/** Somewhat less than the pool's patience, so that libvips itself stops before its thread is given up. */
const MAX_SECONDS = 8;

/** Why a file cannot become a picture of ours. */
export type Refusal = 'wrongKind' | 'damaged' | 'tooManyPixels' | 'tooSmall' | 'forPrint';

/** A picture made ours: upright, in sRGB, without transparency and without anything that is not picture. */
export type Master = { jpeg: Uint8Array; width: number; height: number; placeholder: string };

export type PictureJob =
  | { kind: 'take in'; path: string }
  | { kind: 'card'; picture: PictureOriginal; text: CardText }
  | { kind: 'render'; source: PictureOriginal; width: PictureWidth; encodings: PictureEncoding[] };

/** What renderings are made from: a drawing of ours, or the master of a photo. */
export type PictureOriginal = { svg: string } | { jpeg: Uint8Array };

export type PictureAnswer = { master: Master } | { refused: Refusal } | { renderings: Uint8Array[] };

sharp.concurrency(1);
sharp.cache(false);

export async function runPictureJob(job: PictureJob): Promise<PictureAnswer> {
  if (job.kind === 'take in') return takeIn(job.path);
  return { renderings: job.kind === 'card' ? [await drawShareCard(job.picture, job.text)] : await render(job) };
}

/** Makes a master of whatever somebody sent, or tells why not. Nothing is decoded before the header was looked at. */
async function takeIn(path: string): Promise<PictureAnswer> {
  const refused = await whyRefused(path);
  if (refused) return { refused };
  try {
    const upright = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize({ width: MASTER.width, height: MASTER.height, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb');
    const { data, info } = await upright.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    if (Math.min(width, height) < MIN_SIDE) return { refused: 'tooSmall' };
    const picture = sharp(data, { raw: { width, height, channels } });
    const jpeg = await picture.clone().jpeg({ quality: MASTER.quality }).toBuffer();
    return { master: { jpeg, width, height, placeholder: await placeholderOf(picture) } };
  } catch {
    return { refused: 'damaged' };
  }
}

async function whyRefused(path: string): Promise<Refusal | null> {
  const start = await firstBytes(path);
  const kind = pictureKindOf(start);
  if (kind === null) return 'wrongKind';
  if (kind === 'gif' && gifCanvasPixels(start) > MAX_PIXELS) return 'tooManyPixels';
  let header: Metadata;
  try {
    header = await sharp(path, { limitInputPixels: false }).metadata();
  } catch {
    return 'damaged';
  }
  if (header.width * header.height > MAX_PIXELS) return 'tooManyPixels';
  // Readers disagree whether ink is stored as it is or reversed, so a negative could pass unnoticed.
  return header.space === 'cmyk' ? 'forPrint' : null;
}

/** A blur of a picture, small enough to travel inside a page. */
async function placeholderOf(picture: Sharp): Promise<string> {
  const { side, quality } = PLACEHOLDER;
  const tiny = await picture.clone().resize({ width: side, height: side, fit: 'inside' }).webp({ quality }).toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}

/** Resizes once, and encodes that in each of the ways. What is narrower than the width stays as it is. */
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

/** Drawings are few and rendered once in their life; photos are many, and worth less effort each. */
function encode(sized: Sharp, { quality, format }: PictureEncoding, isDrawn: boolean): Promise<Buffer> {
  if (format === 'avif') return sized.avif({ quality: quality - 10, effort: isDrawn ? 2 : 1 }).toBuffer();
  if (format === 'webp') return sized.webp({ quality, effort: isDrawn ? 4 : 2 }).toBuffer();
  return sized.jpeg({ quality, mozjpeg: true }).toBuffer();
}
