/**
 * `npm run chaos`: crowds after one car, and a server that is killed in the middle of checkouts. Prints what it finds and fails on
 * anything that must not be. `npm run chaos -- short` is what `npm test` runs. What happened is asked through the API alone.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { freePort } from '#lib/server/database/embedded/free-port.ts';
import { openPool } from '#lib/server/database/pool.ts';
import { signIn } from '../tests/support/data/accounts.ts';
import { addCars } from '../tests/support/data/cars.ts';
import { type Buyer, type Checkout, finish, newCheckout, outcomeOf, PRICE, pay } from './chaos-buyer.ts';
import { type Site, startTradingSite } from './processes.ts';
import { table } from './report.ts';
import { scratchDatabase } from './scratch-database.ts';

const short = process.argv.includes('short');
const CROWDED_CARS = short ? 10 : 200;
const CROWD = 50;
const KILLS = short ? 4 : 100;
const CHECKOUTS_A_KILL = 6;
const MAX_LIFETIME_MS = 900;
const SETTLED_WITHIN_MS = 60_000;
const BUYERS = 400;

const folder = await mkdtemp(join(tmpdir(), 'carquay-chaos-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'));
const url = await scratchDatabase(database.url, 0, () => {});
const pool = await openPool(url, { max: 4 });
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
let site = null as Site | null;
let failures = 0;
try {
  const buyers = await makeBuyers();
  await start();
  await crowds(buyers);
  await kills(buyers);
} finally {
  await site?.kill();
  await pool.end();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? '\nNothing lost, nothing doubled' : `\n${failures} failures`);
process.exit(failures === 0 ? 0 : 1);

async function makeBuyers(): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  for (let at = 0; at < BUYERS; at++) {
    const { id, cookie } = await signIn(pool);
    buyers.push({ id, cookie, ip: `10.${at >> 8}.${at & 255}.1` });
  }
  return buyers;
}

function makeCars(count: number): Promise<number[]> {
  return addCars(
    pool,
    Array.from({ length: count }, () => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
}

async function start(): Promise<void> {
  site = await startTradingSite({ port, databaseUrl: url, dataDir: folder, delayMs: 40 });
}

/** Fifty buyers at the same instant, car after car. */
async function crowds(buyers: Buyer[]): Promise<void> {
  const cars = await makeCars(CROWDED_CARS);
  const checkouts: Checkout[] = [];
  const counts = { won: 0, told: 0, other: 0 };
  const others = new Set<string>();
  const began = performance.now();
  for (const [at, car] of cars.entries()) {
    const crowd = Array.from({ length: CROWD }, (_, one) => newCheckout(buyers[(at * 7 + one * 8) % BUYERS]!, car));
    const answers = await Promise.all(crowd.map((checkout) => payPatiently(checkout)));
    for (const [one, { status, body }] of answers.entries()) {
      if (status === 200) counts.won++;
      else if (status === 409 && body.error === 'This car has just been sold.') counts.told++;
      else {
        counts.other++;
        others.add(`${status} ${body.error ?? ''}`);
      }
      if (status === 200) await finish(origin, crowd[one]!);
    }
    checkouts.push(...crowd);
  }
  const seconds = (performance.now() - began) / 1_000;
  const truth = await settled(checkouts);
  table(
    `${CROWD} buyers at one instant on each of ${CROWDED_CARS} cars (${seconds.toFixed(1)} s)`,
    ['', 'count'],
    [
      ['cars sold', truth.captured],
      ['sold twice', truth.doubled],
      ['stuck holds', truth.stuck],
      ["told 'This car has just been sold.'", counts.told],
      ['other answers', counts.other],
    ],
  );
  for (const other of others) console.log(`  ${other}`);
  expect('every car is sold once', truth.captured === CROWDED_CARS && truth.doubled === 0 && truth.stuck === 0);
  expect('every loser is told', counts.told === CROWDED_CARS * (CROWD - 1) && counts.other === 0);
}

/** A server that is too busy says when to come back, and the buyer does. */
async function payPatiently(checkout: Checkout) {
  for (let tries = 1; ; tries++) {
    const answer = await pay(origin, checkout);
    if (answer.status !== 503 || tries === 5) return answer;
    await pause(2_000);
  }
}

/** Checkouts at any stage while the server dies under them, again and again. */
async function kills(buyers: Buyer[]): Promise<void> {
  const checkouts: Checkout[] = [];
  for (let at = 0; at < KILLS; at++) {
    const cars = await makeCars(CHECKOUTS_A_KILL);
    const now = cars.map((car, one) => newCheckout(buyers[(at * CHECKOUTS_A_KILL + one) % BUYERS]!, car));
    const running = now.map(async (checkout) => {
      await pause((Math.random() * MAX_LIFETIME_MS) / 3);
      const { status } = await pay(origin, checkout);
      if (status === 200) await finish(origin, checkout);
    });
    await pause(MAX_LIFETIME_MS * (0.1 + 0.9 * Math.random()));
    await site?.kill();
    await Promise.all(running);
    checkouts.push(...now);
    await start();
  }
  const began = performance.now();
  const truth = await settled(checkouts);
  table(
    `${KILLS} kills (-9) during ${checkouts.length} checkouts`,
    ['', 'count'],
    [
      ['captured and booked once', truth.booked],
      ['captured without exactly one booking', truth.captured - truth.booked],
      ['given back or never begun', truth.undone],
      ['sold twice', truth.doubled],
      ['stuck holds', truth.stuck],
      ['seconds from the last restart until all were settled', (performance.now() - began) / 1_000],
    ],
  );
  expect('every captured payment has one booking', truth.captured === truth.booked && truth.doubled === 0);
  expect('nothing is stuck after 60 s', truth.stuck === 0);
}

/** Asks until every checkout has come to an end, for at most a minute. */
async function settled(checkouts: Checkout[]) {
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const truth = await truthOf(checkouts);
    if (truth.stuck === 0 || performance.now() > until) return truth;
    await pause(1_000);
  }
}

async function truthOf(checkouts: Checkout[]) {
  const truth = { captured: 0, booked: 0, undone: 0, stuck: 0, doubled: 0 };
  const sales = new Map<number, number>();
  for (const checkout of checkouts) {
    const { progress, bookings, confirmed, sold } = await outcomeOf(origin, checkout);
    if (progress === 'captured') {
      truth.captured++;
      if (bookings === 1 && confirmed && sold) truth.booked++;
      else if (bookings <= 1) truth.stuck++;
      sales.set(checkout.car, (sales.get(checkout.car) ?? 0) + 1);
    } else if (['none', 'voided', 'failed', 'refunded'].includes(progress)) truth.undone++;
    else truth.stuck++;
  }
  truth.doubled = [...sales.values()].filter((count) => count > 1).length;
  return truth;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function expect(what: string, holds: boolean): void {
  if (holds) return;
  failures++;
  console.error(`FAILED: ${what}`);
}
