/**
 * `npm run bench:alerts [-- --searches 100000 --changes 50 --seconds 60]` measures the reader of changed cars with its fan-out: how much of a core
 * it takes together with its connection to PostgreSQL. Each change matches about 2,950 searches, of which 5% did not match before. Halfway the
 * reader is killed. At the end each new match must be there once, and each must have been told.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { processorMs } from '../processes.ts';
import { table } from '../report.ts';
import { scratchDatabase } from '../scratch-database.ts';

const { values } = parseArgs({
  options: {
    searches: { type: 'string', default: '100000' },
    changes: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
  },
});
const SEARCHES = Number(values.searches);
const PER_S = Number(values.changes);
const SECONDS = Number(values.seconds);
/** Searches of a model are spread evenly over maximum prices. Cars cost anything in that range, so on average half of them match. */
const MODELS = Math.max(1, Math.round(SEARCHES / 2 / 2_950));
const CARS = PER_S * SECONDS + 1_000;
const [FROM, TO] = [19_000, 21_000];
/** Newly matching searches are 5% of those that match. The price falls by less than the 1% that would also be told as a lower price. */
const DROP_CENTS = Math.round(((TO - FROM) * 100 * 0.05) / 2);
const LEASE_MS = 16_000;

type Report = {
  isFirst: boolean;
  isReading: boolean;
  pid: number;
  bytes: number;
  rss: number;
  cars: number;
  hits: number;
  matches: number;
  told: number;
};
type Reader = { child: ChildProcess; last: Report; ended: Promise<void> };

const folder = await mkdtemp(join(tmpdir(), 'carquay-alerts-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'));
try {
  const url = await scratchDatabase(database.url, 200, () => {});
  const pool = await openPool(url, { max: 4, statementTimeoutMs: 0 });
  await addCarsAndSearches(pool);
  const first = await startReader(url);
  const { rss, bytes } = first.last;
  const ids: number[] = (
    await pool.query("select id from listings where stock_number like 'bench%' order by id")
  ).rows.map(({ id }) => id);
  const half = Math.floor((PER_S * SECONDS) / 2);
  const quiet = await measure(first, () => pause(5_000));
  const running = await measure(first, () => change(pool, ids.slice(0, half)));
  // In the middle of a batch: changes go on while the reader is killed and until its lease has ended.
  const rest = change(pool, ids.slice(half, 2 * half));
  await pause(1_500);
  first.child.kill('SIGKILL');
  await first.ended;
  const killedAt = performance.now();
  const second = await startReader(url);
  const takenOverMs = performance.now() - killedAt;
  await rest;
  while (second.last.cars < half / 2 && performance.now() - killedAt < 4 * LEASE_MS) await pause(500);
  await pause(3_000);
  await stop(second);
  // All that was collected is due eleven minutes later.
  const third = await startReader(url, 11);
  await pause(3_000);
  await stop(third);
  report(quiet, running, { bytes, rss, takenOverMs });
  await check(pool, ids.slice(0, 2 * half));
  await pool.end();
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function addCarsAndSearches(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into listings (user_id, make_id, model_id, make, model, offer, status, year, price_cents, stock_number, location, description)
     select u.id, m.make_id, m.id, k.name, m.name, 'Sell', 'active', 2021, $2::int + floor(random() * $4::int)::int, 'bench' || n, 'Guangzhou, China', 'One owner from new.'
     from generate_series(1, $3::int) as n
     join (select *, row_number() over (order by id) as place from models where make_id in (select id from makes)) as m
       on m.place = 1 + n % $1
     join makes k on k.id = m.make_id, (select min(id) as id from users) as u`,
    [MODELS, FROM * 100 + DROP_CENTS, CARS, (TO - FROM) * 100 - DROP_CENTS],
  );
  await pool.query(
    `insert into notification_people (email, email_key, confirmed_at)
     select n || '@bench.example', n || '@bench.example', now() from generate_series(1, $1::int) as n`,
    [SEARCHES],
  );
  // Their people were told within the last ten minutes, as on a site that has been running.
  await pool.query(
    `insert into saved_searches (person_id, query, name, rhythm, told_at, told_version, counted)
     select p.id, '?make=' || replace(k.name, ' ', '+') || '&model=' || replace(m.name, ' ', '+') || '&maxPrice=' ||
       ($2::int + floor(random() * ($3::int - $2::int)))::int, m.name, 'at_once', now() - random() * interval '10 minutes', 0, 0
     from (select id, row_number() over (order by id) as n from notification_people) as p
     join (select *, row_number() over (order by id) as place from models) as m on m.place = 1 + p.n % $1
     join makes k on k.id = m.make_id`,
    [MODELS, FROM, TO],
  );
  await pool.query('vacuum analyze');
}

/** Starts a reader and waits until it has loaded the searches and looked once. */
async function startReader(url: string, aheadMinutes = 0): Promise<Reader> {
  const child = fork('bench/catalog/alerts-reader.ts', [url, '1000', String(aheadMinutes)]);
  const reader = { child, ended: new Promise<void>((resolve) => child.once('exit', () => resolve())) } as Reader;
  await new Promise<void>((resolve) => {
    child.on('message', (report: Report) => {
      reader.last = report;
      if (report.isReading) resolve();
    });
  });
  return reader;
}

async function stop({ child, ended }: Reader): Promise<void> {
  child.send('stop');
  await ended;
}

/** Lowers the price of each car, at the rate of the bench. */
async function change(pool: pg.Pool, ids: readonly number[]): Promise<void> {
  const began = performance.now();
  const running: Promise<unknown>[] = [];
  for (const [at, id] of ids.entries()) {
    const wait = began + (at * 1_000) / PER_S - performance.now();
    if (wait > 0) await pause(wait);
    running.push(pool.query('update listings set price_cents = price_cents - $2 where id = $1', [id, DROP_CENTS]));
  }
  await Promise.all(running);
}

type Measured = {
  seconds: number;
  node: number;
  postgres: number;
  hits: number;
  matches: number;
  told: number;
  cars: number;
};

async function measure(reader: Reader, work: () => Promise<unknown>): Promise<Measured> {
  const before = { ...reader.last };
  const at = performance.now();
  const pid = reader.child.pid ?? 0;
  const [node, postgres] = [processorMs(pid), processorMs(before.pid)];
  await work();
  return {
    seconds: (performance.now() - at) / 1_000,
    node: processorMs(pid) - node,
    postgres: processorMs(before.pid) - postgres,
    cars: reader.last.cars - before.cars,
    hits: reader.last.hits - before.hits,
    matches: reader.last.matches - before.matches,
    told: reader.last.told - before.told,
  };
}

function report(quiet: Measured, running: Measured, reader: { bytes: number; rss: number; takenOverMs: number }): void {
  const share = (ms: number, { seconds }: Measured) => `${(ms / seconds / 10).toFixed(1)}%`;
  const rows = (
    [
      ['no changes', quiet],
      [`${PER_S} changes a second`, running],
    ] as const
  ).map(([name, measured]) => [
    name,
    share(measured.node, measured),
    share(measured.postgres, measured),
    share(measured.node + measured.postgres, measured),
    Math.round(measured.cars / measured.seconds),
    Math.round(measured.matches / measured.seconds),
    Math.round(measured.told / measured.seconds),
  ]);
  table(
    `${SEARCHES.toLocaleString('en-US')} searches, of a core`,
    ['', 'reader', 'its connection', 'together', 'cars a second', 'new matches a second', 'searches told a second'],
    rows,
  );
  console.log(
    `new matches a change: ${Math.round(running.matches / Math.max(1, running.cars))}, of about ${Math.round(SEARCHES / MODELS / 2)} searches that match`,
  );
  console.log(`the index has ${(reader.bytes / 1e6).toFixed(1)} MB, the process ${(reader.rss / 1e6).toFixed(0)} MB`);
  console.log(`another reader had taken over ${(reader.takenOverMs / 1_000).toFixed(1)} s after the kill`);
}

/** Compares what was told with what changed. */
async function check(pool: pg.Pool, changed: number[]): Promise<void> {
  const sum = async (sql: string, values: unknown[] = []) => Number((await pool.query(sql, values)).rows[0].sum);
  const expected = await sum(
    `select count(*) as sum from listings l join saved_searches s on s.name = l.model
     where l.id = any($1) and split_part(s.query, 'maxPrice=', 2)::int * 100 between l.price_cents and l.price_cents + $2 - 1`,
    [changed, DROP_CENTS],
  );
  const matches = await sum('select count(*) as sum from search_matches');
  const told = await sum("select coalesce(sum((facts->>'count')::int), 0) as sum from notifications");
  table(
    'Each alert once, none lost',
    ['changed cars', 'expected', 'matches', 'told in notifications'],
    [[changed.length, expected, matches, told]],
  );
  if (matches !== expected || told !== expected) throw new Error('alerts were lost or doubled');
}
