import { WorkerPool } from '#lib/server/jobs/worker-pool.ts';
import type { StockRequest } from '../open-stock.ts';
import type { StockJob, StockJobResult, StockWorkerData } from '../stock-import-worker.ts';
import type { ReadImport } from './import-record-store.ts';
import type { RunOutcome } from './run-import.ts';

const MAX_READING_MS = 60_000;
const MAX_RUNNING_MS = 30 * 60_000;
const MAX_QUEUED = 5;
/** Of the objects of a thread. A file of 20,000 rows with 60 columns takes about half. */
const MEMORY_MB = 400;

/** Threads that read and import tables, so that neither keeps the server from answering. */
export class ImportThreads {
  readonly #reading: WorkerPool<StockJob, StockJobResult>;
  readonly #running: WorkerPool<StockJob, StockJobResult>;

  constructor(databaseUrl: string) {
    const data: StockWorkerData = { databaseUrl };
    const script = new URL(
      import.meta.env?.PROD ? './stock-import-worker.js' : '../stock-import-worker.ts',
      import.meta.url,
    );
    const options = { script, data, workers: 1, memoryMb: MEMORY_MB };
    this.#reading = new WorkerPool({ ...options, timeoutMs: MAX_READING_MS });
    this.#running = new WorkerPool({ ...options, timeoutMs: MAX_RUNNING_MS });
  }

  async read(request: StockRequest): Promise<ReadImport | { problem: string }> {
    const result = await this.#reading.run({ kind: 'read', request }, { mostWaiting: MAX_QUEUED });
    return result as ReadImport | { problem: string };
  }

  async run(run: { id: number; attempt: number; now: Date }): Promise<RunOutcome> {
    return (await this.#running.run({ kind: 'run', run }, { mostWaiting: MAX_QUEUED })) as RunOutcome;
  }

  async close(): Promise<void> {
    await Promise.all([this.#reading.close(), this.#running.close()]);
  }
}
