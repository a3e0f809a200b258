import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { OperatorError } from '#platform/operator-error.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** Writes rows of a CSV file that spreadsheet programs open as UTF-8 and never run as a formula. */
export class SheetWriter {
  readonly #file;
  #failure: Error | null = null;

  private constructor(path: string) {
    this.#file = createWriteStream(path);
    this.#file.on('error', (error) => {
      this.#failure = error;
    });
  }

  static async create(path: string): Promise<SheetWriter> {
    const writer = new SheetWriter(path);
    await once(writer.#file, 'open').catch((error: NodeJS.ErrnoException) => {
      throw new OperatorError(`The file ${path} cannot be written: ${error.code ?? error.message}.`, error);
    });
    writer.#file.write(BYTE_ORDER_MARK);
    return writer;
  }

  async write(cells: (string | number)[]): Promise<void> {
    if (this.#failure) throw this.#failure;
    const line = cells.map((cell) => (typeof cell === 'number' ? cell : quoted(harmless(cell)))).join(',');
    if (!this.#file.write(`${line}\r\n`)) await once(this.#file, 'drain');
  }

  async close(): Promise<void> {
    this.#file.end();
    await once(this.#file, 'close');
    if (this.#failure) throw this.#failure;
  }
}

/** Text that a spreadsheet program would run as a formula gets an apostrophe in front. */
export function harmless(cell: string): string {
  return /^\s*[=+\-@]|^[\t\r]/.test(cell) ? `'${cell}` : cell;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
