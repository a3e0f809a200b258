/**
 * `npm run bench:processes [-- --cars 1000000 --processes 1,2,4]` measures several processes on one database while 50 prices a second
 * change: requests, purchases, staleness, memory, and the processor time that processes and database need. Uses a temporary folder that is
 * deleted at the end.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { listingPath } from '#features/catalog/listings/model/listing.ts';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { addCars } from '../../tests/support/catalog/cars.ts';
import { signIn } from '../../tests/support/data/accounts.ts';
import { indexFilled } from '../catalog/index-filled.ts';
import { changePrices } from '../catalog/price-changes.ts';
import { type Buyer, completeCheckout, newCheckout, PRICE, pay } from '../chaos-buyer.ts';
import { clientName, load } from '../load.ts';
import { processorMs, type Site, serverProcessorMs, startSite } from '../processes.ts';
import { table } from '../report.ts';
import { requestKinds } from '../requests.ts';
import { scratchDatabase } from '../scratch-database.ts';
import { measureStaleness } from './measure-staleness.ts';

const { values } = parseArgs({
  options: { cars: { type: 'string', default: '1000000' }, processes: { type: 'string', default: '1,2,4' } },
});
const [cars, counts] = [Number(values.cars), values.processes.split(',').map(Number)];
const CHANGES_PER_S = 50;
const CONNECTIONS = 16;
const PURCHASES = 200;
const STALENESS_CHANGES = 100;
const FOLLOWED_MS = 10_000;
const HTML = { 'accept-encoding': 'br', accept: 'text/html' };
/** Enough for four processes with their pools and other connections. */
const MAX_CONNECTIONS = '150';

/** Result of one kind of request. `busy`: cores used by the sites and the database. */
type Figures = { perSecond: number; p50: number; p99: number; sitesBusy: number; databaseBusy: number };

const folder = await mkdtemp(join(tmpdir(), 'carquay-bench-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'), { max_connections: MAX_CONNECTIONS });
console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load by ${clientName}, ${loadAverage()}`,
);
try {
  const url = await scratchDatabase(database.url, cars, console.log);
  for (const count of counts) await measure(count, url);
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(count: number, url: string): Promise<void> {
  const ceiling = await bareServers(count);
  const pool = await openPool(url, { max: 4 });
  const began = performance.now();
  const sites = await Promise.all(
    Array.from({ length: count }, (_, nth) => startSite(url, join(folder, `data-${count}-${nth}`), 'cached')),
  );
  await Promise.all(sites.map(({ origin }) => indexFilled(origin)));
  const filledS = (performance.now() - began) / 1_000;
  const filledMb = sites.map(memoryMb);
  const busyIdle = await busyWhile(pool, sites, () => wait(FOLLOWED_MS));
  const stop = await changePrices(url, CHANGES_PER_S);
  const busyFollowing = await busyWhile(pool, sites, () => wait(FOLLOWED_MS));
  const rows: (string | number)[][] = [];
  for (const [name, paths, headers] of await kinds(pool)) {
    const figures = await loadAll(pool, sites, paths, headers);
    const { perSecond, p50, p99, sitesBusy, databaseBusy } = figures;
    rows.push([name, perSecond, perSecond / ceiling, p50, p99, sitesBusy, databaseBusy]);
  }
  rows.push(['checkout', ...(await purchases(pool, sites))]);
  const delays = await measureStaleness(
    pool,
    sites.map(({ origin }) => origin),
    STALENESS_CHANGES,
  );
  await stop();
  const loadedMb = sites.map(memoryMb);
  for (const site of sites) await site.stop();
  await pool.end();

  table(
    `${cars.toLocaleString('en-US')} cars, ${count} processes, ${CHANGES_PER_S} changes a second; hello-world in ${count} processes ${Math.round(ceiling)}/s; ${loadAverage()}`,
    ['request', 'per s', 'of hello', 'p50 ms', 'p99 ms', 'sites, cores', 'database, cores'],
    rows,
  );
  table(
    'Processes',
    ['', 'figure'],
    [
      ['seconds until all were filled', filledS],
      ['MB of each, filled', list(filledMb)],
      ['MB of each, at the end', list(loadedMb)],
      ['cores without changes and requests: sites', busyIdle.sites],
      ['the same: database', busyIdle.database],
      ['cores with changes and no requests: sites', busyFollowing.sites],
      ['the same: database', busyFollowing.database],
      ['staleness p50 ms', list(delays.map((times) => times[times.length >> 1]!))],
      ['staleness p99 ms', list(delays.map((times) => times[Math.floor(times.length * 0.99)]!))],
    ],
  );
}

type Kind = [name: string, paths: string[], headers: Record<string, string>];

async function kinds(pool: pg.Pool): Promise<Kind[]> {
  const { rows } = await pool.query<{ id: number; make: string; model: string; offer: 'Sell' }>(
    "select id, make, model, offer from listings where status = 'active' and offer = 'Sell' order by md5(id::text) limit 1",
  );
  return [
    ...(await requestKinds(pool)).map(({ name, paths }): Kind => [name, paths, {}]),
    ['cached page: Home', ['/'], HTML],
    ['cached page: browse', ['/CarExplore'], HTML],
    ['cached page: car', rows.map(listingPath), HTML],
  ];
}

/** Measures the same number of bare Node servers. */
async function bareServers(count: number): Promise<number> {
  const servers = await Promise.all(Array.from({ length: count }, () => startSite('hello')));
  const loads = await Promise.all(
    servers.map(({ origin }) => load(origin, ['/hello'], {}, CONNECTIONS / servers.length)),
  );
  for (const server of servers) await server.stop();
  return loads.reduce((sum, { perSecond }) => sum + perSecond, 0);
}

/** Sends one kind of request to all processes in parallel. Returns the times of the slowest process. */
async function loadAll(
  pool: pg.Pool,
  sites: Site[],
  paths: string[],
  headers: Record<string, string>,
): Promise<Figures> {
  let loads: Awaited<ReturnType<typeof load>>[] = [];
  const busy = await busyWhile(pool, sites, async () => {
    loads = await Promise.all(sites.map(({ origin }) => load(origin, paths, headers, CONNECTIONS / sites.length)));
  });
  return {
    perSecond: loads.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50: Math.max(...loads.map(({ p50 }) => p50)),
    p99: Math.max(...loads.map(({ p99 }) => p99)),
    sitesBusy: busy.sites,
    databaseBusy: busy.database,
  };
}

/** Lets buyers buy a car each, alternating between processes. Returns the columns of the request table. */
async function purchases(pool: pg.Pool, sites: Site[]): Promise<(string | number)[]> {
  const forSale = await addCars(
    pool,
    Array.from({ length: PURCHASES }, () => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  const waiting: { buyer: Buyer; car: number; origin: string }[] = [];
  for (const [at, car] of forSale.entries()) {
    const { id, cookie } = await signIn(pool);
    const buyer = { id, cookie, ip: `10.${sites.length}.${at >> 8}.${at & 255}` };
    waiting.push({ buyer, car, origin: sites[at % sites.length]!.origin });
  }
  const took: number[] = [];
  const buy = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const began = performance.now();
      const checkout = newCheckout(next.buyer, next.car);
      const { status } = await pay(next.origin, checkout);
      if (status !== 200) throw new Error(`a payment was answered with ${status}`);
      await completeCheckout(next.origin, checkout);
      took.push(performance.now() - began);
    }
  };
  const began = performance.now();
  const busy = await busyWhile(pool, sites, async () => {
    await Promise.all(Array.from({ length: CONNECTIONS }, buy));
  });
  const perSecond = (PURCHASES / (performance.now() - began)) * 1_000;
  took.sort((a, b) => a - b);
  return [perSecond, '', took[PURCHASES >> 1]!, took[Math.floor(PURCHASES * 0.99)]!, busy.sites, busy.database];
}

/** Cores that the sites and the database used during some work. */
async function busyWhile(pool: pg.Pool, sites: Site[], work: () => Promise<unknown>) {
  const used = async () => {
    const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity where pid is not null');
    return {
      sites: sites.reduce((sum, { pid }) => sum + processorMs(pid), 0),
      database: serverProcessorMs(rows.map(({ pid }) => pid)),
    };
  };
  const [before, began] = [await used(), performance.now()];
  await work();
  const [after, ms] = [await used(), performance.now() - began];
  return { sites: (after.sites - before.sites) / ms, database: (after.database - before.database) / ms };
}

function memoryMb({ pid }: Site): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function loadAverage(): string {
  return `load ${loadavg()[0]!.toFixed(1)}`;
}

function list(figures: number[]): string {
  return figures.map((figure) => figure.toFixed(0)).join(', ');
}
