import type { PdfCanvas } from './pdf-canvas.ts';
import { INK, LINE, PAGE, TEXT_WIDTH } from './pdf-style.ts';

/** A QR code with a title and texts beside it. */
export type PdfQr = {
  /** Rows of modules; true is dark. */
  modules: boolean[][];
  title: string;
  texts: string[];
};

/** 46 mm in points: a module of a document's code is then half a millimeter, with its quiet zone. */
const SIZE = 130.4;
/** The standard asks for four light modules around a code. */
const QUIET_MODULES = 4;
const GAP = 12;

export function drawQr(canvas: PdfCanvas, { modules, title, texts }: PdfQr): void {
  const step = SIZE / (modules.length + 2 * QUIET_MODULES);
  canvas.needs(SIZE + GAP);
  const top = canvas.y + GAP;
  canvas.rule(PAGE.side, canvas.y, PAGE.side + TEXT_WIDTH, canvas.y, LINE);
  canvas.squares(modules, { x: PAGE.side + QUIET_MODULES * step, y: top + QUIET_MODULES * step, size: step }, INK);
  const beside = { x: PAGE.side + SIZE + GAP, width: TEXT_WIDTH - SIZE - GAP };
  canvas.y = top + QUIET_MODULES * step;
  canvas.paragraph(title, { ...beside, size: 12, weight: 'bold' });
  for (const text of texts) {
    canvas.y += 4;
    canvas.paragraph(text, { ...beside, size: 9 });
  }
  canvas.y = Math.max(canvas.y, top + SIZE);
}
