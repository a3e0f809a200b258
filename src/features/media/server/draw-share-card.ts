import sharp, { type OverlayOptions } from 'sharp';
import { generatedFile } from '#lib/server/project-root.ts';
import { xmlText } from '#lib/xml-text.ts';
import type { PictureOriginal } from './picture-jobs.ts';

/** What stands beside the picture of a card, from top to bottom. */
export type CardText = { mark: string; title: string; figure: string; line: string };

const CARD = { width: 1200, height: 630 };
/** The panel with the text; the picture has the rest, in which 4 by 3 fits nearly whole. */
const PANEL = { width: 372, padding: 36, colour: '#0c1b2a' };
const SVG_DENSITY = 72;
const MAX_SECONDS = 8;
const QUALITY = 82;
/** The comma ends the family's name, which would be read as a weight otherwise. */
const FAMILY = 'Figtree Light,';
const FONT_FILE = generatedFile('fonts/figtree-card.ttf');
const MAX_TEXT_LENGTH = 90;
/** Where a text is too high for its place, it is tried so much smaller. */
const SHRINKS = [1, 0.85, 0.7, 0.58];

type Place = { top: number; height: number; size: number; colour: string };
const PLACES: Record<keyof CardText, Place> = {
  mark: { top: 40, height: 36, size: 26, colour: '#ffa273' },
  title: { top: 104, height: 270, size: 46, colour: '#f4f0e8' },
  figure: { top: 440, height: 70, size: 56, colour: '#f4f0e8' },
  line: { top: 534, height: 60, size: 26, colour: '#b9c4d0' },
};

/** The picture that a shared link shows, 1200 by 630, as a JPEG. */
export async function drawShareCard(picture: PictureOriginal, text: CardText): Promise<Uint8Array> {
  const isDrawn = 'svg' in picture;
  const original = isDrawn ? sharp(Buffer.from(picture.svg), { density: SVG_DENSITY }) : sharp(picture.jpeg);
  const shown = await original
    .timeout({ seconds: MAX_SECONDS })
    .resize({ width: CARD.width - PANEL.width, height: CARD.height, fit: 'cover' })
    .flatten({ background: PANEL.colour })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = shown.info;
  const parts: OverlayOptions[] = [{ input: shown.data, raw: { width, height, channels }, left: PANEL.width, top: 0 }];
  for (const [name, place] of Object.entries(PLACES)) {
    const written = await write(text[name as keyof CardText], place);
    if (written) parts.push({ input: written, left: PANEL.padding, top: place.top });
  }
  return sharp({ create: { ...CARD, channels: 3, background: PANEL.colour } })
    .composite(parts)
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer();
}

/** A text in its place, as a PNG; null when nothing of it can be written. */
async function write(text: string, { size, height, colour }: Place): Promise<Buffer | null> {
  const words = writable(text);
  if (words === '') return null;
  const width = PANEL.width - 2 * PANEL.padding;
  for (const shrink of SHRINKS) {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${colour}">${xmlText(words)}</span>`,
        font: `${FAMILY} ${Math.round(size * shrink)}`,
        fontfile: FONT_FILE,
        width,
        dpi: 72,
        rgba: true,
        wrap: 'word-char',
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    const fits = info.height <= height && info.width <= width;
    if (fits) return data;
    if (shrink === SHRINKS.at(-1)) return cut(data, Math.min(info.width, width), Math.min(info.height, height));
  }
  return null;
}

function cut(png: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(png).extract({ left: 0, top: 0, width, height }).png().toBuffer();
}

/**
 * A text in the letters that our type has: accents that it lacks are dropped, other scripts left out. Which fonts a machine has
 * decides nothing, so no card shows empty boxes.
 */
export function writable(text: string): string {
  const known = [...text.toWellFormed().normalize('NFC')].map((letter) =>
    isKnown(letter) ? letter : letter.normalize('NFKD').replace(/\P{ASCII}/gu, ''),
  );
  return [...known.join('').replace(/\s+/g, ' ').trim()].slice(0, MAX_TEXT_LENGTH).join('');
}

const isKnown = (letter: string) => /^[ -~\u00a1-\u00ac\u00ae-\u00ff–—‘’“”…]$/u.test(letter);
