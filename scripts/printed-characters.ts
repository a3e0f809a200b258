/** Writes which characters the fonts of documents have, for forms that ask for a name in Latin letters otherwise. Run after a change of fonts. */
import { writeFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { FIRST_HAN, LAST_HAN } from '#lib/printing/printable-text.ts';
import { FONTS, fontBytes } from '#lib/server/pdf/pdf-fonts.ts';
import { projectFile } from '#lib/server/project-root.ts';

const LAST = 0x1ffff;

/** The characters that fonts of both weights have. */
export function printedCharacters(): (code: number) => boolean {
  const weights = (['regular', 'bold'] as const).map((weight) =>
    FONTS[weight].map((file) => {
      const document = new PDFDocument();
      document.registerFont(file.name, fontBytes(file)).font(file.name);
      const { font } = (document as unknown as { _font: { font: { characterSet: number[] } } })._font;
      return new Set(font.characterSet);
    }),
  );
  return (code) => weights.every((fonts) => fonts.some((font) => font.has(code)));
}

/** The content of `src/lib/printing/printed-characters.ts`. */
export function printedCharactersFile(): string {
  const isPrinted = printedCharacters();
  const han = Buffer.alloc((LAST_HAN - FIRST_HAN + 1) / 8);
  for (let code = FIRST_HAN; code <= LAST_HAN; code++)
    if (isPrinted(code)) han[(code - FIRST_HAN) >> 3]! |= 1 << ((code - FIRST_HAN) & 7);
  const boundaries: number[] = [];
  for (let code = 0x20; code <= LAST + 1; code++) {
    const isHan = code >= FIRST_HAN && code <= LAST_HAN;
    const isIn = code <= LAST && !isHan && isPrinted(code);
    if (isIn !== (boundaries.length % 2 === 1)) boundaries.push(code);
  }
  const steps = boundaries.map((boundary, at) => (boundary - (boundaries[at - 1] ?? 0)).toString(36));
  return `// Written by scripts/printed-characters.ts.
/** Which characters from U+4E00 to U+9FFF the fonts of documents have, one bit each. */
export const HAN =
  '${han.toString('base64')}';
/** The other characters that they have: steps between the beginnings and ends of ranges, in base 36. */
export const OTHERS =
  '${steps.join(' ')}';
`;
}

if (import.meta.main) writeFileSync(projectFile('src/lib/printing/printed-characters.ts'), printedCharactersFile());
