/**
 * Subsets the font to the characters of English pages. A first visit then loads 13 KB of font instead of 20.
 * Pages with other Latin letters also load the whole file (see src/ui/tokens.css). A second subset with the western European
 * letters, in one weight, is for the preview images of shared links (src/features/site/media/server/draw-share-card.ts).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const WHOLE = 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');
const letters = `${ascii}\u00a0©·×−–—‘’“”…•`;

mkdirSync('.generated/fonts', { recursive: true });
writeFileSync(
  '.generated/fonts/figtree-basic.woff2',
  await subsetFont(readFileSync(WHOLE), letters, { targetFormat: 'woff2' }),
);

const WEIGHT = 650;
const western = Array.from({ length: 96 }, (_, at) => String.fromCharCode(160 + at)).join('');
writeFileSync(
  '.generated/fonts/figtree-card.ttf',
  await subsetFont(readFileSync(WHOLE), letters + western, {
    targetFormat: 'truetype',
    variationAxes: { wght: WEIGHT },
  }),
);
