import { spawnSync } from 'node:child_process';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { addCars } from '../../tests/support/catalog/cars.ts';
import { signIn } from '../../tests/support/data/accounts.ts';
import { type Buyer, completeCheckout, newCheckout, outcomeOf, PRICE, pay } from '../chaos-buyer.ts';
import { type DrillSite, scratch, seconds, startDrillSite } from './drill-site.ts';
import { type Address, rehearse } from './failover.ts';
import { type Cluster, createCluster, startServer } from './raw-postgres.ts';
import { type Pooler, setOnRole, startPooler, whyNoPooler } from './start-pooler.ts';

const CHECKOUTS = 60;
const READS = 1_000;
const CONCURRENCY = 16;
const PATHS = [
  '/',
  '/CarExplore',
  '/used-cars',
  '/api/listings/featured',
  '/api/listings/listings?make=BYD',
  '/api/listings/search?q=suv',
];
const START_MS = 60_000;

/**
 * Runs the site through PgBouncer in transaction mode: the start refuses settings that would break it, visitors and buyers get no error, and
 * a failover behind the pooler loses no acknowledged write.
 */
export async function pgbouncer(): Promise<string[]> {
  const missing = whyNoPooler();
  if (missing) return [missing];
  const cluster = await createCluster();
  const server = await startServer(`${cluster.folder}/data`, cluster.ownerUrl);
  const [siteUrl, ownerUrl] = [cluster.siteUrl(server.port), cluster.ownerUrl(server.port)];
  const pooler = await startPooler(siteUrl, ownerUrl);
  const refused = await refusals(pooler, siteUrl, ownerUrl);
  const environment = { DATABASE_URL: pooler.siteUrl, DATABASE_OWNER_URL: ownerUrl, ...SHOP };
  const sites = [await startDrillSite(environment), await startDrillSite(environment)];
  const used = await mainPath(ownerUrl, sites);
  for (const site of sites) await site.stop();
  await pooler.stop();
  await server.stop();

  const { lost, text } = await rehearse(true, poolerAddress);
  if (lost > 0) throw new Error(`${lost} acknowledged writes were lost`);
  return [
    `the start refused ${refused} wrong settings in one sentence each`,
    used,
    `failover behind it, synchronous commit: ${text}`,
  ];
}

const SHOP = {
  PAYMENTS: 'simulated',
  PAYMENT_DELAY_MS: '0',
  DEMO_LISTINGS: '200',
  TRUST_PROXY: '1',
  EXCHANGE_RATES: 'none',
};

async function poolerAddress(cluster: Cluster, port: number): Promise<Address> {
  const [siteUrl, ownerUrl] = [cluster.siteUrl(port), cluster.ownerUrl(port)];
  await setOnRole(ownerUrl, siteUrl);
  const pooler = await startPooler(siteUrl, ownerUrl);
  return { siteUrl: pooler.siteUrl, ownerUrl, lead: pooler.lead, close: pooler.stop };
}

/** Starts with each wrong setting and then restores the right one. Returns the number of refused starts. */
async function refusals(pooler: Pooler, siteUrl: string, ownerUrl: string): Promise<number> {
  const direct = { DATABASE_URL: pooler.siteUrl, DATABASE_OWNER_URL: ownerUrl };
  const change = async (settings?: Record<string, string>) => {
    await setOnRole(ownerUrl, siteUrl, settings);
    await pooler.set('server_idle_timeout', '600');
  };
  await refusedStart(direct, /timezone|statement_timeout is 0 ms.*alter role "carquay_site"/);
  await change({ timezone: 'Asia/Shanghai' });
  await refusedStart(direct, /timezone is Asia\/Shanghai/);
  await change({ lock_timeout: '0' });
  await refusedStart(direct, /lock_timeout is 0 ms/);
  await change();
  await pooler.set('max_prepared_statements', '0');
  await refusedStart(direct, /does not support named statements/);
  await pooler.set('max_prepared_statements', '1000');
  await refusedStart(
    { ...direct, DATABASE_OWNER_URL: pooler.ownerUrl },
    /is a connection pooler\. Set DATABASE_OWNER_URL/,
  );
  return 5;
}

async function refusedStart(database: Record<string, string>, reason: RegExp): Promise<void> {
  const { status, stderr } = spawnSync(process.execPath, ['build/current/server/server.js'], {
    encoding: 'utf8',
    timeout: START_MS,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(await freePort()),
      DATA_DIR: await scratch(),
      ...SHOP,
      ...database,
    },
  });
  if (status === 0 || status === null || !reason.test(stderr))
    throw new Error(`the start was not refused for ${reason}: ${status} ${stderr}`);
}

/** Visitors read and buyers buy, over both processes. Throws if anything fails. */
async function mainPath(ownerUrl: string, sites: DrillSite[]): Promise<string> {
  const pool = await openPool(ownerUrl, { max: 2 });
  const cars = await addCars(
    pool,
    Array.from({ length: CHECKOUTS }, () => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  const times: number[] = [];
  const siteOf = (turn: number) => sites[turn % sites.length]!.origin;
  await each(READS, async (turn) => {
    const began = performance.now();
    const path = PATHS[turn % PATHS.length] ?? '/';
    const response = await fetch(siteOf(turn) + path);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`);
    times.push(performance.now() - began);
  });
  await each(CHECKOUTS, async (turn) => {
    const buyer: Buyer = { ...(await signIn(pool)), ip: `10.0.0.${turn + 1}` };
    const checkout = newCheckout(buyer, cars[turn]!);
    const { status, body } = await pay(siteOf(turn), checkout);
    if (status !== 200) throw new Error(`a payment was answered with ${status} ${JSON.stringify(body)}`);
    await completeCheckout(siteOf(turn + 1), checkout);
    const outcome = await outcomeOf(siteOf(turn), checkout);
    if (!outcome.confirmed || !outcome.sold) throw new Error(`a checkout ended with ${JSON.stringify(outcome)}`);
  });
  await pool.end();
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(0.99 * (times.length - 1))] ?? 0;
  return `two processes: ${READS} reads of pages and lists (p99 ${seconds(p99)}) and ${CHECKOUTS} checkouts, 0 errors`;
}

/** Runs `count` turns with limited concurrency. */
async function each(count: number, run: (turn: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
