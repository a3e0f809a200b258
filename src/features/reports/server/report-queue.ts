import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { WorkerPool, WorkerTimeout } from '#lib/server/jobs/worker-pool.ts';
import type { ReportRequest } from '../model/report.ts';
import type { ReportAnswer, ReportJob, ReportWorkerData } from './report-worker.ts';

const WORKERS = 2;
const MAX_QUEUED = 20;
const MAX_DURATION_MS = 20_000;
/** A report is as old as this at most; it says itself when it was made. */
const KEPT_MS = 10_000;
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

/** Makes reports, off the thread that answers requests: two at a time, 20 may wait, and who asks for the same gets the same. */
export class ReportQueue {
  readonly #clock: Clock;
  readonly #pool: WorkerPool<ReportJob, ReportAnswer>;
  readonly #making = new Map<string, Promise<Buffer>>();
  readonly #kept = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (pdf) => pdf.length,
    ttl: KEPT_MS,
  });

  /** No statement may take more than half of the time that a report has, so that none goes on for long after it was given up. */
  constructor(databaseUrl: string, clock: Clock, longestMs = MAX_DURATION_MS) {
    const data: ReportWorkerData = { databaseUrl, longestStatementMs: longestMs / 2 };
    const script = new URL(import.meta.env?.PROD ? './report-worker.js' : './report-worker.ts', import.meta.url);
    this.#clock = clock;
    this.#pool = new WorkerPool({ script, data, workers: WORKERS, timeoutMs: longestMs });
  }

  make(request: ReportRequest): Promise<Buffer> {
    const key = JSON.stringify([request.scope, request.type, request.year, request.month]);
    const kept = this.#kept.get(key);
    if (kept) return Promise.resolve(kept);
    let making = this.#making.get(key);
    if (!making) {
      making = this.#make(request)
        .then((pdf) => {
          this.#kept.set(key, pdf);
          return pdf;
        })
        .finally(() => this.#making.delete(key));
      this.#making.set(key, making);
    }
    return making;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #make(request: ReportRequest): Promise<Buffer> {
    const job = { request, at: this.#clock.now().getTime() };
    const pdf = await this.#pool.run(job, { mostWaiting: MAX_QUEUED }).catch((error) => {
      if (error instanceof WorkerTimeout) return null;
      throw error;
    });
    if (pdf === null) throw new AppError('overloaded', 'a report took too long', { retryAfter: 30 });
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  }
}
