import { isExhausted, isOutOfMemory, WorkerPool } from '#lib/server/jobs/worker-pool.ts';
import type { StockRequest } from '../open-stock.ts';
import type { StockJob, StockJobResult, StockWorkerData } from '../stock-import-worker.ts';
import type { ReadImport } from './import-record-store.ts';
import type { RunOutcome } from './run-import.ts';

const MAX_READING_MS = 60_000;
const MAX_RUNNING_MS = 30 * 60_000;
const MAX_QUEUED = 5;
/** Of the objects of a thread. A file of 20,000 rows with 60 columns takes about half. */
const MEMORY_MB = 400;

const TOO_COMPLEX = { problem: 'The file is too large or too complex. Split it into several files with fewer rows.' };

const tooComplex = (isCause: (error: unknown) => boolean) => (error: unknown) => {
  if (isCause(error)) return TOO_COMPLEX;
  throw error;
};

/** Threads that read and import tables, so that neither keeps the server from answering. */
export class ImportThreads {
  readonly #reading: WorkerPool<StockJob, StockJobResult>;
  readonly #running: WorkerPool<StockJob, StockJobResult>;

  constructor(databaseUrl: string, { readingMs = MAX_READING_MS, memoryMb = MEMORY_MB } = {}) {
    const data: StockWorkerData = { databaseUrl };
    const script = new URL(
      import.meta.env?.PROD ? './stock-import-worker.js' : '../stock-import-worker.ts',
      import.meta.url,
    );
    const options = { script, data, workers: 1, memoryMb };
    this.#reading = new WorkerPool({ ...options, timeoutMs: readingMs });
    this.#running = new WorkerPool({ ...options, timeoutMs: MAX_RUNNING_MS });
  }

  /** Returns the problem of a file that takes more time or memory than a thread has. */
  async read(request: StockRequest): Promise<ReadImport | { problem: string }> {
    const read = this.#reading.run({ kind: 'read', request }, { mostWaiting: MAX_QUEUED });
    return (await read.catch(tooComplex(isExhausted))) as ReadImport | { problem: string };
  }

  /** A run that takes too long rejects, because the next one goes on with the rows that are left. */
  async run(run: { id: number; attempt: number; now: Date }): Promise<RunOutcome> {
    const outcome = this.#running.run({ kind: 'run', run }, { mostWaiting: MAX_QUEUED });
    return (await outcome.catch(tooComplex(isOutOfMemory))) as RunOutcome;
  }

  async close(): Promise<void> {
    await Promise.all([this.#reading.close(), this.#running.close()]);
  }
}
