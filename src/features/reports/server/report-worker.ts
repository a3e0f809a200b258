/** The thread that makes reports; src/features/reports/server/report-press.ts starts it. It has its own connection to the database. */
import { workerData } from 'node:worker_threads';
import type pg from 'pg';
import { openPool } from '#lib/server/database/pool.ts';
import { handleJobs } from '#lib/server/jobs/handle-jobs.ts';
import type { ReportRequest } from '../model/report.ts';
import { reportPdf } from './report-pdf.ts';

export type ReportJob = { request: ReportRequest; at: number };
export type ReportWorkerData = { databaseUrl: string; longestStatementMs: number };
/** The report; null where one of its statements took too long. */
export type ReportAnswer = Uint8Array | null;

const STATEMENT_CANCELLED = '57014';
const { databaseUrl, longestStatementMs } = workerData as ReportWorkerData;
let pool: Promise<pg.Pool> | null = null;

handleJobs(async ({ request, at }: ReportJob): Promise<ReportAnswer> => {
  pool ??= openPool(databaseUrl, { max: 1, statementTimeoutMs: longestStatementMs });
  const client = await (await pool.catch(forgetPool)).connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await reportPdf(client, request, new Date(at));
  } catch (error) {
    if ((error as { code?: string }).code === STATEMENT_CANCELLED) return null;
    throw error;
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
});

/** A database that was away once is asked again. */
function forgetPool(error: unknown): never {
  pool = null;
  throw error;
}
