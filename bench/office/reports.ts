/**
 * `npm run bench:reports [-- --bookings 200000]` measures the time of each yearly report as PDF and CSV, the memory of the site
 * (if /proc exists), and the latency of a list meanwhile. Uses a temporary folder that is deleted at the end.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPORT_TYPES } from '#features/office/reports/model/report.ts';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { signInAdmin } from '../../tests/support/data/accounts.ts';
import { startSite } from '../processes.ts';
import { table } from '../report.ts';
import { scratchDatabase } from '../scratch-database.ts';
import { addOfficeHistory } from './office-history.ts';

const CARS = 50_000;
const YEAR = new Date().getUTCFullYear() - 1;
const LIST = '/api/listings/listings?page=1&limit=10';
const MEGABYTE = 2 ** 20;
const { values } = parseArgs({ options: { bookings: { type: 'string', default: '200000' } } });
const bookings = Number(values.bookings);

type Cost = { seconds: number; megabytes: number; peakMb: number; slowestListMs: number };

const folder = await mkdtemp(join(tmpdir(), 'carquay-bench-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'));
try {
  const url = await scratchDatabase(database.url, CARS, console.log);
  const size = { users: 20_000, bookings, reviews: bookings / 4, messages: 20_000, auditEntries: 1_000 };
  await addOfficeHistory(url, size, { from: new Date(Date.UTC(YEAR, 0, 1)), to: new Date(Date.UTC(YEAR + 1, 0, 1)) });
  await measure(url);
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(url: string): Promise<void> {
  const pool = await openPool(url, { max: 2 });
  const { cookie } = await signInAdmin(pool);
  await pool.end();
  const site = await startSite(url, join(folder, 'data'), 'uncached');
  const rows: (string | number)[][] = [];
  for (const type of REPORT_TYPES) {
    for (const kind of ['pdf', 'csv'] as const) {
      const path = `/api/reports${kind === 'csv' ? '/csv' : ''}?reportScope=yearly&reportType=${type}&year=${YEAR}`;
      const { seconds, megabytes, peakMb, slowestListMs } = await costOf(site, path, cookie);
      rows.push([`${type}, ${kind.toUpperCase()}`, seconds, megabytes, peakMb, slowestListMs]);
    }
  }
  await site.stop();
  table(
    `A year with ${bookings.toLocaleString('en-US')} bookings`,
    ['report', 'seconds', 'MB', 'peak MB of the site', 'slowest list ms'],
    rows,
  );
}

/** Requests a report, and a list of cars repeatedly until it is done. */
async function costOf({ origin, pid }: { origin: string; pid: number }, path: string, cookie: string): Promise<Cost> {
  const startedAt = performance.now();
  const download = fetch(origin + path, { headers: { cookie } }).then(async (answer) => {
    const { byteLength } = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) throw new Error(`${answer.status} for ${path}`);
    return { seconds: (performance.now() - startedAt) / 1000, megabytes: byteLength / MEGABYTE };
  });
  let isDone = false;
  const settled = download.finally(() => {
    isDone = true;
  });
  let [peakMb, slowestListMs] = [0, 0];
  while (!isDone) {
    const requestedAt = performance.now();
    await (await fetch(origin + LIST)).arrayBuffer();
    slowestListMs = Math.max(slowestListMs, performance.now() - requestedAt);
    peakMb = Math.max(peakMb, residentMb(pid));
    await Promise.race([settled.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 20))]);
  }
  return { ...(await settled), peakMb, slowestListMs };
}

function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
