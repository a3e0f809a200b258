import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { type DrillSite, isReady, scratch, seconds, signalDatabase, startDrillSite } from './drill-site.ts';

const MAX_ANSWER_MS = 5_000;
const MAX_STOP_MS = 16_000;
const FROZEN_MS = 8_000;
const RECOVERY_MS = 60_000;
/** Requests start this long after the freeze or later; one that was already running proves nothing. */
const AFTER_FREEZE_MS = 100;
const PUBLIC = ['/', '/CarExplore', '/api/listings/featured', '/api/listings/listings?make=BYD'];
const NEEDS_DATABASE = ['/sitemap.xml'];

type Answer = { path: string; status: number; ms: number };

/**
 * Stops the database with SIGSTOP while requests arrive: the embedded one, which the site restarts, and an external one, which
 * SIGCONT wakes. Finally SIGTERM must end the process while its database is frozen.
 */
export async function frozenDatabase(): Promise<string[]> {
  const embedded = await startDrillSite({ DEMO_LISTINGS: '300' });
  const restarted = await freeze(embedded, join(embedded.dataDir, 'postgres'), false);
  await embedded.stop();

  const folder = await scratch();
  const database = await startEmbeddedPostgres(folder);
  const external = await startDrillSite({
    DATABASE_URL: database.siteUrl,
    EXCHANGE_RATES: 'none',
    DATABASE_OWNER_URL: database.url,
    PAYMENTS: 'simulated',
    DEMO_LISTINGS: '300',
  });
  const woken = await freeze(external, folder, true);
  signalDatabase(folder, 'SIGSTOP');
  const stopMs = await external.stop();
  signalDatabase(folder, 'SIGCONT');
  await database.stop();
  if (stopMs > MAX_STOP_MS) throw new Error(`SIGTERM took ${seconds(stopMs)}`);
  return [
    `embedded, restarted by the site: ${restarted}`,
    `external, woken by SIGCONT after ${seconds(FROZEN_MS)}: ${woken}`,
    `SIGTERM while the external database is frozen: the process ended after ${seconds(stopMs)}`,
  ];
}

async function freeze({ origin }: DrillSite, folder: string, wake: boolean): Promise<string> {
  for (const path of PUBLIC) await fetch(origin + path);
  const began = performance.now();
  signalDatabase(folder, 'SIGSTOP');
  const wakening = wake ? wait(FROZEN_MS).then(() => signalDatabase(folder, 'SIGCONT')) : Promise.resolve();
  const asking: Promise<Answer>[] = [];
  const recovering = wakening.then(() => untilReady(origin)).then(() => performance.now());
  while (performance.now() - began < FROZEN_MS) {
    for (const path of [...PUBLIC, ...NEEDS_DATABASE]) asking.push(ask(origin, path));
    await wait(250);
  }
  const recoveredMs = (await recovering) - began - (wake ? FROZEN_MS : 0);
  const answers = await Promise.all(asking);
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  const unserved = answers.filter(({ path, status }) => PUBLIC.includes(path) && status !== 200);
  if (slowest > MAX_ANSWER_MS) throw new Error(`a request took ${seconds(slowest)}`);
  if (unserved.length > 0) throw new Error(`${unserved.length} public reads failed, such as ${unserved[0]?.path}`);
  const refused = answers.filter(({ status }) => status === 503).length;
  return `${answers.length} requests, slowest ${seconds(slowest)}, ${refused} refused with 503, 0 public reads failed, recovered ${seconds(recoveredMs)} after ${wake ? 'SIGCONT' : 'the freeze'}`;
}

async function untilReady(origin: string): Promise<void> {
  await wait(AFTER_FREEZE_MS);
  for (const began = performance.now(); !(await isReady(origin)); await wait(50))
    if (performance.now() - began > RECOVERY_MS) throw new Error('the site did not recover');
}

async function ask(origin: string, path: string): Promise<Answer> {
  const began = performance.now();
  const response = await fetch(origin + path).catch(() => null);
  await response?.arrayBuffer();
  return { path, status: response?.status ?? 0, ms: performance.now() - began };
}
