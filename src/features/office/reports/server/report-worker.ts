/** The worker thread that report-queue.ts starts to generate reports. It has its own database connection. */
import { workerData } from 'node:worker_threads';
import type pg from 'pg';
import { openPool } from '#lib/server/database/postgres.ts';
import { serverTranslator } from '#lib/server/i18n/languages.ts';
import { handleJobs } from '#lib/server/jobs/worker-pool.ts';
import type { ReportRequest } from '../model/report.ts';
import { reportPdf } from './report-pdf.ts';

export type ReportJob = { request: ReportRequest; at: number; locale: string };
export type ReportWorkerData = { databaseUrl: string; maxStatementMs: number };
/** The PDF, or null if a statement timed out. */
export type ReportResult = Uint8Array | null;

const STATEMENT_CANCELLED = '57014';
const { databaseUrl, maxStatementMs } = workerData as ReportWorkerData;
let pool: Promise<pg.Pool> | null = null;

handleJobs(async ({ request, at, locale }: ReportJob): Promise<ReportResult> => {
  pool ??= openPool(databaseUrl, { max: 1, statementTimeoutMs: maxStatementMs });
  const client = await (await pool.catch(forgetPool)).connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await reportPdf(client, request, new Date(at), serverTranslator(locale));
  } catch (error) {
    if ((error as { code?: string }).code === STATEMENT_CANCELLED) return null;
    throw error;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
});

/** Makes the next job reconnect after a failed connection. */
function forgetPool(error: unknown): never {
  pool = null;
  throw error;
}
