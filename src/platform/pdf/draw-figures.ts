import type { PdfCanvas } from './pdf-canvas.ts';
import { INK_SOFT, LINE, PAGE, TEXT_WIDTH } from './pdf-look.ts';

/** A figure that the reader came for, with what it is and how it compares. */
export type KeyFigure = { label: string; value: string; note?: string };

const IN_A_ROW = 4;
const HEIGHT = { withNote: 56, plain: 42 };
const GAP = 8;
const PADDING = 8;

export function drawFigures(canvas: PdfCanvas, figures: KeyFigure[]): void {
  const columns = Math.min(IN_A_ROW, figures.length);
  const width = (TEXT_WIDTH - GAP * (columns - 1)) / columns;
  const height = figures.some(({ note }) => note !== undefined) ? HEIGHT.withNote : HEIGHT.plain;
  for (let first = 0; first < figures.length; first += columns) {
    canvas.needs(height);
    for (const [at, { label, value, note }] of figures.slice(first, first + columns).entries()) {
      const x = PAGE.side + at * (width + GAP);
      const inside = { x: x + PADDING, width: width - 2 * PADDING };
      canvas.box(x, canvas.y, width, height, null, LINE);
      canvas.line(label, { ...inside, y: canvas.y + 7 }, { size: 8, colour: INK_SOFT });
      canvas.line(
        value,
        { ...inside, y: canvas.y + 19 },
        { size: fitting(canvas, value, inside.width), weight: 'bold' },
      );
      if (note !== undefined) canvas.line(note, { ...inside, y: canvas.y + 40 }, { size: 7.5, colour: INK_SOFT });
    }
    canvas.y += height + GAP;
  }
}

/** The size at which a figure is seen as a whole: half a sum would be a wrong one. */
function fitting(canvas: PdfCanvas, value: string, width: number): number {
  const size = 15;
  return Math.min(size, (size * width) / canvas.widthOf(value, { size, weight: 'bold' }) - 0.1);
}
