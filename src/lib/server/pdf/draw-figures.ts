import type { PdfCanvas, TextStyle } from './pdf-canvas.ts';
import { INK_SOFT, LINE, PAGE, TEXT_WIDTH } from './pdf-style.ts';

/** A key figure with its label and an optional comparison. */
export type KeyFigure = { label: string; value: string; note?: string };

const PER_ROW = 4;
const HEIGHT = { withNote: 56, plain: 42 };
const GAP = 8;
const PADDING = 8;
const LABEL = { size: 8, color: INK_SOFT } as const;
const VALUE = { size: 15, weight: 'bold' } as const;
const NOTE = { size: 7.5, color: INK_SOFT } as const;

export function drawFigures(canvas: PdfCanvas, figures: KeyFigure[]): void {
  const columns = Math.min(PER_ROW, figures.length);
  const width = (TEXT_WIDTH - GAP * (columns - 1)) / columns;
  const height = figures.some(({ note }) => note !== undefined) ? HEIGHT.withNote : HEIGHT.plain;
  for (let first = 0; first < figures.length; first += columns) {
    canvas.needs(height);
    for (const [at, { label, value, note }] of figures.slice(first, first + columns).entries()) {
      const x = PAGE.side + at * (width + GAP);
      const inside = { x: x + PADDING, width: width - 2 * PADDING };
      canvas.box(x, canvas.y, width, height, null, LINE);
      canvas.line(label, { ...inside, y: canvas.y + 7 }, LABEL);
      canvas.line(value, { ...inside, y: canvas.y + 19 }, fitting(canvas, value, inside.width, VALUE));
      if (note !== undefined) {
        canvas.line(note, { ...inside, y: canvas.y + 40 }, fitting(canvas, note, inside.width, NOTE));
      }
    }
    canvas.y += height + GAP;
  }
}

/** Reduces the font size until the whole text fits, because a truncated amount or name would be wrong. */
export function fitting(
  canvas: PdfCanvas,
  text: string,
  width: number,
  style: TextStyle & { size: number },
): TextStyle {
  return { ...style, size: Math.min(style.size, (style.size * width) / canvas.widthOf(text, style) - 0.1) };
}
