/** The thread that makes reports; src/features/reports/server/report-press.ts starts it. It has its own connection to the database. */
import { workerData } from 'node:worker_threads';
import type pg from 'pg';
import { openPool } from '#platform/database/pool.ts';
import { answerJobs } from '#platform/jobs/answer-jobs.ts';
import type { ReportRequest } from '../report.ts';
import { reportPdf } from './report-paper.ts';

export type ReportJob = { request: ReportRequest; at: number };
export type ReportWorkerData = { databaseUrl: string };

const LONGEST_STATEMENT_MS = 30_000;
const { databaseUrl } = workerData as ReportWorkerData;
let pool: Promise<pg.Pool> | null = null;

answerJobs(async ({ request, at }: ReportJob) => {
  pool ??= openPool(databaseUrl, { max: 1, statementTimeoutMs: LONGEST_STATEMENT_MS });
  const client = await (await pool.catch(forgetPool)).connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await reportPdf(client, request, new Date(at));
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
