/**
 * `npm run bench:shipments [-- --orders 50000]` measures how long a buyer waits for the timeline of an order and the operator for the board of
 * open orders, while events are reported. For comparison it times one bare SQL statement for the same rows in the same minute: the rest
 * of the time is ours. Uses a temporary folder that is deleted at the end.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { refreshBoard } from '#features/shipping/shipments/server/refresh-board.ts';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { signIn, signInAdmin } from '../../tests/support/data/accounts.ts';
import { startSite } from '../processes.ts';
import { table } from '../report.ts';
import { scratchDatabase } from '../scratch-database.ts';
import { addShipmentHistory } from './shipment-history.ts';

const TIMES = 200;
/** Calls that are not measured. */
const UNCOUNTED = 10;
const EVENTS_PER_S = 20;
/** An event of a vessel changes all orders on it. */
const VESSEL_EVERY_MS = 10_000;
/** A device that gets 503 sends the same event again. */
const AGAIN_AFTER_MS = 1_000;
const { values } = parseArgs({ options: { orders: { type: 'string', default: '50000' } } });
const orders = Number(values.orders);

const BARE_TIMELINE = `
  select o.*, c.*, l.make, l.model, l.year, b.starts_at, b.ends_at,
    (select json_agg(i) from plan_items i where i.order_id = o.id and i.version = o.plan_version) as plan,
    (select json_agg(a) from allocations a where a.order_id = o.id) as paid,
    (select json_agg(e) from shipment_events e where e.order_id = o.id) as events,
    (select json_agg(e) from sailing_cars s join shipment_events e on e.sailing_id = s.sailing_id where s.order_id = o.id) as voyage,
    (select json_agg(f.kind) from order_files f where f.order_id = o.id) as files
  from orders o join order_cars c on c.order_id = o.id join listings l on l.id = c.listing_id left join bookings b on b.id = c.booking_id
  where o.id = $1`;
const bareBoard = (where: string, offset: number) => `
  select s.*, u.name, (select array_agg(concat_ws(' ', l.make, l.model, l.year)) from order_cars c join listings l on l.id = c.listing_id
      where c.order_id = s.order_id) as cars,
    (select json_agg(n) from (select step, owner, count(*), count(*) filter (where due_at < now()) as late from shipment_states group by 1, 2) n)
  from (select * from shipment_states where ${where} order by due_at, order_id limit 25 offset ${offset}) s
    join orders o on o.id = s.order_id join users u on u.id = o.user_id`;

type Case = { name: string; path: () => string; cookie: string; sql: string; row: () => unknown[] };

const folder = await mkdtemp(join(tmpdir(), 'carquay-bench-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'));
try {
  const url = await scratchDatabase(database.url, 0, console.log);
  const pool = await openPool(url, { max: 4, statementTimeoutMs: 0 });
  const buyer = await signIn(pool);
  const events = await addShipmentHistory(pool, buyer.id, orders);
  const startedAt = performance.now();
  await refreshBoard(pool, new Date());
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  await pool.query('vacuum analyze');
  console.log(
    `${orders.toLocaleString('en-US')} open orders, ${events.toLocaleString('en-US')} events; the first board took ${seconds} s`,
  );
  await measure(url, pool, buyer);
  await pool.end();
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(url: string, pool: pg.Pool, buyer: { id: number; cookie: string }): Promise<void> {
  const { cookie } = await signInAdmin(pool);
  const ids = async (where: string) =>
    (
      await pool.query<{ id: number }>(
        `select id from orders where life = 'active' and ${where} order by md5(id::text) limit 2000`,
      )
    ).rows.map(({ id }) => id);
  const [bought, all] = [await ids(`user_id = ${buyer.id}`), await ids('true')];
  const next = (list: number[]) => {
    let turn = 0;
    return () => list[turn++ % list.length]!;
  };
  const board = (name: string, query: string, where: string, offset = 0): Case => ({
    ...{ name, path: () => `/api/admin/orders/board${query}`, cookie },
    ...{ sql: bareBoard(where, offset), row: () => [] },
  });
  const [opened, read] = [next(bought), next(bought)];
  const lastPage = Math.ceil(orders / 25);
  const cases: Case[] = [
    {
      ...{ name: 'timeline, buyer', path: () => `/api/orders/${opened()}/timeline`, cookie: buyer.cookie },
      ...{ sql: BARE_TIMELINE, row: () => [read()] },
    },
    board('board', '', 'true'),
    board('board, late', '?late=yes', 'due_at < now()'),
    board('board, one step', '?step=sailed', "step = 'sailed'"),
    board('board, a step of an owner', '?step=released&owner=buyer', "step = 'released' and owner = 'buyer'"),
    board('board, last page', `?page=${lastPage}`, 'true', (lastPage - 1) * 25),
  ];
  const site = await startSite(url, join(folder, 'data'), 'cached');
  const rows: (string | number)[][] = [];
  try {
    for (const busy of [false, true]) {
      const reporters = busy ? await startReporters(pool, site.origin, cookie, all) : null;
      for (const { name, path, cookie: by, sql, row } of cases) {
        const times = await timesOf(() => get(site.origin + path(), by));
        const bare = await timesOf(() => pool.query({ name, text: sql, values: row() }));
        rows.push([busy ? `${name}, events meanwhile` : name, ...figures(times), ...figures(bare).slice(0, 2)]);
      }
      if (reporters) console.log(await reporters());
    }
  } finally {
    await site.stop();
  }
  table(
    `One call at a time, ${TIMES} times each`,
    ['request', 'p50 ms', 'p95 ms', 'longest ms', 'SQL p50 ms', 'SQL p95 ms'],
    rows,
  );
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}, load ${load} at the end`,
  );
}

/**
 * Reports 20 events a second of different orders, and one of a vessel every 10 seconds. The returned function stops, and says how many were
 * recorded and how long the board lagged behind.
 */
async function startReporters(
  pool: pg.Pool,
  origin: string,
  cookie: string,
  all: number[],
): Promise<() => Promise<string>> {
  const { rows: vessels } = await pool.query<{ id: number }>('select id from sailings order by md5(id::text)');
  const started = performance.now();
  const calls: Promise<void>[] = [];
  let [orders, vesselsMoved, refused] = [0, 0, 0];
  const tell = async (path: string, step: string) => {
    const body = {
      ...{ id: randomUUID(), step, certainty: 'estimated', note: 'Bench' },
      happens_at: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const headers = { cookie, 'content-type': 'application/json', origin };
    for (;;) {
      const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
      const text = await answer.text();
      if (answer.status < 300) return;
      if (answer.status !== 503) throw new Error(`${answer.status} for ${path}: ${text}`);
      refused++;
      await pause(AGAIN_AFTER_MS);
    }
  };
  const events = setInterval(() => {
    calls.push(tell(`/api/orders/${all[orders++ % all.length]}/events`, orders % 2 ? 'inspection' : 'arrived'));
  }, 1_000 / EVENTS_PER_S);
  const moves = setInterval(() => {
    const vessel = vessels[vesselsMoved++ % vessels.length]!;
    calls.push(tell(`/api/admin/sailings/${vessel.id}/events`, 'arrived'));
  }, VESSEL_EVERY_MS);
  return async () => {
    clearInterval(events);
    clearInterval(moves);
    await Promise.all(calls);
    const perSecond = (orders / ((performance.now() - started) / 1_000)).toFixed(1);
    const { rows } = await pool.query<{ waiting: number }>('select count(*) as waiting from shipment_changes');
    return `${orders} events of orders (${perSecond} a second) and ${vesselsMoved} of vessels meanwhile, ${refused} answers 503; ${rows[0]!.waiting} changes wait for the board at the end`;
  };
}

async function get(address: string, cookie: string): Promise<void> {
  const answer = await fetch(address, { headers: { cookie } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${answer.status} for ${address}`);
}

/** Returns the durations in ms, shortest first, after warm-up calls. */
async function timesOf(work: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let call = -UNCOUNTED; call < TIMES; call++) {
    const startedAt = performance.now();
    await work();
    if (call >= 0) durations.push(performance.now() - startedAt);
  }
  return durations.sort((a, b) => a - b);
}

function figures(times: number[]): number[] {
  return [times[Math.floor(times.length / 2)]!, times[Math.floor(times.length * 0.95)]!, times.at(-1)!];
}
