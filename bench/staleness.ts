/**
 * `npm run bench:staleness` starts two processes on one database and measures how long after a commit each of them shows a
 * new price, while other prices change 50 times a second.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/pool.ts';
import { changePrices } from './price-changes.ts';
import { startSite } from './processes.ts';
import { table } from './report.ts';
import { scratchDatabase } from './scratch-database.ts';

const CARS = 10_000;
const CHANGES = 500;
const CHANGES_PER_S = 50;
const MAX_PAUSE_MS = 60;

const folder = await mkdtemp(join(tmpdir(), 'carquay-staleness-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'));
try {
  const url = await scratchDatabase(database.url, CARS, console.log);
  const pool = await openPool(url, { max: 2 });
  const { rows } = await pool.query<{ id: number }>(
    "select id from listings where status = 'active' and deleted_at is null order by md5(id::text) limit 100",
  );
  const sites = await Promise.all([0, 1].map((nth) => startSite(url, join(folder, `data-${nth}`), 'cached')));
  const stop = await changePrices(url, CHANGES_PER_S);
  const delays: number[][] = [[], []];
  for (let nth = 0; nth < CHANGES; nth++) {
    const id = rows[nth % rows.length]!.id;
    const dollars = 1_000_000 + nth;
    // Read first, because a process without a stored response would read the new price from the database.
    await Promise.all(sites.map(({ origin }) => priceAt(origin, id)));
    await pool.query('update listings set price_cents = $2 where id = $1', [id, dollars * 100]);
    const committedAt = performance.now();
    await Promise.all(
      sites.map(async ({ origin }, site) => {
        while ((await priceAt(origin, id)) < dollars) await pause(1);
        delays[site]!.push(performance.now() - committedAt);
      }),
    );
    await pause(Math.random() * MAX_PAUSE_MS);
  }
  await stop();
  for (const site of sites) await site.stop();
  await pool.end();
  table(
    `Milliseconds from the commit to the first answer with the new price, ${CHANGES} changes`,
    ['process', 'p50', 'p99', 'most'],
    delays.map((times, site) => {
      times.sort((a, b) => a - b);
      return [String(site + 1), times[times.length >> 1]!, times[Math.floor(times.length * 0.99)]!, times.at(-1)!];
    }),
  );
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function priceAt(origin: string, id: number): Promise<number> {
  const response = await fetch(`${origin}/api/listings/${id}`);
  return ((await response.json()) as { price: number }).price;
}
