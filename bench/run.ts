/**
 * `npm run bench [-- --sizes 10000,100000,1000000]` measures API responses and pages on one machine, compared with a bare loop
 * around the database driver and with a bare server of Node. Uses a temporary folder that is deleted at the end.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { visitPages } from './browser.ts';
import { indexFilled } from './catalog/index-filled.ts';
import { changePrices } from './catalog/price-changes.ts';
import { driverLoop } from './driver-loop.ts';
import { clientName, type Load, load } from './load.ts';
import { startSite } from './processes.ts';
import { table } from './report.ts';
import { type RequestKind, requestKinds } from './requests.ts';
import { scratchDatabase } from './scratch-database.ts';

const { values } = parseArgs({ options: { sizes: { type: 'string', default: '10000,100000,1000000' } } });
const sizes = values.sizes.split(',').map(Number);
if (sizes.some((size) => !Number.isInteger(size) || size < 10_000)) {
  console.error('--sizes takes numbers of cars from 10000, separated by commas.');
  process.exit(2);
}
const CHANGES_PER_S = 50;
const BROTLI = { 'accept-encoding': 'br' };
const HTML = { ...BROTLI, accept: 'text/html' };

const folder = await mkdtemp(join(tmpdir(), 'carquay-bench-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'));
console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load by ${clientName}`,
);
try {
  const hello = await measureHello();
  const uncached = new Map<number, Map<string, Load>>();
  for (const size of sizes) uncached.set(size, await measureSize(size, hello));
  compareSizes(uncached);
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measureHello(): Promise<Load> {
  const site = await startSite('hello');
  const hello = await load(site.origin, ['/hello']);
  await site.stop();
  return hello;
}

async function measureSize(size: number, hello: Load): Promise<Map<string, Load>> {
  const url = await scratchDatabase(database.url, size, (line) => console.log(`\n${line}`));
  const pool = await openPool(url, { max: 1 });
  const requests = await requestKinds(pool);
  await pool.end();
  const bare = await driverLoop(url);
  const uncached = await measureRequests(url, 'uncached', requests);
  const stop = await changePrices(url, CHANGES_PER_S);
  const changing = await measureRequests(url, 'uncached', requests);
  await stop();
  const bySql = await measureRequests(url, 'uncached', requests, 'sql');
  const cached = await measureRequests(url, 'cached', requests);
  table(
    `${size.toLocaleString('en-US')} cars, one process, 16 connections; hello-world ${Math.round(hello.perSecond)}/s`,
    [
      'request',
      'per s',
      'of hello',
      'p50 ms',
      'p99 ms',
      'changing',
      'by SQL',
      'driver loop',
      'cached per s',
      'of hello',
    ],
    requests.map(({ name }) => {
      const [plain, cachedLoad, loop] = [uncached.get(name)!, cached.get(name)!, bare.get(name) ?? 0];
      const share = ({ perSecond }: Load) => perSecond / hello.perSecond;
      const others = [changing.get(name)!.perSecond, bySql.get(name)!.perSecond, loop];
      others.push(cachedLoad.perSecond, share(cachedLoad));
      return [name, plain.perSecond, share(plain), plain.p50, plain.p99, ...others];
    }),
  );
  if (size === sizes.find((each) => each >= 100_000) || sizes.length === 1) await measurePages(url, requests);
  return uncached;
}

/** Warms the cache first and requests Brotli like browsers. Uncached responses are plain, like the driver loop's. */
async function measureRequests(
  url: string,
  caching: string,
  requests: RequestKind[],
  inventory = 'memory',
): Promise<Map<string, Load>> {
  const site = await startSite(url, join(folder, 'data'), caching, inventory);
  if (inventory === 'memory') await indexFilled(site.origin);
  const loads = new Map<string, Load>();
  const headers = caching === 'cached' ? BROTLI : {};
  for (const { name, paths } of requests) {
    for (const path of caching === 'cached' ? paths : []) await fetch(site.origin + path, { headers });
    loads.set(name, await load(site.origin, paths, headers));
  }
  await site.stop();
  return loads;
}

/** Visits pages twice and reports the second visit, because the first renders the pictures. */
async function measurePages(url: string, requests: RequestKind[]): Promise<void> {
  const site = await startSite(url, join(folder, 'data'), 'cached');
  await indexFilled(site.origin);
  const car = requests
    .find(({ name }) => name === 'detail')
    ?.paths[0]?.split('/')
    .at(-1);
  const response = await fetch(`${site.origin}/buy-car/any-car-${car}`, { redirect: 'manual' });
  const pages: [string, string][] = [
    ['Home', '/'],
    ['browse', '/CarExplore'],
    ['detail', new URL(response.headers.get('location') ?? '/', site.origin).pathname],
  ];
  const cached = new Map<string, Load>();
  const changing: (string | number)[][] = [];
  for (const [name, path] of pages) {
    cached.set(name, await load(site.origin, [path], HTML));
    const row: (string | number)[] = [name, cached.get(name)!.perSecond];
    for (const perSecond of [5, 50]) {
      const stop = await changePrices(url, perSecond);
      row.push((await load(site.origin, [path], HTML)).perSecond);
      await stop();
    }
    changing.push(row);
  }
  table(
    'Cached pages a second while prices of other cars change',
    ['page', 'quiet', '5 a second', '50 a second'],
    changing,
  );
  await visitPages(site.origin, pages);
  const results = await visitPages(site.origin, pages);
  await site.stop();

  const plain = await startSite(url, join(folder, 'data'), 'uncached');
  await indexFilled(plain.origin);
  const rows: (string | number)[][] = [];
  for (const [name, path] of pages) {
    const { perSecond, p50, p99 } = await load(plain.origin, [path], HTML);
    rows.push([name, perSecond, p50, p99, cached.get(name)!.perSecond]);
  }
  await plain.stop();
  table('Rendered pages, compressed', ['page', 'per s', 'p50 ms', 'p99 ms', 'cached per s'], rows);
  table(
    'In a browser: phone of 360 px, slow 4G (1.6 Mbit/s, 150 ms), processor slowed 4 times',
    ['page', 'view', 'requests', 'KB', 'KB of pictures below the fold', 'LCP ms'],
    results.map(({ page, view, requests, bytes, belowFold, lcpMs }) => [
      page,
      view,
      requests,
      bytes / 1024,
      belowFold / 1024,
      lcpMs,
    ]),
  );
}

function compareSizes(uncached: Map<number, Map<string, Load>>): void {
  const [smallest, largest] = [uncached.get(Math.min(...sizes))!, uncached.get(Math.max(...sizes))!];
  if (sizes.length < 2) return;
  table(
    `Cost at ${Math.max(...sizes).toLocaleString('en-US')} cars compared with ${Math.min(...sizes).toLocaleString('en-US')}`,
    ['request', 'times'],
    [...smallest].map(([name, { perSecond }]) => [name, perSecond / (largest.get(name)?.perSecond ?? Number.NaN)]),
  );
}
