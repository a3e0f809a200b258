import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { ConfigError } from '#lib/config-error.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';

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
