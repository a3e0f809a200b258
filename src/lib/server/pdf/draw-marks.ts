import type { PdfCanvas } from './pdf-canvas.ts';
import { INK, INK_SOFT, LINE, PAGE, TEXT_WIDTH } from './pdf-style.ts';

/** A QR code with a title and texts next to it. */
export type PdfQr = {
  /** Rows of modules; true is dark. */
  modules: boolean[][];
  title: string;
  texts: string[];
};

/** 46 mm in points: a module of a document's code is then half a millimeter, with its quiet zone. */
const QR_SIZE = 130.4;
/** The standard asks for four light modules around a code. */
const QUIET_MODULES = 4;
const QR_GAP = 12;

export function drawQr(canvas: PdfCanvas, { modules, title, texts }: PdfQr): void {
  const step = QR_SIZE / (modules.length + 2 * QUIET_MODULES);
  canvas.needs(QR_SIZE + QR_GAP);
  const top = canvas.y + QR_GAP;
  canvas.rule(PAGE.side, canvas.y, PAGE.side + TEXT_WIDTH, canvas.y, LINE);
  canvas.squares(modules, { x: PAGE.side + QUIET_MODULES * step, y: top + QUIET_MODULES * step, size: step }, INK);
  const beside = { x: PAGE.side + QR_SIZE + QR_GAP, width: TEXT_WIDTH - QR_SIZE - QR_GAP };
  canvas.y = top + QUIET_MODULES * step;
  canvas.paragraph(title, { ...beside, size: 12, weight: 'bold' });
  for (const text of texts) {
    canvas.y += 4;
    canvas.paragraph(text, { ...beside, size: 9 });
  }
  canvas.y = Math.max(canvas.y, top + QR_SIZE);
}

export type PdfSignature = {
  role: string;
  name: string;
  /** Lines that were drawn on a pad of 1000 by 300: x and y by turns. Null if the typed name was confirmed. */
  strokes: readonly (readonly number[])[] | null;
  /** What is printed instead of lines. */
  confirmed: string;
};

const WIDTH = 220;
const HEIGHT = 66;
const SCALE = WIDTH / 1000;
const PEN = '#1a2433';

/** Draws a signature above a line, with the name below it. */
export function drawSignature(canvas: PdfCanvas, { role, name, strokes, confirmed }: PdfSignature): void {
  canvas.needs(HEIGHT + 34);
  const top = canvas.y;
  for (const stroke of strokes ?? []) {
    for (let at = 0; at + 3 < stroke.length; at += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = stroke.slice(at, at + 4);
      canvas.rule(PAGE.side + x1 * SCALE, top + y1 * SCALE, PAGE.side + x2 * SCALE, top + y2 * SCALE, PEN, {
        width: 1.2,
      });
    }
  }
  if (!strokes)
    canvas.line(confirmed, { x: PAGE.side, y: top + HEIGHT - 16, width: 400 }, { size: 9, color: INK_SOFT });
  canvas.rule(PAGE.side, top + HEIGHT, PAGE.side + WIDTH, top + HEIGHT, LINE);
  canvas.y = top + HEIGHT + 4;
  canvas.paragraph(`${role}: ${name}`);
  canvas.y += 6;
}
