import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { projectFile } from '../project-root.ts';
import { unpackWoff } from './woff.ts';

export type Weight = 'regular' | 'bold';

type FontFile = { name: string; path: string };

const packages = createRequire(import.meta.url);
const latin = (weight: number) => packages.resolve(`@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`);
const widely = (style: string) => packages.resolve(`dejavu-fonts-ttf/ttf/DejaVuSansCondensed${style}.ttf`);
const CHINESE: FontFile = {
  name: 'chinese',
  path: projectFile('content/fonts/noto-sans-sc-400.woff'),
};

/** Fonts in the order of preference for each character; see docs/decisions/README.md#smaller-decisions. */
export const FONTS: Record<Weight, FontFile[]> = {
  regular: [{ name: 'latin', path: latin(400) }, { name: 'widely', path: widely('') }, CHINESE],
  bold: [{ name: 'latin bold', path: latin(700) }, { name: 'widely bold', path: widely('-Bold') }, CHINESE],
};

const loaded = new Map<string, Buffer>();

/** Returns the TrueType bytes of a font. Read on first use and cached for the process. */
export function fontBytes({ path }: FontFile): Buffer {
  let bytes = loaded.get(path);
  if (!bytes) {
    const file = readFileSync(path);
    bytes = path.endsWith('.woff') ? unpackWoff(file) : file;
    loaded.set(path, bytes);
  }
  return bytes;
}
