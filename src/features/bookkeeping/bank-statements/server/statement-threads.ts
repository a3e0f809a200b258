import { isExhausted, WorkerPool } from '#lib/server/jobs/worker-pool.ts';
import type { StatementMapping } from '../model/statement-mapping.ts';
import { RefusedFile, refusedFile } from './decode-file.ts';
import type { FileOrPreview } from './read-statement-file.ts';
import type { StatementJob, StatementJobResult } from './statement-worker.ts';
import type { SheetChoice } from './table/preview-table.ts';

const MAX_READING_MS = 60_000;
const MAX_QUEUED = 5;
/** Of the objects of the thread. */
const MEMORY_MB = 400;

/** A thread that reads files of banks, so that a large one does not keep the server from answering. */
export class StatementThreads {
  readonly #pool: WorkerPool<StatementJob, StatementJobResult>;

  constructor({ readingMs = MAX_READING_MS, memoryMb = MEMORY_MB } = {}) {
    const script = new URL(import.meta.env?.PROD ? './statement-worker.js' : './statement-worker.ts', import.meta.url);
    this.#pool = new WorkerPool({ script, workers: 1, memoryMb, timeoutMs: readingMs });
  }

  /** Reads a file by its content. A table without a mapping returns its preview. Throws `RefusedFile`. */
  async read(content: Buffer, mapping: StatementMapping | null, sheet: SheetChoice = {}): Promise<FileOrPreview> {
    const result = await this.#pool.run({ content, mapping, sheet }, { mostWaiting: MAX_QUEUED }).catch((error) => {
      throw isExhausted(error) ? refusedFile('statements.file.tooComplex', error) : error;
    });
    if ('refusal' in result) throw new RefusedFile(result.refusal);
    return result.file;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
