/** The worker thread that import-threads.ts starts to read and import dealers' tables. It has its own database connections. */
import { workerData } from 'node:worker_threads';
import type pg from 'pg';
import { openPool } from '#lib/server/database/postgres.ts';
import { handleJobs } from '#lib/server/jobs/worker-pool.ts';
import type { ReadImport } from './imports/import-record-store.ts';
import { readImport } from './imports/read-import.ts';
import { type RunOutcome, runImport } from './imports/run-import.ts';
import type { StockRequest } from './open-stock.ts';

export type StockJob =
  | { kind: 'read'; request: Omit<StockRequest, 'content'> & { content: Uint8Array } }
  | { kind: 'run'; run: { id: number; attempt: number; now: Date } };
export type StockJobResult = ReadImport | RunOutcome;
export type StockWorkerData = { databaseUrl: string };

/** One for the batch that is written, one for the names of cars in the next. */
const CONNECTIONS = 2;
const { databaseUrl } = workerData as StockWorkerData;
let pool: Promise<pg.Pool> | null = null;

handleJobs(async (job: StockJob): Promise<StockJobResult> => {
  pool ??= openPool(databaseUrl, { max: CONNECTIONS });
  const db = await pool.catch(forgetPool);
  if (job.kind === 'run') return runImport(db, job.run);
  const { buffer, byteOffset, byteLength } = job.request.content;
  return readImport(db, { ...job.request, content: Buffer.from(buffer, byteOffset, byteLength) });
});

/** Makes the next job reconnect after a failed connection. */
function forgetPool(error: unknown): never {
  pool = null;
  throw error;
}
