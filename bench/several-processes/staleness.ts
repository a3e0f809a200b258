/**
 * `npm run bench:staleness` starts two processes on one database and measures how long after a commit each process shows a
 * new price, while other prices change 50 times a second.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { changePrices } from '../catalog/price-changes.ts';
import { startSite } from '../processes.ts';
import { table } from '../report.ts';
import { scratchDatabase } from '../scratch-database.ts';
import { measureStaleness } from './measure-staleness.ts';

const CARS = 10_000;
const CHANGES = 500;
const CHANGES_PER_S = 50;

const folder = await mkdtemp(join(tmpdir(), 'carquay-staleness-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'));
try {
  const url = await scratchDatabase(database.url, CARS, console.log);
  const pool = await openPool(url, { max: 2 });
  const sites = await Promise.all([0, 1].map((nth) => startSite(url, join(folder, `data-${nth}`), 'cached')));
  const stop = await changePrices(url, CHANGES_PER_S);
  const delays = await measureStaleness(
    pool,
    sites.map(({ origin }) => origin),
    CHANGES,
  );
  await stop();
  for (const site of sites) await site.stop();
  await pool.end();
  table(
    `Milliseconds from the commit to the first answer with the new price, ${CHANGES} changes`,
    ['process', 'p50', 'p99', 'most'],
    delays.map((times, site) => [
      String(site + 1),
      times[times.length >> 1]!,
      times[Math.floor(times.length * 0.99)]!,
      times.at(-1)!,
    ]),
  );
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
