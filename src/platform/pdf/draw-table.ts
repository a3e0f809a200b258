import type { PdfCanvas } from './pdf-canvas.ts';
import { INK_SOFT, LINE, PAGE, SUNKEN, TEXT_WIDTH } from './pdf-look.ts';

export type PaperColumn = {
  head: string;
  /** Its share of the table's width. */
  share: number;
  /** Numbers and money: aligned at their end. */
  figures?: boolean;
};

export type PaperTable = {
  columns: PaperColumn[];
  rows: string[][];
  /** A last row that stands apart. */
  total?: string[];
};

const SIZE = 9;
const LINE_HEIGHT = 12.5;
const PADDING = { x: 6, y: 4 };
/** Longer texts end in an ellipsis. */
const MOST_LINES = 4;

type Cell = { x: number; width: number; align: 'start' | 'end' };

/** Draws a table over as many pages as it takes; its head stands on each of them, and no row is torn. */
export function drawTable(canvas: PdfCanvas, { columns, rows, total }: PaperTable): void {
  const cells = cellsOf(columns);
  const heads = columns.map(({ head }) => head);
  const draw = (texts: string[], kind: 'head' | 'row' | 'total') => {
    const style = { size: SIZE, weight: kind === 'row' ? 'regular' : 'bold' } as const;
    const lines = texts.map((text, at) => canvas.linesOf(text, cells[at]?.width ?? 0, style, MOST_LINES));
    const height = Math.max(1, ...lines.map(({ length }) => length)) * LINE_HEIGHT + 2 * PADDING.y;
    const follows = kind === 'head' ? LINE_HEIGHT * 2 : 0;
    if (canvas.needs(height + follows) && kind !== 'head') draw(heads, 'head');
    if (kind !== 'row') canvas.box(PAGE.side, canvas.y, TEXT_WIDTH, height, SUNKEN);
    for (const [at, cell] of cells.entries()) {
      for (const [line, text] of (lines[at] ?? []).entries()) {
        const place = { x: cell.x, y: canvas.y + PADDING.y + line * LINE_HEIGHT, width: cell.width };
        canvas.line(text, place, { ...style, align: cell.align, ...(kind === 'head' && { colour: INK_SOFT }) });
      }
    }
    canvas.y += height;
    canvas.rule(PAGE.side, canvas.y, PAGE.side + TEXT_WIDTH, canvas.y, LINE);
  };
  draw(heads, 'head');
  for (const row of rows) draw(row, 'row');
  if (total) draw(total, 'total');
}

function cellsOf(columns: PaperColumn[]): Cell[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let x = PAGE.side;
  return columns.map(({ share, figures }) => {
    const width = (TEXT_WIDTH * share) / shares;
    const cell = { x: x + PADDING.x, width: width - 2 * PADDING.x, align: figures ? 'end' : 'start' } as const;
    x += width;
    return cell;
  });
}
