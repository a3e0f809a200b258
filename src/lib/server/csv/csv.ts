import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { ConfigError } from '#lib/config-error.ts';

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

/** A phone number in E.164. A spreadsheet program that reads it as a formula shows its digits, which do no harm. */
const E164 = /^\+[1-9]\d{6,14}$/;

/** Prefixes text that a spreadsheet program would run as a formula with an apostrophe, except phone numbers. */
export function escapeFormula(cell: string): string {
  if (E164.test(cell)) return cell;
  return /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(cell) ? `'${cell}` : cell;
}

function cellToCsv(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  return cell === null ? '' : quoted(escapeFormula(cell));
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Writes a CSV file that spreadsheet programs open as UTF-8, with formulas escaped. */
export class CsvWriter {
  readonly #file;
  #failure: Error | null = null;

  private constructor(path: string) {
    this.#file = createWriteStream(path);
    this.#file.on('error', (error) => {
      this.#failure = error;
    });
  }

  static async create(path: string): Promise<CsvWriter> {
    const writer = new CsvWriter(path);
    await once(writer.#file, 'open').catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(`The file ${path} cannot be written: ${error.code ?? error.message}.`, error);
    });
    writer.#file.write(BYTE_ORDER_MARK);
    return writer;
  }

  async write(cells: (string | number)[]): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (!this.#file.write(csvLine(cells))) await once(this.#file, 'drain');
  }

  async close(): Promise<void> {
    this.#file.end();
    await once(this.#file, 'close');
    if (this.#failure) throw this.#failure;
  }
}
