import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import sharp from 'sharp';
import { runningBelow, startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { livePostmaster } from '#lib/server/database/embedded/processes.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { addCars } from '../../tests/support/catalog/cars.ts';
import { signIn } from '../../tests/support/data/accounts.ts';
import { type Buyer, completeCheckout, newCheckout, PRICE, pay } from '../chaos-buyer.ts';
import { type DrillSite, isReady, scratch, seconds, startDrillSite } from './drill-site.ts';

const CHECKOUTS = { beforeBase: 4, beforeTime: 4, afterTime: 4 };
const PHOTOS = 3;
/** One second for the loop plus the previous pass on a busy machine. */
const MAX_RPO_MS = 5_000;
const MAX_RTO_MS = 60_000;
/** Time to copy the files on a busy machine. */
const FILES_MS = 8_000;
const WORKERS_MS = 20_000;
const MISSING = 'missing';

type Load = { site: DrillSite; pool: pg.Pool; cars: number[]; paid: { transaction: string; at: number }[] };

/**
 * Makes a base, keeps selling, kills the site, deletes its folder, restores to a time between two payments and to the end, and checks
 * payments, books, photos and documents.
 */
export async function backup(): Promise<string[]> {
  const dataDir = await scratch();
  const environment = {
    DEMO_LISTINGS: '200',
    PAYMENT_DELAY_MS: '0',
    BACKUP_TO: await scratch(),
    BACKUP_KEY: randomBytes(32).toString('base64'),
  };
  const site = await startDrillSite(environment, { dataDir });
  const pool = await openPool(runningBelow(join(dataDir, 'postgres'))?.url ?? '', { max: 2 });
  pool.on('error', () => {});
  const count = Object.values(CHECKOUTS).reduce((sum, each) => sum + each, 0);
  const cars = await addCars(
    pool,
    Array.from({ length: count }, () => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  const load: Load = { site, pool, cars, paid: [] };
  await sell(load, CHECKOUTS.beforeBase);
  // The site makes its first base, and bases are made one at a time.
  while (globSync(`${environment.BACKUP_TO}/**/manifest.json`).length === 0) await wait(200);
  const base = command('backup', [], { ...environment, DATA_DIR: dataDir });
  await sell(load, CHECKOUTS.beforeTime);
  await untilWorkersRest(pool);
  await wait(FILES_MS);
  const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at');
  const between = rows[0]!.at;
  const [before, later] = [load.paid.map(({ transaction }) => transaction), load.paid.length];
  await wait(50);
  const photos = await hashesOfPhotos(pool, join(dataDir, 'files'));
  const documents = await hashesOfDocuments(pool);
  await sell(load, CHECKOUTS.afterTime);
  const killedAt = Date.now();
  await site.kill();
  await pool.end();
  while (livePostmaster(join(dataDir, 'postgres/data')) !== null) await wait(50);
  await rm(dataDir, { recursive: true });

  const exact = await restored(environment, between.toISOString());
  const missing = before.filter((id) => !exact.payments.includes(id));
  if (missing.length > 0 || exact.payments.length !== before.length)
    throw new Error(
      `${exact.payments.length} payments were restored, ${missing.length} of ${before.length} are missing`,
    );
  same('photos', photos, exact.photos);
  same('documents', documents, exact.documents);

  const latest = await restored(environment, 'latest');
  const lost = load.paid.filter(({ transaction }) => !latest.payments.includes(transaction));
  const rpoMs = lost.length === 0 ? 0 : killedAt - Math.min(...lost.map(({ at }) => at));
  if (rpoMs > MAX_RPO_MS) throw new Error(`payments of the last ${seconds(rpoMs)} are lost`);
  const photosLost = [...latest.photos.values()].filter((hash) => hash === MISSING).length;
  const rtoMs = Math.max(exact.rtoMs, latest.rtoMs);
  if (rtoMs > MAX_RTO_MS) throw new Error(`the restore took ${seconds(rtoMs)}`);
  return [
    base.trim().split('\n').at(0) ?? '',
    `to a time between payments ${later} and ${later + 1} of ${load.paid.length}: exactly ${exact.payments.length} payments, the books verify, ${photos.size} photos and ${documents.size} documents are as they were`,
    `to latest after kill -9 and deletion: ${lost.length} of ${load.paid.length} payments and ${photosLost} of ${latest.photos.size} photos lost, RPO of payments ${seconds(rpoMs)}; the archive ended ${seconds(killedAt - latest.through)} before the kill`,
    `RTO ${seconds(exact.rtoMs)} and ${seconds(latest.rtoMs)}, from the command until the held copy is ready`,
  ];
}

/** New buyers pay for one car each, and some upload a photo. */
async function sell({ site: { origin }, pool, cars, paid }: Load, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    const { id, cookie } = await signIn(pool);
    const buyer: Buyer = { id, cookie, ip: '10.0.0.1' };
    if (turn < PHOTOS) await sendPhoto(origin, cookie);
    const checkout = newCheckout(buyer, cars.shift() ?? 0);
    const { status, body } = await pay(origin, checkout);
    if (status !== 200) throw new Error(`a payment was answered with ${status} ${JSON.stringify(body)}`);
    await completeCheckout(origin, checkout);
    paid.push({ transaction: checkout.transaction, at: Date.now() });
    await wait(50);
  }
}

async function sendPhoto(origin: string, cookie: string): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const photo = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#456', noise } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(photo)]), 'car.jpg');
  const { status } = await fetch(`${origin}/api/photos`, { method: 'POST', headers: { cookie }, body: form });
  if (status !== 200) throw new Error(`a photo was answered with ${status}`);
}

/** Waits until receipts are rendered and bills are written, so the chosen time has no pending work. */
async function untilWorkersRest(pool: pg.Pool): Promise<void> {
  for (const deadline = Date.now() + WORKERS_MS; ; await wait(200)) {
    const { rows } = await pool.query<{ waiting: number }>(
      'select (select count(*) from documents_to_render)::int + (select count(*) from orders where bill_at <= now())::int as waiting',
    );
    if (rows[0]?.waiting === 0) return;
    if (Date.now() > deadline) return;
  }
}

async function restored(environment: Record<string, string>, to: string) {
  const into = join(await scratch(), 'data');
  const began = performance.now();
  const output = command('restore', ['--to', to, '--into', into], environment);
  const site = await startDrillSite({ ...environment, DEMO_LISTINGS: '0' }, { dataDir: into });
  const rtoMs = performance.now() - began;
  const ready = (await (await fetch(`${site.origin}/api/ready`)).json()) as { held?: boolean };
  if (!(await isReady(site.origin)) || ready.held !== true) throw new Error('the restored copy is not held');
  await site.stop();
  command('verify', [], { DATA_DIR: into });
  const database = await startEmbeddedPostgres(join(into, 'postgres'));
  const pool = await openPool(database.url, { max: 2 });
  const { rows } = await pool.query<{ transaction: string }>(
    "select transaction_id as transaction from payments where state = 'captured'",
  );
  const found = {
    rtoMs,
    through: Date.parse(/until (\S+)/.exec(output)?.[1] ?? to),
    payments: rows.map(({ transaction }) => transaction),
    photos: await hashesOfPhotos(pool, join(into, 'files')),
    documents: await hashesOfDocuments(pool),
  };
  await pool.end();
  await database.stop();
  return found;
}

async function hashesOfPhotos(pool: pg.Pool, files: string): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ key: string }>(
    'select distinct key from uploads where stored_at is not null and width is not null order by key',
  );
  const hashes = new Map<string, string>();
  for (const { key } of rows) {
    const photo = await readFile(join(files, 'pictures', key, 'master.jpg')).catch(() => null);
    if (photo) await sharp(photo).stats();
    hashes.set(key, photo ? createHash('sha256').update(photo).digest('hex') : MISSING);
  }
  return hashes;
}

async function hashesOfDocuments(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; hash: string }>(
    "select document_id::text as id, encode(sha256(pdf), 'hex') as hash from document_files order by document_id",
  );
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

function same(what: string, expected: Map<string, string>, found: Map<string, string>): void {
  const wrong = [...expected].filter(([key, hash]) => found.get(key) !== hash);
  if (expected.size === 0 || wrong.length > 0 || found.size !== expected.size)
    throw new Error(`${found.size} ${what} were restored, ${wrong.length} of ${expected.size} are wrong`);
}

/** Runs a command of the built site and returns its output. */
function command(name: string, args: string[], environment: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`build/server/${name}.js`, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
  });
  if (status !== 0) throw new Error(`${name} failed: ${stderr || stdout}`);
  return stdout;
}
