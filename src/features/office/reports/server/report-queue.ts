import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { WorkerPool, WorkerTimeout } from '#lib/server/jobs/worker-pool.ts';
import type { ReportRequest } from '../model/report.ts';
import type { ReportJob, ReportResult, ReportWorkerData } from './report-worker.ts';

const WORKERS = 2;
const MAX_QUEUED = 20;
const MAX_DURATION_MS = 20_000;
/** A cached report may be this old; it shows its generation time. */
const CACHE_MS = 10_000;
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

/** Generates reports in worker threads: 2 at a time, 20 queued, identical ones shared. Throws `overloaded` beyond that. */
export class ReportQueue {
  readonly #clock: Clock;
  readonly #pool: WorkerPool<ReportJob, ReportResult>;
  readonly #running = new Map<string, Promise<Buffer>>();
  readonly #cache = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (pdf) => pdf.length,
    ttl: CACHE_MS,
  });

  /** Limits each statement to half of the report's time, so none continues long after a timeout. */
  constructor(databaseUrl: string, clock: Clock, maxDurationMs = MAX_DURATION_MS) {
    const data: ReportWorkerData = { databaseUrl, maxStatementMs: maxDurationMs / 2 };
    const script = new URL(import.meta.env?.PROD ? './report-worker.js' : './report-worker.ts', import.meta.url);
    this.#clock = clock;
    this.#pool = new WorkerPool({ script, data, workers: WORKERS, timeoutMs: maxDurationMs });
  }

  make(request: ReportRequest, locale: string): Promise<Buffer> {
    const key = JSON.stringify([locale, request.scope, request.type, request.year, request.month]);
    const cached = this.#cache.get(key);
    if (cached) return Promise.resolve(cached);
    let running = this.#running.get(key);
    if (!running) {
      running = this.#make(request, locale)
        .then((pdf) => {
          this.#cache.set(key, pdf);
          return pdf;
        })
        .finally(() => this.#running.delete(key));
      this.#running.set(key, running);
    }
    return running;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #make(request: ReportRequest, locale: string): Promise<Buffer> {
    const job = { request, at: this.#clock.now().getTime(), locale };
    const pdf = await this.#pool.run(job, { mostWaiting: MAX_QUEUED }).catch((error) => {
      if (error instanceof WorkerTimeout) return null;
      throw error;
    });
    if (pdf === null) throw new AppError('overloaded', 'generating the report timed out', { retryAfter: 30 });
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  }
}
