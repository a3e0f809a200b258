import { Readable } from 'node:stream';

export type Cell = string | number | null;

/** Makes spreadsheet programs read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Returns a line of a CSV file (RFC 4180) in which no cell runs as a formula. */
export function csvLine(cells: Cell[]): string {
  return `${cells.map(cellToCsv).join(',')}\r\n`;
}

/** Streams a CSV file that spreadsheet programs open as UTF-8, reading one batch of rows at a time. */
export function csvFile(header: string[], batches: AsyncIterable<Cell[][]>): Readable {
  async function* chunks() {
    yield BYTE_ORDER_MARK + csvLine(header);
    for await (const rows of batches) if (rows.length > 0) yield rows.map(csvLine).join('');
  }
  return Readable.from(chunks());
}

/** Prefixes text that a spreadsheet program would run as a formula with an apostrophe. */
export function escapeFormula(cell: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(cell) ? `'${cell}` : cell;
}

function cellToCsv(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  return cell === null ? '' : quoted(escapeFormula(cell));
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
