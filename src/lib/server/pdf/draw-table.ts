import type { PdfCanvas } from './pdf-canvas.ts';
import { INK_SOFT, LINE, PAGE, SUNKEN, TEXT_WIDTH } from './pdf-style.ts';

type PdfColumn = {
  head: string;
  /** Share of the width remaining after the number columns. */
  share: number;
  /** Whether the column has numbers: end-aligned and never wrapped. */
  figures?: boolean;
};

export type PdfTable = {
  columns: PdfColumn[];
  rows: string[][];
  /** Cells of the total row. */
  total?: string[];
  /** Longer texts of a cell end in an ellipsis; by default no text is cut. */
  mostLines?: number;
};

const SIZE = 9;
const LEADING = 1.4;
const PADDING = { x: 6, y: 4 };
const MIN_TEXT_WIDTH = 56;

type Cell = { x: number; width: number; figures: boolean };
type Layout = { cells: Cell[]; size: number };

/** Draws a table over several pages: repeats the header, splits no row, and keeps the total with the last row. */
export function drawTable(canvas: PdfCanvas, table: PdfTable): void {
  const { cells, size } = layoutOf(canvas, table);
  const heads = table.columns.map(({ head }) => head);
  const lineHeight = size * LEADING;
  const { rows, total, mostLines } = table;
  const draw = (texts: string[], kind: 'head' | 'row' | 'total', room = 0) => {
    const style = { size, weight: kind === 'row' ? 'regular' : 'bold' } as const;
    const lines = texts.map((text, at) => canvas.linesOf(text, cells[at]?.width ?? 0, style, mostLines));
    const height = Math.max(1, ...lines.map(({ length }) => length)) * lineHeight + 2 * PADDING.y;
    if (canvas.needs(height + room) && kind !== 'head') draw(heads, 'head');
    if (kind !== 'row') canvas.box(PAGE.side, canvas.y, TEXT_WIDTH, height, SUNKEN);
    for (const [at, { x, width, figures }] of cells.entries()) {
      for (const [line, text] of (lines[at] ?? []).entries()) {
        const place = { x, y: canvas.y + PADDING.y + line * lineHeight, width };
        canvas.line(text, place, {
          ...style,
          align: figures ? 'end' : 'start',
          ...(kind === 'head' && { color: INK_SOFT }),
        });
      }
    }
    canvas.y += height;
    canvas.rule(PAGE.side, canvas.y, PAGE.side + TEXT_WIDTH, canvas.y, LINE);
  };
  const nextRow = lineHeight + 2 * PADDING.y;
  draw(heads, 'head', nextRow);
  for (const [at, row] of rows.entries()) draw(row, 'row', total && at === rows.length - 1 ? nextRow : 0);
  if (total) draw(total, 'total');
}

/**
 * Gives number columns the width they need and text columns the rest. Reduces the font size if the numbers do not fit.
 */
function layoutOf(canvas: PdfCanvas, { columns, rows, total = [] }: PdfTable): Layout {
  const bold = { size: SIZE, weight: 'bold' } as const;
  const needed = columns.map(({ head, figures }, at) => {
    if (!figures) return MIN_TEXT_WIDTH;
    const inRows = Math.max(0, ...rows.map((row) => canvas.widthOf(row[at] ?? '', { size: SIZE })));
    return Math.max(inRows, canvas.widthOf(head, bold), canvas.widthOf(total[at] ?? '', bold)) + 2 * PADDING.x + 1;
  });
  const all = sum(needed);
  const scale = Math.min(1, TEXT_WIDTH / all);
  const left = TEXT_WIDTH - all * scale;
  const shares = sum(columns.map(({ share }) => share));
  let x = PAGE.side;
  const cells = columns.map(({ share, figures = false }, at) => {
    const width = (needed[at] ?? 0) * scale + (left * share) / shares;
    const cell = { x: x + PADDING.x * scale, width: width - 2 * PADDING.x * scale, figures };
    x += width;
    return cell;
  });
  return { cells, size: SIZE * scale };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
