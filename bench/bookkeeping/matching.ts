/**
 * `npm run bench:matching` measures how long finance waits to import a statement of transfers, to list its lines, to open a line, and to match each line
 * to its order.
 * Uses a temporary folder that is deleted at the end.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { freePort, startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { enterBankAccount } from '../../tests/support/bookkeeping/bank-account.ts';
import { camtFile } from '../../tests/support/bookkeeping/camt-files.ts';
import { confirmStatement } from '../../tests/support/bookkeeping/confirm-statement.ts';
import { addCars } from '../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../tests/support/data/accounts.ts';
import { holdForTransfer } from '../../tests/support/payments/transfers.ts';
import { type Buyer, call, PRICE } from '../chaos-buyer.ts';
import { processorMs, type Site, serverProcessorMs, startCheckoutSite } from '../processes.ts';
import { table } from '../report.ts';
import { scratchDatabase } from '../scratch-database.ts';

const LINES = 200;
/** Matches that are not measured. */
const WARM_UP = 30;
const PAGE = 20;
const LINES_PATH = '/api/admin/statements/lines';

type Line = { id: number; end_to_end_id: string; suggestions: { order_id: number }[] };
type Figures = [p50Ms: number, p95Ms: number, siteMs: number, databaseMs: number];

const folder = await mkdtemp(join(tmpdir(), 'carquay-bench-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'));
try {
  const url = await scratchDatabase(database.url, 0, () => {});
  const pool = await openPool(url, { max: 4 });
  await enterBankAccount(pool);
  const references = await holdCars(pool, WARM_UP + LINES);
  const { id, cookie } = await signInAdmin(pool);
  const finance: Buyer = { id, cookie, ip: '10.0.0.1' };
  const site = await startCheckoutSite({ port: await freePort(), databaseUrl: url, dataDir: folder, delayMs: 0 });
  const rows = await measureAll(pool, site, finance, references).finally(() => site.stop());
  await pool.end();
  table(`${LINES} transfers, one call at a time`, ['call', 'p50 ms', 'p95 ms', 'site ms', 'database ms'], rows);
  const load = loadavg()[0]!.toFixed(1);
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, load ${load} at the end`);
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measureAll(pool: pg.Pool, site: Site, finance: Buyer, references: Map<number, string>) {
  const measure = measured(pool, site.pid);
  const rows: (string | number)[][] = [];
  const file = statementOf(references, await ourAccount(pool));
  rows.push([`import of ${references.size} lines`, ...(await measure([() => importFile(site.origin, finance, file)]))]);
  const lines = await allLines(site.origin, finance);
  const list = () => get(site.origin, finance, `${LINES_PATH}?state=open&limit=${PAGE}`);
  for (let time = 0; time < 5; time++) await list();
  rows.push([`list of ${PAGE} lines with suggestions`, ...(await measure(Array.from({ length: 20 }, () => list)))]);
  const open =
    ({ id }: Line) =>
    () =>
      show(site.origin, finance, id);
  for (const line of lines.slice(0, WARM_UP)) await open(line)();
  rows.push(['a line and its choices', ...(await measure(lines.slice(WARM_UP).map(open)))]);
  await confirmStatement(
    pool,
    lines.map((line) => line.id),
  );
  const matches = lines.map((line) => () => match(site.origin, finance, line, references));
  for (const each of matches.slice(0, WARM_UP)) await each();
  rows.push(['match of a line', ...(await measure(matches.slice(WARM_UP)))]);
  return rows;
}

/** Holds cars for transfers, each of another buyer, and returns the references of their orders by id. */
async function holdCars(pool: pg.Pool, count: number): Promise<Map<number, string>> {
  const cars = await addCars(
    pool,
    Array.from({ length: count }, () => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  const orders: number[] = [];
  for (const car of cars) orders.push((await holdForTransfer(pool, (await signIn(pool)).id, car)).orderId);
  const { rows } = await pool.query<{ id: number; reference: string }>(
    'select id::int as id, reference from orders where id = any($1)',
    [orders],
  );
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

/** The demo has an account of its own. */
async function ourAccount(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ account: string }>(
    'select account from bank_account_versions order by version desc limit 1',
  );
  return rows[0]!.account;
}

/** The deposit of each order, with its reference. */
function statementOf(references: Map<number, string>, account: string): File {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const entries = [...references].map(([id, text]) => ({
    ...{ amount: '2775.00', name: 'Amina Otieno', text },
    ...{ endToEnd: String(id), reference: `R${id}` },
  }));
  return new File([new Uint8Array(camtFile({ number: '1', day, account, entries }))], 'statement.xml');
}

async function importFile(origin: string, { cookie }: Buyer, file: File): Promise<void> {
  const body = new FormData();
  body.append('file', file);
  const response = await fetch(`${origin}/api/admin/statements`, { method: 'POST', headers: { cookie }, body });
  if (response.status !== 200) throw new Error(`the import got status ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

async function get(origin: string, finance: Buyer, path: string): Promise<Line[]> {
  const { status, body } = await call(origin, finance, 'GET', path);
  if (status !== 200) throw new Error(`${path} got status ${status}`);
  return body.items as Line[];
}

async function show(origin: string, finance: Buyer, id: number): Promise<void> {
  const { status, body } = await call(origin, finance, 'GET', `${LINES_PATH}/${id}`);
  if (status !== 200 || (body.orders as unknown[]).length === 0) throw new Error(`line ${id} got status ${status}`);
}

async function allLines(origin: string, finance: Buyer): Promise<Line[]> {
  const lines: Line[] = [];
  for (let page = 1; lines.length < WARM_UP + LINES; page++)
    lines.push(...(await get(origin, finance, `${LINES_PATH}?state=open&limit=100&page=${page}`)));
  return lines;
}

async function match(origin: string, finance: Buyer, line: Line, orders: Map<number, string>): Promise<void> {
  const order_id = Number(line.end_to_end_id);
  if (!orders.has(order_id)) throw new Error(`line ${line.id} names no order`);
  const body = { order_id, reason: 'A friend paid.' };
  const { status, body: answer } = await call(origin, finance, 'POST', `${LINES_PATH}/${line.id}/match`, body);
  if (status !== 200 || answer.state !== 'matched')
    throw new Error(`a match got status ${status}: ${JSON.stringify(answer)}`);
}

/** Returns a function that makes calls one after the other and returns their times, with the CPU time per call. */
function measured(pool: pg.Pool, site: number): (calls: (() => Promise<unknown>)[]) => Promise<Figures> {
  return async (calls) => {
    const before = await processorTime(pool, site);
    const times: number[] = [];
    for (const each of calls) {
      const began = performance.now();
      await each();
      times.push(performance.now() - began);
    }
    const after = await processorTime(pool, site);
    times.sort((a, b) => a - b);
    const share = (of: number) => times[Math.floor((times.length - 1) * of)] ?? 0;
    const [siteMs, databaseMs] = after.map((ms, at) => (ms - before[at]!) / calls.length) as [number, number];
    return [share(0.5), share(0.95), siteMs, databaseMs];
  };
}

/** CPU milliseconds of the site and the database. */
async function processorTime(pool: pg.Pool, site: number): Promise<[number, number]> {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity');
  return [processorMs(site), serverProcessorMs(rows.map(({ pid }) => pid))];
}
