import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { projectFile } from '../project-root.ts';

export type Weight = 'regular' | 'bold';

type FontFile = { name: string; path: string };

const packages = createRequire(import.meta.url);
const latin = (weight: number) => packages.resolve(`@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`);
const widely = (style: string) => packages.resolve(`dejavu-fonts-ttf/ttf/DejaVuSansCondensed${style}.ttf`);
const CHINESE: FontFile = {
  name: 'chinese',
  path: projectFile('content/fonts/noto-sans-sc-400.woff'),
};

const KOREAN: FontFile = {
  name: 'korean',
  path: projectFile('content/fonts/noto-sans-kr-400.woff'),
};
const SCRIPTS = ['ethiopic', 'devanagari', 'bengali', 'tamil', 'thai', 'khmer'];
const ofScripts = (weight: number): FontFile[] =>
  SCRIPTS.map((script) => ({
    name: `${script} ${weight}`,
    path: packages.resolve(`@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff`),
  }));
/**
 * Precedes DejaVu, which lacks letters of Urdu and Uyghur, because letters of a word join only within one font. The Noto fonts draw the dots of
 * letters as glyphs of their own, so that names copied from a document would have other letters.
 */
const arabic = (weight: number): FontFile => ({
  name: `arabic ${weight}`,
  path: packages.resolve(`@fontsource/scheherazade-new/files/scheherazade-new-arabic-${weight}-normal.woff`),
});

/** Fonts in the order of preference for each character; see docs/decisions/README.md#smaller-decisions. */
export const FONTS: Record<Weight, FontFile[]> = {
  regular: [
    { name: 'latin', path: latin(400) },
    arabic(400),
    { name: 'widely', path: widely('') },
    ...ofScripts(400),
    CHINESE,
    KOREAN,
  ],
  bold: [
    { name: 'latin bold', path: latin(700) },
    arabic(700),
    { name: 'widely bold', path: widely('-Bold') },
    ...ofScripts(700),
    CHINESE,
    KOREAN,
  ],
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

const WOFF = 0x774f4646;
const HEADER = { woff: 44, woffEntry: 20, sfnt: 12, sfntEntry: 16 };

/** Returns the TrueType font in a WOFF file (version 1). pdfkit reads an unpacked font many times faster. */
function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== WOFF) throw new Error('not a WOFF font');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, HEADER.woff + index * HEADER.woffEntry));
  const header = directoryStart(woff.subarray(4, 8), count);
  const parts = [header];
  let offset = header.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = HEADER.sfnt + index * HEADER.sfntEntry;
    tag.copy(header, entry);
    header.writeUInt32BE(checksum, entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(data.length, entry + 12);
    const padding = (4 - (data.length % 4)) % 4;
    parts.push(data, Buffer.alloc(padding));
    offset += data.length + padding;
  }
  return Buffer.concat(parts);
}

function tableAt(woff: Buffer, entry: number) {
  const offset = woff.readUInt32BE(entry + 4);
  const compressedLength = woff.readUInt32BE(entry + 8);
  const bytes = woff.subarray(offset, offset + compressedLength);
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.readUInt32BE(entry + 16),
    data: compressedLength < woff.readUInt32BE(entry + 12) ? inflateSync(bytes) : bytes,
  };
}

/**
 * Returns the header of a TrueType file with room for the table directory. Its numbers speed up a binary search in it.
 */
function directoryStart(flavor: Buffer, count: number): Buffer {
  const header = Buffer.alloc(HEADER.sfnt + count * HEADER.sfntEntry);
  const exponent = Math.floor(Math.log2(count));
  flavor.copy(header, 0);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(2 ** exponent * HEADER.sfntEntry, 6);
  header.writeUInt16BE(exponent, 8);
  header.writeUInt16BE((count - 2 ** exponent) * HEADER.sfntEntry, 10);
  return header;
}
