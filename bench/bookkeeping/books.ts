/**
 * `npm run bench:books [-- --orders 100000]` measures how long finance waits for the books and for the list of payouts while buyers pay, and how
 * long the same sums take from the lines of the ledger. Uses a temporary folder that is deleted at the end.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { foldLedger } from '#features/payments/ledger/server/ledger-store.ts';
import { freePort, startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { addCars } from '../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../tests/support/data/accounts.ts';
import { completeCheckout, newCheckout, PRICE, pay } from '../chaos-buyer.ts';
import { processorMs, serverProcessorMs, startCheckoutSite } from '../processes.ts';
import { table } from '../report.ts';
import { scratchDatabase } from '../scratch-database.ts';
import { addBooksHistory } from './books-history.ts';

const TIMES = 60;
/** Calls that are not measured. */
const UNCOUNTED = 2;
const CARS = 2_000;
const PURCHASE_EVERY_MS = 200;
const { values } = parseArgs({ options: { orders: { type: 'string', default: '100000' } } });
const orders = Number(values.orders);
const MONTH = new Date().toISOString().slice(0, 7);
const BOOKS = '/api/admin/books';
const REQUESTS: [name: string, path: string][] = [
  ['books', BOOKS],
  ['books of a year ago', `${BOOKS}?month=${Number(MONTH.slice(0, 4)) - 1}${MONTH.slice(4)}`],
  ['trial balance, CSV', `${BOOKS}/trial-balance/csv`],
  ['payouts', '/api/admin/payouts'],
  ['lines to match', '/api/admin/statements/lines?state=open'],
  ['lines matched', '/api/admin/statements/lines?state=matched'],
  ['lines, a reference', '/api/admin/statements/lines?search=4711'],
];

/** The sums of the books computed from the ledger lines. */
const PLAIN: [name: string, sql: string][] = [
  [
    'trial balance',
    `select l.account, sum(l.cents) filter (where l.cents > 0), sum(l.cents) from ledger_entries e join ledger_lines l on l.entry_id = e.id
     where e.at < now() group by l.account`,
  ],
  [
    'receivables',
    `select e.order_id, sum(l.cents), min(e.at) from ledger_lines l join ledger_entries e on e.id = l.entry_id
     where l.account = 'receivable' group by 1 having sum(l.cents) <> 0`,
  ],
  [
    'payables',
    `select l.account, e.order_id, l.seller_id, sum(l.cents), min(e.at) from ledger_lines l join ledger_entries e on e.id = l.entry_id
     where l.account in ('deposits', 'refunds_due', 'seller_payable') group by 1, 2, 3 having sum(l.cents) <> 0`,
  ],
];

const folder = await mkdtemp(join(tmpdir(), 'carquay-bench-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'));
try {
  const url = await scratchDatabase(database.url, 0, console.log);
  const lines = await addBooksHistory(url, orders);
  console.log(`${orders.toLocaleString('en-US')} orders, ${lines.toLocaleString('en-US')} ledger lines`);
  const pool = await openPool(url, { max: 4, statementTimeoutMs: 0 });
  console.log(`folding all of them: ${await seconds(() => foldLedger(pool))} s`);
  const plain: (string | number)[][] = [];
  for (const [name, sql] of PLAIN)
    plain.push([`${name}, from the lines`, ...figures(await timesOf(5, () => pool.query(sql))), '']);
  await measure(url, pool, plain);
  await foldLedger(pool);
  console.log(`checks of the books in verify: ${await seconds(async () => reportFaults(await bookFaults(pool)))} s`);
  await pool.end();
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(url: string, pool: pg.Pool, plain: (string | number)[][]): Promise<void> {
  const { cookie } = await signInAdmin(pool);
  const cars = await addCars(
    pool,
    Array.from({ length: CARS }, () => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  const site = await startCheckoutSite({ port: await freePort(), databaseUrl: url, dataDir: folder, delayMs: 0 });
  const rows: (string | number)[][] = [];
  for (const busy of [false, true]) {
    const buyers = busy ? startBuyers(pool, site.origin, cars) : null;
    for (const [name, path] of REQUESTS) {
      const before = await processorTime(pool, site.pid);
      const times = await timesOf(TIMES, () => get(site.origin + path, cookie));
      const used = ((await processorTime(pool, site.pid)) - before) / (TIMES + UNCOUNTED);
      rows.push([busy ? `${name}, buyers paying` : name, ...figures(times), busy ? '' : used]);
    }
    if (buyers) console.log(`${await buyers()} purchases meanwhile`);
  }
  await site.stop();
  table(
    `One call at a time, ${TIMES} times each`,
    ['request', 'p50 ms', 'p95 ms', 'longest ms', 'processor ms'],
    [...rows, ...plain],
  );
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}, load ${load} at the end`,
  );
}

/** Starts a purchase every 200 ms, each by another buyer. The returned function stops it and returns the number of purchases. */
function startBuyers(pool: pg.Pool, origin: string, cars: number[]): () => Promise<number> {
  const purchases: Promise<void>[] = [];
  const timer = setInterval(() => {
    const at = purchases.length;
    const car = cars[at];
    if (car !== undefined) purchases.push(buy(car, at));
  }, PURCHASE_EVERY_MS);
  const buy = async (car: number, at: number) => {
    const { id, cookie } = await signIn(pool);
    const checkout = newCheckout({ id, cookie, ip: `10.${at >> 8}.${at & 255}.1` }, car);
    await pay(origin, checkout);
    await completeCheckout(origin, checkout);
  };
  return async () => {
    clearInterval(timer);
    await Promise.all(purchases);
    const { rows } = await pool.query<{ sold: number }>(
      "select count(*) as sold from listings where id = any($1) and status = 'sold'",
      [cars],
    );
    return rows[0]!.sold;
  };
}

/** Processor time of the site and of the database so far, in milliseconds. It does not depend on other work on the machine. */
async function processorTime(pool: pg.Pool, site: number): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity where datname is not null');
  return processorMs(site) + serverProcessorMs(rows.map(({ pid }) => pid));
}

async function get(address: string, cookie: string): Promise<void> {
  const answer = await fetch(address, { headers: { cookie } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${answer.status} for ${address}`);
}

/** Returns the durations in ms, shortest first, after warm-up calls. */
async function timesOf(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let call = -UNCOUNTED; call < times; call++) {
    const startedAt = performance.now();
    await work();
    if (call >= 0) durations.push(performance.now() - startedAt);
  }
  return durations.sort((a, b) => a - b);
}

function figures(times: number[]): number[] {
  return [times[Math.floor(times.length / 2)]!, times[Math.floor(times.length * 0.95)]!, times.at(-1)!];
}

async function seconds(work: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now();
  await work();
  return ((performance.now() - startedAt) / 1_000).toFixed(1);
}

/** The history is plain SQL without cash, documents or payouts, so only the folded sums are compared. */
function reportFaults(faults: string[]): void {
  const folded = faults.filter((fault) => fault.includes('folded'));
  if (folded.length > 0) throw new Error(folded.join('\n'));
}
