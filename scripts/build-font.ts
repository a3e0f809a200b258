/**
 * Cuts the letters that English pages need out of the type family, so that a first visit loads 13 KB of font, not 20.
 * Pages with further Latin letters load the whole file too (see src/ui/tokens.css). The pictures that shared links show are
 * written with its western European letters, in one weight (src/features/media/server/draw-share-card.ts).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const WHOLE = 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');
const letters = `${ascii}\u00a0©·×−–—‘’“”…`;

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
