import sharp, { type OverlayOptions } from 'sharp';
import { generatedFile } from '#lib/server/project-root.ts';
import { xmlText } from '#lib/xml-text.ts';
import type { PictureOriginal } from './picture-jobs.ts';

/** Texts of a card, from top to bottom. */
type CardText = { mark: string; title: string; figure: string; line: string };
/** The light of a destination in words, and the landed cost. */
export type CardNote = { light: 'green' | 'amber' | 'red'; verdict: string; cost: string };
export type CardContent = { picture: PictureOriginal; text: CardText; note: CardNote | null };

const CARD = { width: 1200, height: 630 };
/** Panel with the text. The rest of the card almost fits a 4:3 picture. */
const PANEL = { width: 372, padding: 36, color: '#0c1b2a' };
const SVG_DENSITY = 72;
const MAX_SECONDS = 8;
const QUALITY = 82;
/** The comma ends the family name; otherwise Pango reads 'Light' as a weight. */
const FAMILY = 'Figtree Light,';
const FONT_FILE = generatedFile('fonts/figtree-card.ttf');
const MAX_TEXT_LENGTH = 90;
/** Factors of the font size, tried until the text fits. */
const SHRINKS = [1, 0.85, 0.7, 0.58];

type Place = { top: number; height: number; size: number; color: string };
const PLACES: Record<keyof CardText, Place> = {
  mark: { top: 40, height: 36, size: 26, color: '#ffa273' },
  title: { top: 104, height: 270, size: 46, color: '#f4f0e8' },
  figure: { top: 440, height: 70, size: 56, color: '#f4f0e8' },
  line: { top: 534, height: 60, size: 26, color: '#b9c4d0' },
};

/** With a note, the title leaves it room above the price. */
const NOTED_TITLE: Place = { ...PLACES.title, height: 180, size: 42 };
const VERDICT: Omit<Place, 'color'> = { top: 300, height: 44, size: 30 };
const COST: Place = { top: 352, height: 76, size: 24, color: '#f4f0e8' };
const LIGHT_COLORS = { green: '#6fd3a0', amber: '#ffc561', red: '#ff8f80' };

/** Draws the preview picture of a shared link, 1200 × 630, as a JPEG. */
export async function drawShareCard({ picture, text, note }: CardContent): Promise<Uint8Array> {
  const isDrawn = 'svg' in picture;
  const original = isDrawn ? sharp(Buffer.from(picture.svg), { density: SVG_DENSITY }) : sharp(picture.jpeg);
  const resized = await original
    .timeout({ seconds: MAX_SECONDS })
    .resize({ width: CARD.width - PANEL.width, height: CARD.height, fit: 'cover' })
    .flatten({ background: PANEL.color })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = resized.info;
  const parts: OverlayOptions[] = [
    { input: resized.data, raw: { width, height, channels }, left: PANEL.width, top: 0 },
  ];
  for (const [words, place] of placedTexts(text, note)) {
    const overlay = await renderText(words, place);
    if (overlay) parts.push({ input: overlay, left: PANEL.padding, top: place.top });
  }
  return sharp({ create: { ...CARD, channels: 3, background: PANEL.color } })
    .composite(parts)
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer();
}

function placedTexts(text: CardText, note: CardNote | null): [string, Place][] {
  const { title, ...others } = PLACES;
  return [
    [text.title, note ? NOTED_TITLE : title],
    ...Object.entries(others).map(([name, place]): [string, Place] => [text[name as keyof CardText], place]),
    ...(note
      ? ([
          [note.verdict, { ...VERDICT, color: LIGHT_COLORS[note.light] }],
          [note.cost, COST],
        ] satisfies [string, Place][])
      : []),
  ];
}

/** Renders a text as a PNG that fits its place. Returns null if no character of it can be drawn. */
async function renderText(text: string, { size, height, color }: Place): Promise<Buffer | null> {
  const drawable = drawableText(text);
  if (drawable === '') return null;
  const width = PANEL.width - 2 * PANEL.padding;
  for (const shrink of SHRINKS) {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${color}">${xmlText(drawable)}</span>`,
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
    if (shrink === SHRINKS.at(-1)) return crop(data, Math.min(info.width, width), Math.min(info.height, height));
  }
  return null;
}

function crop(png: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(png).extract({ left: 0, top: 0, width, height }).png().toBuffer();
}

/**
 * Reduces a text to the characters of the card font: drops unsupported accents and scripts. System fonts are not used,
 * so cards look alike on every machine.
 */
export function drawableText(text: string): string {
  const known = [...text.toWellFormed().normalize('NFC')].map((letter) =>
    isKnown(letter) ? letter : letter.normalize('NFKD').replace(/\P{ASCII}/gu, ''),
  );
  return [...known.join('').replace(/\s+/g, ' ').trim()].slice(0, MAX_TEXT_LENGTH).join('');
}

const isKnown = (letter: string) => /^[ -~\u00a1-\u00ac\u00ae-\u00ff–—‘’“”…]$/u.test(letter);
