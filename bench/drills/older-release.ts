import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { signIn, signInAdmin } from '../../tests/support/data/accounts.ts';
import { keptBy } from '../../tests/support/payments/ready-order.ts';
import { type Buyer, type Checkout, call, completeCheckout, newCheckout, PRICE, pay } from '../chaos-buyer.ts';
import { type DrillSite, scratch, seconds, startDrillSite } from './drill-site.ts';

/** The release that sites run while this version is rolled out. Set it to the commit of a release when that is published. */
const OLDER_RELEASE = 'bfeeadeb';

const CARS = 60;
const EVERY_MS = 40;
const BEFORE_MS = 3_000;
const SETTLED_MS = 60_000;
const READS = ['/', '/CarExplore', '/api/listings/featured', '/api/listings/listings?make=BYD'];
/** Back-office screens to open while both releases run. */
const OFFICE_READS = [
  '/api/payments',
  '/api/booking',
  '/api/get-users',
  '/api/listings/all',
  '/api/admin/orders',
  '/api/admin/order-queues',
  '/api/admin/documents',
  '/api/admin/payouts',
  '/api/admin/approvals',
];

/** Lists and answers by import rules, which must survive rules, lists of rules and sailings that only the newer release knows. */
const destinationReads = (car: number) => [
  '/api/listings/listings?to=GE&mayImport=amber&sortBy=landed',
  '/api/listings/listings?to=KE&mayImport=green&facets=mayImport',
  `/api/landed-cost?listing_id=${car}&country=GE`,
  `/api/landed-costs?ids=${car}&country=KE`,
  `/api/import/check?listing_id=${car}&country=GE`,
  '/CarExplore?to=KE',
];

type Sites = { older: DrillSite; newer: DrillSite };
type Person = Buyer;

/**
 * Rolls this version out next to a process of an older release. The older one answers while the schema changes, both then sell, refund, take
 * cash and cancel what either has sold, the books verify, and the older release starts again on the newer schema.
 */
export async function olderRelease([commit = OLDER_RELEASE]: string[]): Promise<string[]> {
  const build = buildOf(commit);
  if (!build) return [`skipped: git or the commit ${commit} is not there`];
  const database = await startEmbeddedPostgres(await scratch());
  const environment = {
    DATABASE_URL: database.siteUrl,
    EXCHANGE_RATES: 'none',
    DATABASE_OWNER_URL: database.url,
    PAYMENTS: 'simulated',
    PAYMENT_DELAY_MS: '0',
    DEMO_LISTINGS: '0',
  };
  const dataDir = await scratch();
  const older = await startDrillSite(environment, { dataDir, build });
  const pool = await openPool(database.url, { max: 4 });
  const cars = await addCars(pool);
  const nextCar = () => cars.pop() ?? 0;
  const load = await startLoad(pool, older, nextCar);
  await wait(BEFORE_MS);
  const began = performance.now();
  const newer = await startDrillSite(environment, { dataDir });
  const rolledOutMs = performance.now() - began;
  await wait(BEFORE_MS);
  const { answered, failed, slowestMs } = await load.stop();
  if (failed.length > 0) throw new Error(`${failed.length} of ${answered} requests failed: ${failed[0]}`);

  const acts = await actOnBoth(pool, { older, newer }, nextCar);
  const officeReads = await readOffice(pool, older);
  const destined = cars[0] ?? 0;
  await recordSailing(pool, newer);
  const destinations = await readDestinations(older, destined);
  await untilRefundsRest(pool);
  verify(environment, dataDir);
  await newer.stop();
  await older.stop();
  const again = await startDrillSite(environment, { dataDir, build });
  await sell(again, again, await buyer(pool), nextCar());
  await readDestinations(again, destined);
  await again.stop();
  verify(environment, dataDir);
  await pool.end();
  await database.stop();
  return [
    `an older process (${commit}) answered ${answered} requests while a newer one migrated and started in ${seconds(rolledOutMs)}: 0 failed, slowest ${seconds(slowestMs)}`,
    `${acts.done} acts by both, each release on what either had sold (checkout, partial refund, second refund, cash, cancellation): 0 failed; ${acts.refused} acts that the older one does not know were refused and changed nothing; ${officeReads} lists of the older office opened`,
    `a sailing that the newer one recorded and its rules left ${destinations} lists and answers with a destination of the older one working`,
    'the books verify; the older release started again on the newer schema, sold a car and answered the same lists',
  ];
}

/** Builds a commit in a work tree below the temporary folder, where the next run finds it. Returns null without git or the commit. */
function buildOf(commit: string): string | null {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', '--verify', `${commit}^{commit}`);
  if (status !== 0) return null;
  const folder = join(tmpdir(), `carquay-older-${stdout.slice(0, 12)}`);
  git('worktree', 'prune');
  if (!existsSync(join(folder, 'package.json'))) execFileSync('git', ['worktree', 'add', '--detach', folder, commit]);
  // Drills run with NODE_ENV=production, which makes npm omit the build tools.
  const env = { ...process.env, npm_config_include: 'dev' };
  execFileSync(process.execPath, ['scripts/setup/prepare.mjs', 'build'], { cwd: folder, env });
  return (
    [join(folder, 'build/current'), join(folder, 'build')].find((build) => existsSync(join(build, 'server'))) ?? null
  );
}

/** Adds cars by statements that the schema of the older release knows. Its catalog has the model. */
async function addCars(pool: pg.Pool): Promise<number[]> {
  const { rows: sellers } = await pool.query<{ id: number }>(
    `insert into users (name, email, email_key, password_hash, status) values ('Seller', 's@test.example', 's@test.example', '-', 'Active')
     returning id`,
  );
  const { rows } = await pool.query<{ id: number }>(
    `insert into listings (user_id, make_id, model_id, make, model, offer, status, year, price_cents, car_type, fuel_type, location,
       description, mileage, image_keys)
     select $1, makes.id, models.id, makes.name, models.name, 'Sell', 'active', 2021, $2, 'sedan', 'petrol', 'Guangzhou, China',
       'One owner from new.', 40000, '{demo-sedan-white-closed-front-dark}'
     from generate_series(1, ${CARS}), makes join models on models.make_id = makes.id
     where makes.name_key = 'byd' and models.name_key = 'seal' returning listings.id`,
    [sellers[0]?.id, PRICE * 100],
  );
  if (rows.length !== CARS) throw new Error(`${rows.length} cars were added`);
  return rows.map(({ id }) => id);
}

const buyer = async (pool: pg.Pool): Promise<Person> => ({ ...(await signIn(pool)), ip: '10.0.0.1' });

/** Reads pages and buys cars on one site until stopped. A missing response or a 5xx status counts as failed. */
async function startLoad(pool: pg.Pool, site: DrillSite, nextCar: () => number) {
  const buyers = await Promise.all(Array.from({ length: 20 }, () => buyer(pool)));
  const failed: string[] = [];
  let [answered, slowestMs, stopped] = [0, 0, false];
  const count = (what: string, status: number, since: number) => {
    answered += 1;
    slowestMs = Math.max(slowestMs, performance.now() - since);
    if (status === 0 || status >= 500) failed.push(`${what}: ${status}`);
  };
  const read = async () => {
    for (let turn = 0; !stopped; turn++) {
      const path = READS[turn % READS.length] ?? '/';
      const since = performance.now();
      const response = await fetch(site.origin + path).catch(() => null);
      await response?.arrayBuffer();
      count(path, response?.status ?? 0, since);
      await wait(EVERY_MS);
    }
  };
  const buy = async () => {
    for (const person of buyers) {
      if (stopped) return;
      const since = performance.now();
      const { status } = await pay(site.origin, newCheckout(person, nextCar()));
      count('a payment', status, since);
      await wait(10 * EVERY_MS);
    }
  };
  const running = [read(), buy()];
  return {
    async stop() {
      stopped = true;
      await Promise.all(running);
      return { answered, failed, slowestMs };
    },
  };
}

type Sold = { checkout: Checkout; payment: number; booking: number; order: number };

/** Pays at one site and books at another. */
async function sell(
  payAt: DrillSite,
  bookAt: DrillSite,
  person: Person,
  car: number,
): Promise<Sold & { pool?: never }> {
  const checkout = newCheckout(person, car);
  const paid = await pay(payAt.origin, checkout);
  if (paid.status !== 200) throw new Error(`a payment was answered with ${paid.status} ${JSON.stringify(paid.body)}`);
  await completeCheckout(bookAt.origin, checkout);
  const mine = await call(bookAt.origin, person, 'GET', '/api/my-bookings');
  const items = (mine.body.items ?? []) as { _id: number; transaction_id: string; order_id: number }[];
  const booking = items.find(({ transaction_id }) => transaction_id === checkout.transaction);
  if (!booking) throw new Error(`a car was paid for and not booked: ${mine.status}`);
  return { checkout, payment: 0, booking: Number(booking._id), order: 0 };
}

/** Each release processes sales of both. */
async function actOnBoth(pool: pg.Pool, { older, newer }: Sites, nextCar: () => number) {
  const admin = await signInAdmin(pool, { role: 'administrator' });
  const office: Buyer = { id: admin.id, cookie: admin.cookie, ip: '10.0.0.2' };
  let [done, refused] = [0, 0];
  const act = async (what: string, site: DrillSite, person: Buyer, method: string, path: string, body?: object) => {
    const { status, body: answer } = await call(site.origin, person, method, path, body);
    const by = site === older ? 'older' : 'newer';
    if (status !== 200) throw new Error(`${what} by the ${by} release: ${status} ${JSON.stringify(answer)}`);
    done += 1;
  };
  const refund = async (what: string, at: DrillSite, payment: number, dollars: number) => {
    // The older release does not send the kept amount.
    const kept = at === newer ? await keptBy(pool, payment, dollars) : {};
    const body = { amount: dollars, ...kept, reason: 'Hail' };
    await act(what, at, office, 'POST', `/api/admin/payments/${payment}/refund`, body);
  };

  for (const [paidBy, other] of [
    [older, newer],
    [newer, older],
    [older, older],
  ] as const) {
    const sales: Sold[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const sold = await sell(paidBy, other, await buyer(pool), nextCar());
      sales.push({ ...sold, ...(await idsOf(pool, sold)) });
      done += 1;
    }
    const [first, second, third] = sales as [Sold, Sold, Sold];
    await refund('a refund', other, first.payment, 300);
    await untilRefundsRest(pool);
    await refund('a second refund', newer, first.payment, 200);
    refused += await refusedWithoutEffect(pool, older, office, first.payment);
    await untilRefundsRest(pool);
    const cash = { key: randomUUID(), method: 'cash', amount_cents: 50_000, note: '' };
    await act('cash', other, office, 'POST', `/api/admin/orders/${second.order}/cash-receipts`, cash);
    const refundable = await cancellationOf(other, third);
    await act('a cancellation', other, third.checkout.buyer, 'POST', `/api/my-bookings/${third.booking}/cancel`, {
      refund: refundable,
    });
    await untilRefundsRest(pool);
  }
  return { done, refused };
}

async function idsOf(pool: pg.Pool, { booking }: Sold): Promise<{ payment: number; order: number }> {
  const { rows } = await pool.query<{ payment: number; order: number }>(
    'select b.payment_id as payment, p.order_id as "order" from bookings b join payments p on p.id = b.payment_id where b.id = $1',
    [booking],
  );
  return rows[0]!;
}

async function cancellationOf({ origin }: DrillSite, { checkout, booking }: Sold): Promise<number> {
  const { body } = await call(origin, checkout.buyer, 'GET', '/api/my-bookings');
  const items = body.items as { _id: number; cancellation: { refund: number } }[];
  return items.find(({ _id }) => Number(_id) === booking)!.cancellation.refund;
}

/** The older release expects one refund per payment, so it must not add to several. */
async function refusedWithoutEffect(pool: pg.Pool, site: DrillSite, office: Buyer, payment: number): Promise<number> {
  const count = async () =>
    (await pool.query<{ n: number }>('select count(*)::int as n from refunds where payment_id = $1', [payment]))
      .rows[0]!.n;
  const before = await count();
  const body = { amount: 100, reason: 'Hail' };
  const { status } = await call(site.origin, office, 'POST', `/api/admin/payments/${payment}/refund`, body);
  if (status === 200 || (await count()) !== before) throw new Error('the older release added to several refunds');
  return 1;
}

async function readOffice(pool: pg.Pool, site: DrillSite): Promise<number> {
  const { id, cookie } = await signInAdmin(pool, { role: 'administrator' });
  for (const path of OFFICE_READS) {
    const { status, body } = await call(site.origin, { id, cookie, ip: '10.0.0.2' }, 'GET', path);
    if (status !== 200) throw new Error(`${path} of the older release: ${status} ${JSON.stringify(body)}`);
  }
  return OFFICE_READS.length;
}

/** Publishes a sailing as an import rule. */
async function recordSailing(pool: pg.Pool, { origin }: DrillSite): Promise<void> {
  const { id, cookie } = await signInAdmin(pool, { role: 'administrator' });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const sailing = {
    ...{ vessel: 'Morning Sea', imo: '9074729', voyage: 'V1', from_place: 'CNSHA', to_place: 'GEPTI' },
    ...{ etd: inDays(20), eta: inDays(60) },
  };
  const { status, body } = await call(origin, { id, cookie, ip: '10.0.0.2' }, 'POST', '/api/admin/sailings', sailing);
  if (status !== 200) throw new Error(`a sailing: ${status} ${JSON.stringify(body)}`);
  const { rowCount } = await pool.query("select from published_rule_rows where list = 'sailings'");
  if (rowCount !== 1) throw new Error('the sailing was not published as an import rule');
}

/** A list is computed on its first request and may answer 503 until then. */
async function readDestinations({ origin }: DrillSite, car: number): Promise<number> {
  const paths = destinationReads(car);
  for (const path of paths) {
    for (const deadline = Date.now() + SETTLED_MS; ; await wait(200)) {
      const response = await fetch(origin + path);
      const text = await response.text();
      if (response.status === 200) break;
      if (response.status !== 503 || Date.now() > deadline)
        throw new Error(`${path} of the older release: ${response.status} ${text.slice(0, 300)}`);
    }
  }
  return paths.length;
}

async function untilRefundsRest(pool: pg.Pool): Promise<void> {
  for (const deadline = Date.now() + SETTLED_MS; ; await wait(200)) {
    const { rows } = await pool.query<{ n: number }>(
      'select count(*)::int as n from refunds where done_at is null and failed_at is null',
    );
    if (rows[0]?.n === 0) return;
    if (Date.now() > deadline) throw new Error(`${rows[0]?.n} refunds were not sent`);
  }
}

function verify(environment: Record<string, string>, dataDir: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/current/server/verify.js'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir, ...environment },
  });
  if (status !== 0) throw new Error(`the books do not verify: ${stdout}${stderr}`);
}
