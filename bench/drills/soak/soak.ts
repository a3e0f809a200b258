import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { table } from '../../report.ts';
import { type DrillSite, scratch, seconds, startDrillSite } from '../drill-site.ts';
import { createCluster, startServer } from '../raw-postgres.ts';
import { refuseBusyMachine } from './capacity.ts';
import { type Away, Faults } from './faults.ts';
import { judgeTraffic } from './judge-traffic.ts';
import { type Failure, Load } from './load.ts';
import { judgeMemory } from './memory-rule.ts';
import { filesOf, type Sample, serverConnections, startSampling } from './samples.ts';
import { untilSettled } from './settled.ts';
import { Supply } from './supply.ts';
import { makeVisits } from './visits.ts';

const DEFAULT_CARS = 100_000;
const DEFAULT_MINUTES = 60;
const MOST_MINUTES = 24 * 60;
const DATABASE_KILL_MINUTES = 15;
const SHARE_OF_CAPACITY = 0.7;
const WARM_UP_MS = 20_000;
const CALIBRATION_MS = 30_000;
const LOAD_CARS_MS = 600_000;
const POOL = 10;
/** Connections of a process outside its pool (docs/settings.md). */
const BESIDE_POOL = 6;
/** Time until keep-alive connections close and threads are idle. */
const REST_MS = 8_000;
/** A log or a thread may have opened a file since the start. */
const MORE_FILES = 3;

/**
 * Sends mixed traffic to two processes at 70% of capacity, while one of them and their database are killed repeatedly. The other
 * process must not grow, leak or fail. `options`: minutes and cars.
 */
export async function soak(options: string[]): Promise<string[]> {
  const [minutes = DEFAULT_MINUTES, cars = DEFAULT_CARS] = options.map(Number);
  if (!(minutes >= 1 && minutes <= MOST_MINUTES)) throw new Error('the length is 1 to 1440 minutes');
  if (!Number.isInteger(cars)) throw new Error('the number of cars is not a number');
  const folder = await mkdtemp(join(tmpdir(), 'carquay-soak-'));
  console.log(`${new Date().toISOString()}: ${minutes} minutes; samples and logs are in ${folder}`);

  const cluster = await createCluster();
  const data = join(cluster.folder, 'data');
  const first = await startServer(data, cluster.ownerUrl);
  const startDatabase = () => startServer(data, cluster.ownerUrl, {}, { port: first.port });
  const ownerUrl = cluster.ownerUrl(first.port);
  const [metricsPort, otherPort, dataDir] = [await freePort(), await freePort(), await scratch()];
  const environment = {
    DATABASE_URL: cluster.siteUrl(first.port),
    EXCHANGE_RATES: 'none',
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_POOL: String(POOL),
    PAYMENTS: 'simulated',
    PAYMENT_DELAY_MS: '200',
    TRUST_PROXY: '1',
    READS_PER_MINUTE: '300',
    DEMO_LISTINGS: String(cars),
  };
  const startOther = () =>
    startDrillSite(environment, {
      port: otherPort,
      dataDir,
      startMs: LOAD_CARS_MS,
      log: join(folder, 'other.log'),
    });
  const other = await startOther();
  const measured = await startDrillSite(
    { ...environment, METRICS_PORT: String(metricsPort) },
    { dataDir, log: join(folder, 'measured.log') },
  );

  const pool = await openPool(ownerUrl, { max: 2 });
  const supply = new Supply(pool);
  await supply.fill();
  const load = new Load([measured.origin, other.origin], await makeVisits(pool, supply));
  await load.closedLoop(WARM_UP_MS);
  const capacity = await load.closedLoop(CALIBRATION_MS);
  refuseBusyMachine(capacity);
  const rate = capacity * SHARE_OF_CAPACITY;
  console.log(`capacity ${capacity.toFixed(0)} visits a second, the soak makes ${rate.toFixed(0)}`);
  await wait(REST_MS);
  const filesBefore = filesOf(measured.pid, first.port).files;
  load.take(0);
  load.take(1);

  const faults = new Faults(other, first, {
    measured,
    startOther,
    startDatabase,
    setOther: (isUp) => {
      load.isUp[1] = isUp;
    },
  });
  const watched = { pid: measured.pid, metricsPort, databasePort: first.port, ownerUrl };
  const stopSampling = startSampling(watched, join(folder, 'samples.csv'));
  const stopLoad = load.openLoop(rate);
  faults.start(Math.min(DATABASE_KILL_MINUTES, minutes / 2) * 60_000, minutes * 60_000);
  await wait(minutes * 60_000);
  await faults.stop();
  await stopLoad();
  const samples = await stopSampling();
  load.close();

  const { left, ms: settledMs } = await untilSettled(ownerUrl);
  await wait(REST_MS);
  const memory = judgeMemory(samples, minutes);
  const record = load.take(0);
  const traffic = judgeTraffic(record, faults.away, (rate * minutes * 60) / 2);
  writeFailures(join(folder, 'failures.csv'), record.failures, faults.away);
  const after = filesOf(measured.pid, first.port);
  const ofOther = filesOf(faults.other.pid, first.port);
  const atServer = await serverConnections(ownerUrl);
  const verified = verify(environment);
  await pool.end();
  await stopAll(measured, faults.other);
  await faults.database.stop();

  table(
    'Requests to the measured process',
    ['kind', 'requests', 'p50 ms', 'p99 ms', 'longest ms', '503', 'failed'],
    traffic.rows,
  );
  table(
    'Each ten minutes',
    ['minute', 'RSS MB', 'heap MB', 'lag p99 ms', 'files', 'database sockets', 'load'],
    byMinutes(samples, minutes),
  );
  const mostSockets = Math.max(...samples.map(({ databaseSockets }) => databaseSockets));
  const problems = [...memory.problems, ...traffic.problems];
  if (mostSockets > POOL + BESIDE_POOL) problems.push(`the measured process had ${mostSockets} connections`);
  if (atServer > after.sockets + ofOther.sockets)
    problems.push(`the database has ${atServer} connections, the processes ${after.sockets} and ${ofOther.sockets}`);
  if (after.files > filesBefore + MORE_FILES)
    problems.push(`the measured process has ${after.files} open files, ${filesBefore} before`);
  const unsettled = Object.entries(left).filter(([, count]) => count > 0);
  if (unsettled.length > 0)
    problems.push(`left unfinished: ${unsettled.map(([what, n]) => `${n} ${what}`).join(', ')}`);
  if (verified !== null) problems.push(`verify: ${verified}`);
  const lines = [
    `${minutes} minutes at ${rate.toFixed(0)} visits a second (capacity ${capacity.toFixed(0)}): ${traffic.line}`,
    `killed: ${faults.kills} times the other process (ready again after ${seconds(Math.max(...faults.starts))} at most), ${faults.away.length} times the database (away ${faults.away.map(({ from, to }) => seconds(to - from)).join(', ')})`,
    `memory: at most ${memory.most.toFixed(0)} MB, median ${memory.early.toFixed(0)} MB early and ${memory.late.toFixed(0)} MB at the end, ${memory.mbAnHour.toFixed(1)} MB an hour`,
    `at rest: ${after.files} open files (${filesBefore} before), ${after.sockets} connections (at most ${mostSockets}), ${atServer} at the database; all jobs finished after ${seconds(settledMs)}`,
  ];
  if (problems.length === 0) return lines;
  for (const line of lines) console.log(line);
  throw new Error(problems.map((problem) => `\n- ${problem}`).join(''));
}

/** All times are seconds since the start of the drill. */
function writeFailures(file: string, failures: Failure[], away: Away[]): void {
  const second = (ms: number) => (ms / 1_000).toFixed(1);
  const lines = failures.map(({ kind, status, at, end, text }) =>
    [kind, status, second(at), second(end), JSON.stringify(text)].join(),
  );
  writeFileSync(
    file,
    [...away.map(({ from, to }) => `database away,,${second(from)},${second(to)},`), ...lines].join('\n'),
  );
}

async function stopAll(...sites: DrillSite[]): Promise<void> {
  for (const site of sites) await site.stop();
}

/** Returns the findings of `npm run verify`, or null. */
function verify(environment: Record<string, string>): string | null {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/current/server/verify.js'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
  });
  return status === 0 ? null : `${stdout}${stderr}`.trim();
}

function byMinutes(samples: Sample[], minutes: number): (string | number)[][] {
  const step = Math.max(1, Math.min(10, Math.floor(minutes / 5))) * 60;
  const rows: (string | number)[][] = [];
  for (let from = 0; from < minutes * 60; from += step) {
    const part = samples.filter(({ second }) => second >= from && second < from + step);
    const middle = (of: (sample: Sample) => number) =>
      part.map(of).toSorted((a, b) => a - b)[part.length >> 1] ?? Number.NaN;
    rows.push([
      `${from / 60}–${(from + step) / 60}`,
      middle(({ rssMb }) => rssMb),
      middle(({ heapUsedMb }) => heapUsedMb),
      middle(({ lagP99Ms }) => lagP99Ms),
      middle(({ files }) => files),
      middle(({ databaseSockets }) => databaseSockets),
      middle(({ load }) => load),
    ]);
  }
  return rows;
}
