import { Readable } from 'node:stream';

export type Cell = string | number | null;

/** By it spreadsheet programs know UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A line of a CSV file (RFC 4180) that spreadsheet programs never run as a formula. */
export function csvLine(cells: Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

/** A CSV file that spreadsheet programs open as UTF-8, made while it is read: a batch of rows at a time. */
export function csvFile(head: string[], batches: AsyncIterable<Cell[][]>): Readable {
  async function* chunks() {
    yield BYTE_ORDER_MARK + csvLine(head);
    for await (const rows of batches) if (rows.length > 0) yield rows.map(csvLine).join('');
  }
  return Readable.from(chunks());
}

/** Text that a spreadsheet program would run as a formula gets an apostrophe in front. */
export function escapeFormula(cell: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(cell) ? `'${cell}` : cell;
}

function written(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  return cell === null ? '' : quoted(escapeFormula(cell));
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
