import type { PdfCanvas } from './pdf-canvas.ts';
import { INK_SOFT, LINE, PAGE } from './pdf-style.ts';

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
const INK = '#1a2433';

/** Draws a signature above a line, with the name below it. */
export function drawSignature(canvas: PdfCanvas, { role, name, strokes, confirmed }: PdfSignature): void {
  canvas.needs(HEIGHT + 34);
  const top = canvas.y;
  for (const stroke of strokes ?? []) {
    for (let at = 0; at + 3 < stroke.length; at += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = stroke.slice(at, at + 4);
      canvas.rule(PAGE.side + x1 * SCALE, top + y1 * SCALE, PAGE.side + x2 * SCALE, top + y2 * SCALE, INK, {
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
