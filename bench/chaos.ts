/**
 * `npm run chaos` sends many simultaneous buyers at one car, kills the server during checkouts, and runs the long forms of some tests.
 * Prints the results and fails on any inconsistency. `npm test` runs `npm run chaos -- short`; `npm run chaos -- stories` runs the
 * stories only. Outcomes are read only through the API.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { addCars } from '../tests/support/catalog/cars.ts';
import { signIn } from '../tests/support/data/accounts.ts';
import { storiesWithKills } from './chaos/killed-stories.ts';
import { type Buyer, type Checkout, completeCheckout, newCheckout, outcomeOf, PRICE, pay } from './chaos-buyer.ts';
import { type Site, startCheckoutSite } from './processes.ts';
import { table } from './report.ts';
import { scratchDatabase } from './scratch-database.ts';

const short = process.argv.includes('short');
const onlyStories = process.argv.includes('stories');
const CROWDED_CARS = short ? 4 : 200;
const CROWD = 50;
const KILLS = short ? 2 : 100;
const CHECKOUTS_PER_KILL = 6;
const MAX_LIFETIME_MS = 900;
const SETTLED_WITHIN_MS = 60_000;
const BUYERS = 400;
/** Stories of orders: `tests/stories` in one process, and stories during which the site is killed. */
const STORIES = 9_500;
/** Each round has a new database, because the checks after a story read the rows of all earlier stories. */
const ROUNDS = 19;
const KILLED_STORIES = 500;
const MAX_STARTS = 3;

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
  if (!onlyStories) {
    await crowds(buyers);
    await kills(buyers);
  }
  if (!short) await stories();
  if (!short && !onlyStories) {
    expect('the ledger of refunds holds', runTests('tests/payments/refund-ledger.db.test.ts', { REFUND_RUNS: '1000' }));
    expect('pairs of acts end like one after the other', runTests('tests/payments/pairs', { PAIRS: 'both ways' }));
    expect('figures of whole sales agree', runTests('tests/sales', { SALES: 'all' }));
    const counts = { INVENTORY_COMPARISONS: '20000', FILTER_REQUESTS: '10000' };
    expect('the index answers as SQL does', runTests('tests/catalog', counts));
  }
} finally {
  await site?.kill();
  await pool.end();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? '\nNo payment or booking was lost or duplicated' : `\n${failures} failures`);
process.exit(failures === 0 ? 0 : 1);

async function makeBuyers(): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  for (let index = 0; index < BUYERS; index++) {
    const { id, cookie } = await signIn(pool);
    buyers.push({ id, cookie, ip: `10.${index >> 8}.${index & 255}.1` });
  }
  return buyers;
}

function makeCars(count: number): Promise<number[]> {
  return addCars(
    pool,
    Array.from({ length: count }, () => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
}

/** Starts the site like a process manager: again if it exits because the database is too busy. */
async function start(): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      site = await startCheckoutSite({ port, databaseUrl: url, dataDir: folder, delayMs: 40 });
      return;
    } catch (error) {
      if (attempt === MAX_STARTS) throw error;
      console.error(`start ${attempt} failed: ${(error as Error).message}`);
    }
  }
}

/** Sends 50 simultaneous buyers at one car after another. */
async function crowds(buyers: Buyer[]): Promise<void> {
  const cars = await makeCars(CROWDED_CARS);
  const checkouts: Checkout[] = [];
  const counts = { won: 0, lost: 0, other: 0 };
  const others = new Set<string>();
  const began = performance.now();
  for (const [carIndex, car] of cars.entries()) {
    const crowd = Array.from({ length: CROWD }, (_, buyerIndex) =>
      newCheckout(buyers[(carIndex * 7 + buyerIndex * 8) % BUYERS]!, car),
    );
    const answers = await Promise.all(crowd.map((checkout) => payWithRetries(checkout)));
    for (const [buyerIndex, { status, body }] of answers.entries()) {
      if (status === 200) counts.won++;
      else if (status === 409 && body.error === 'This car has just been sold.') counts.lost++;
      else {
        counts.other++;
        others.add(`${status} ${body.error ?? ''}`);
      }
      if (status === 200) await completeCheckout(origin, crowd[buyerIndex]!);
    }
    checkouts.push(...crowd);
  }
  const seconds = (performance.now() - began) / 1_000;
  const outcomes = await waitUntilSettled(checkouts);
  table(
    `${CROWD} buyers at one instant on each of ${CROWDED_CARS} cars (${seconds.toFixed(1)} s)`,
    ['', 'count'],
    [
      ['cars sold', outcomes.captured],
      ['sold twice', outcomes.doubled],
      ['stuck holds', outcomes.stuck],
      ["refused with 'This car has just been sold.'", counts.lost],
      ['other responses', counts.other],
    ],
  );
  for (const other of others) console.log(`  ${other}`);
  expect(
    'every car is sold once',
    outcomes.captured === CROWDED_CARS && outcomes.doubled === 0 && outcomes.stuck === 0,
  );
  expect('every other buyer is refused', counts.lost === CROWDED_CARS * (CROWD - 1) && counts.other === 0);
}

/** Runs stories of orders while the server is killed, and then `tests/stories`. */
async function stories(): Promise<void> {
  const killed = { origin, start, kill: async () => site?.kill() };
  const problems = await storiesWithKills(killed, pool, KILLED_STORIES);
  table(
    'Stories of orders',
    ['', 'count'],
    [
      ['told while the server was killed', KILLED_STORIES],
      ['problems', problems.length],
      ['told in one process', STORIES],
    ],
  );
  for (const problem of problems) console.error(`  ${problem}`);
  expect('every story ends with books that agree', problems.length === 0);
  for (let round = 1; round <= ROUNDS; round++)
    expect(
      `round ${round} of the stories in one process holds`,
      runTests('tests/stories', { STORIES: String(STORIES / ROUNDS) }),
    );
}

/** Runs the long form of tests in one process. */
function runTests(path: string, counts: Record<string, string>): boolean {
  const env = { ...process.env, NODE_ENV: 'test', ...counts };
  return spawnSync('vitest', ['run', '--project', 'db', path], { stdio: 'inherit', env }).status === 0;
}

/** Retries a payment up to four times while the server is overloaded. */
async function payWithRetries(checkout: Checkout) {
  for (let tries = 1; ; tries++) {
    const answer = await pay(origin, checkout);
    if (answer.status !== 503 || tries === 5) return answer;
    await pause(2_000);
  }
}

/** Kills the server repeatedly while checkouts are at random stages. */
async function kills(buyers: Buyer[]): Promise<void> {
  const checkouts: Checkout[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const cars = await makeCars(CHECKOUTS_PER_KILL);
    const now = cars.map((car, index) => newCheckout(buyers[(kill * CHECKOUTS_PER_KILL + index) % BUYERS]!, car));
    const running = now.map(async (checkout) => {
      await pause((Math.random() * MAX_LIFETIME_MS) / 3);
      const { status } = await pay(origin, checkout);
      if (status === 200) await completeCheckout(origin, checkout);
    });
    await pause(MAX_LIFETIME_MS * (0.1 + 0.9 * Math.random()));
    await site?.kill();
    await Promise.all(running);
    checkouts.push(...now);
    await start();
  }
  const began = performance.now();
  const outcomes = await waitUntilSettled(checkouts);
  table(
    `${KILLS} kills (-9) during ${checkouts.length} checkouts`,
    ['', 'count'],
    [
      ['captured and booked once', outcomes.booked],
      ['captured without exactly one booking', outcomes.captured - outcomes.booked],
      ['refunded or never started', outcomes.undone],
      ['sold twice', outcomes.doubled],
      ['stuck holds', outcomes.stuck],
      ['seconds from the last restart until all were settled', (performance.now() - began) / 1_000],
    ],
  );
  expect('every captured payment has one booking', outcomes.captured === outcomes.booked && outcomes.doubled === 0);
  expect('nothing is stuck after 60 s', outcomes.stuck === 0);
}

/** Polls until every checkout has ended, for at most a minute. */
async function waitUntilSettled(checkouts: Checkout[]) {
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const outcomes = await countOutcomes(checkouts);
    if (outcomes.stuck === 0 || performance.now() > until) return outcomes;
    await pause(1_000);
  }
}

async function countOutcomes(checkouts: Checkout[]) {
  const outcomes = { captured: 0, booked: 0, undone: 0, stuck: 0, doubled: 0 };
  const sales = new Map<number, number>();
  for (const checkout of checkouts) {
    const { progress, bookings, confirmed, sold } = await outcomeOf(origin, checkout);
    if (progress === 'captured') {
      outcomes.captured++;
      if (bookings === 1 && confirmed && sold) outcomes.booked++;
      else if (bookings <= 1) outcomes.stuck++;
      sales.set(checkout.car, (sales.get(checkout.car) ?? 0) + 1);
    } else if (['none', 'voided', 'failed', 'refunded'].includes(progress)) outcomes.undone++;
    else outcomes.stuck++;
  }
  outcomes.doubled = [...sales.values()].filter((count) => count > 1).length;
  return outcomes;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function expect(what: string, holds: boolean): void {
  if (holds) return;
  failures++;
  console.error(`FAILED: ${what}`);
}
