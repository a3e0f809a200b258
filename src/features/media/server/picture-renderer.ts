import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { PictureVariant } from '../picture-variant.ts';

/** The original of a picture, as SVG of our own making; null when there is no such picture. */
export type PictureSource = (key: string) => string | null;

const RENDERED_AT_ONCE = 2;
const SVG_DENSITY = 72;

sharp.concurrency(1);
sharp.cache(false);

/** Renders pictures in the sizes and formats that browsers ask for, each once, and keeps the files. */
export class PictureRenderer {
  readonly #source: PictureSource;
  readonly #folder: string;
  readonly #limit = pLimit(RENDERED_AT_ONCE);
  readonly #underWay = new Map<string, Promise<Buffer>>();

  constructor(source: PictureSource, folder: string) {
    this.#source = source;
    this.#folder = folder;
  }

  async render(key: string, variant: PictureVariant): Promise<Buffer | null> {
    const file = join(this.#folder, key, `${variant.width}-${variant.quality}.${variant.format}`);
    const kept = await readFile(file).catch(() => null);
    if (kept) return kept;
    const original = this.#source(key);
    if (original === null) return null;
    let rendering = this.#underWay.get(file);
    if (!rendering) {
      rendering = this.#limit(() => renderAndKeep(original, variant, file)).finally(() => this.#underWay.delete(file));
      this.#underWay.set(file, rendering);
    }
    return rendering;
  }
}

async function renderAndKeep(svg: string, variant: PictureVariant, file: string): Promise<Buffer> {
  const rendered = await encode(svg, variant);
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, rendered);
  await rename(unfinished, file);
  return rendered;
}

function encode(svg: string, { width, quality, format }: PictureVariant): Promise<Buffer> {
  const sized = sharp(Buffer.from(svg), { density: SVG_DENSITY }).resize({ width }).flatten({ background: '#ffffff' });
  if (format === 'avif') return sized.avif({ quality: quality - 10, effort: 2 }).toBuffer();
  if (format === 'webp') return sized.webp({ quality }).toBuffer();
  return sized.jpeg({ quality, mozjpeg: true }).toBuffer();
}
