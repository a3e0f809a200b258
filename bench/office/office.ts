/**
 * `npm run bench:office [-- --cars 1000000 --bookings 200000]` measures how long back-office screens wait for their lists, with
 * one call at a time. Uses a temporary folder that is deleted at the end.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { signInAdmin } from '../../tests/support/data/accounts.ts';
import { startSite } from '../processes.ts';
import { table } from '../report.ts';
import { scratchDatabase } from '../scratch-database.ts';
import { addOfficeHistory } from './office-history.ts';
import { officeRequests } from './office-requests.ts';

const TIMES = 40;
const YEARS_MS = 3 * 365 * 86_400_000;
const { values } = parseArgs({
  options: { cars: { type: 'string', default: '1000000' }, bookings: { type: 'string', default: '200000' } },
});
const [cars, bookings] = [Number(values.cars), Number(values.bookings)];

const folder = await mkdtemp(join(tmpdir(), 'carquay-bench-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'));
try {
  const url = await scratchDatabase(database.url, cars, console.log);
  const size = { users: 20_000, bookings, reviews: bookings / 4, messages: 20_000, auditEntries: 300_000 };
  const to = new Date();
  await addOfficeHistory(url, size, { from: new Date(to.getTime() - YEARS_MS), to });
  await measure(url);
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(url: string): Promise<void> {
  const pool = await openPool(url, { max: 2 });
  const { cookie } = await signInAdmin(pool);
  const requests = await officeRequests(pool);
  await pool.end();
  const site = await startSite(url, join(folder, 'data'), 'cached');
  const rows: (string | number)[][] = [];
  for (const [name, path] of requests) {
    const times = await timesOf(site.origin + path, cookie);
    rows.push([name, times[TIMES / 2]!, times[Math.floor(TIMES * 0.95)]!, times.at(-1)!]);
  }
  await site.stop();
  table(
    `${cars.toLocaleString('en-US')} cars, ${bookings.toLocaleString('en-US')} bookings; one call at a time, ${TIMES} times each`,
    ['list', 'p50 ms', 'p95 ms', 'longest ms'],
    rows,
  );
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}, load ${load} at the end`,
  );
}

/** Returns the duration of each call in ms, shortest first. Throws on any status except 200. */
async function timesOf(address: string, cookie: string): Promise<number[]> {
  const times: number[] = [];
  for (let call = -2; call < TIMES; call++) {
    const startedAt = performance.now();
    const answer = await fetch(address, { headers: { cookie } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${answer.status} for ${address}`);
    if (call >= 0) times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b);
}
