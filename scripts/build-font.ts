/**
 * Cuts the letters that English pages need out of the type family, so that a first visit loads 13 KB of font, not 20.
 * Pages with further Latin letters load the whole file too (see src/ui/tokens.css).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const WHOLE = 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');
const letters = `${ascii}\u00a0©·×–—‘’“”…`;

mkdirSync('.generated/fonts', { recursive: true });
writeFileSync(
  '.generated/fonts/figtree-basic.woff2',
  await subsetFont(readFileSync(WHOLE), letters, { targetFormat: 'woff2' }),
);
