/**
 * `npm run bench:checkout` measures purchases per second through the three calls, and through only their database transactions.
 * The simulated provider decides immediately. Uses a temporary folder that is deleted at the end.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { bookingHooks } from '#features/aftersales/bookings/server/book-captured.ts';
import {
  findBookingOfPayment,
  lockBooking,
  transitionBookings,
} from '#features/aftersales/bookings/server/booking-store.ts';
import { lockForCheckout, setCheckoutStatus } from '#features/catalog/listings/server/checkout-listing.ts';
import { postCapture } from '#features/payments/ledger/server/ledger-store.ts';
import {
  countHoldsLocked,
  insertPayment,
  lockPayment,
  transitionPayment,
} from '#features/payments/payments/server/payment-store.ts';
import { quoteForUpdate, takeClaim } from '#features/payments/payments/server/quote-for-update.ts';
import { systemClock } from '#lib/clock.ts';
import { freePort, startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool, withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../../tests/support/catalog/cars.ts';
import { signIn } from '../../tests/support/data/accounts.ts';
import { CARD, newTransaction } from '../../tests/support/payments/paying.ts';
import { type Buyer, completeCheckout, newCheckout, PRICE, pay } from '../chaos-buyer.ts';
import { processorMs, serverProcessorMs, startCheckoutSite } from '../processes.ts';
import { table } from '../report.ts';
import { scratchDatabase } from '../scratch-database.ts';

const CHECKOUTS = 500;
const WARM_UP = 50;
const CONCURRENCY = 16;

type Buy = (buyer: Buyer, car: number) => Promise<void>;
/** The last three columns are CPU time per purchase. */
type Figures = [perSecond: number, p50Ms: number, p99Ms: number, buyersMs: number, siteMs: number, databaseMs: number];

const folder = await mkdtemp(join(tmpdir(), 'carquay-bench-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'));
try {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}`);
  const url = await scratchDatabase(database.url, 0, () => {});
  const pool = await openPool(url, { max: CONCURRENCY });
  const bare = await measure(pool, null, (buyer, car) => buyByTransactions(pool, buyer, car));
  const site = await startCheckoutSite({ port: await freePort(), databaseUrl: url, dataDir: folder, delayMs: 0 });
  const ours = await measure(pool, site.pid, (buyer, car) => buyByCalls(site.origin, buyer, car)).finally(() =>
    site.stop(),
  );
  await pool.end();
  table(
    `${CHECKOUTS} cars bought, ${CONCURRENCY} at once`,
    ['purchase', 'per s', 'p50 ms', 'p99 ms', 'buyers ms', 'site ms', 'database ms'],
    [
      ['transactions only', ...bare],
      ['three calls', ...ours],
      ['ratio', ours[0] / bare[0], '', '', '', '', ''],
    ],
  );
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Every purchase has its own buyer, IP address and car, which avoids rate limits and other claims. */
async function measure(pool: pg.Pool, site: number | null, buy: Buy): Promise<Figures> {
  const cars = await addCars(
    pool,
    Array.from({ length: WARM_UP + CHECKOUTS }, () => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  const purchases: [Buyer, number][] = [];
  for (const [at, car] of cars.entries()) {
    const { id, cookie } = await signIn(pool);
    purchases.push([{ id, cookie, ip: `10.${at >> 8}.${at & 255}.1` }, car]);
  }
  await inParallel(purchases.slice(0, WARM_UP), buy);
  const used = await processorTime(pool, site);
  const began = performance.now();
  const took = await inParallel(purchases.slice(WARM_UP), buy);
  const seconds = (performance.now() - began) / 1_000;
  const usedAfter = await processorTime(pool, site);
  const sold = await pool.query("select count(*) as sold from listings where id = any($1) and status = 'sold'", [cars]);
  if (sold.rows[0].sold !== cars.length) throw new Error(`${sold.rows[0].sold} of ${cars.length} cars were sold`);
  took.sort((a, b) => a - b);
  const share = (of: number) => took[Math.floor(CHECKOUTS * of)] ?? 0;
  const perPurchase = usedAfter.map((ms, at) => (ms - (used[at] ?? 0)) / CHECKOUTS);
  const [buyersMs = 0, siteMs = 0, databaseMs = 0] = perPurchase;
  return [CHECKOUTS / seconds, share(0.5), share(0.99), buyersMs, siteMs, databaseMs];
}

/** CPU milliseconds of this process, the site and the database. */
async function processorTime(pool: pg.Pool, site: number | null): Promise<[number, number, number]> {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity');
  const { user, system } = process.cpuUsage();
  return [
    (user + system) / 1_000,
    site === null ? 0 : processorMs(site),
    serverProcessorMs(rows.map(({ pid }) => pid)),
  ];
}

async function inParallel(purchases: [Buyer, number][], buy: Buy): Promise<number[]> {
  const took: number[] = [];
  const waiting = purchases.values();
  const work = async () => {
    for (const [buyer, car] of waiting) {
      const began = performance.now();
      await buy(buyer, car);
      took.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return took;
}

async function buyByCalls(origin: string, buyer: Buyer, car: number): Promise<void> {
  const checkout = newCheckout(buyer, car);
  const { status } = await pay(origin, checkout);
  if (status !== 200) throw new Error(`a payment got status ${status}`);
  await completeCheckout(origin, checkout);
}

/** Runs only the database statements of a purchase. */
async function buyByTransactions(pool: pg.Pool, { id: userId }: Buyer, car: number): Promise<void> {
  const paymentId = await withTransaction(pool, async (db) => {
    await countHoldsLocked(db, userId);
    const { quote } = await quoteForUpdate({ clock: systemClock }, db, userId, car, null);
    const payment = await insertPayment(db, {
      userId,
      transactionId: newTransaction(),
      bodyHash: Buffer.alloc(32),
      quote,
      orderId: null,
      planItemId: null,
      amountCents: quote.bookingCents,
      method: 'credit_card',
      contactEmail: CARD.email,
      hold: 15,
      retryAfterSeconds: 15,
    });
    if (!payment) throw new Error('the payment exists already');
    await takeClaim(db, payment, quote);
    return payment.id;
  });
  await transitionPayment(pool, paymentId, 'created', {
    to: 'authorised',
    cardBrand: 'Visa',
    cardLast4: '4242',
    retryAfterSeconds: 20,
    event: { name: 'authorised' },
  });
  await transitionPayment(pool, paymentId, 'authorised', { to: 'capturing', retryAfterSeconds: 15 });
  await withTransaction(pool, async (db) => {
    await lockForCheckout(db, car);
    const payment = await lockPayment(db, paymentId);
    if (!payment) throw new Error('the payment has vanished');
    const event = { name: 'captured' };
    await transitionPayment(db, paymentId, 'capturing', { to: 'captured', retryAfterSeconds: null, event });
    await postCapture(db, paymentId, payment.amountCents);
    await bookingHooks(systemClock, 'http://localhost').onCaptured(db, payment);
    await setCheckoutStatus(db, car, 'sold');
  });
  await withTransaction(pool, async (db) => {
    const booking = await findBookingOfPayment(db, paymentId);
    if (!booking) throw new Error('there is no booking');
    await lockBooking(db, booking.id);
    await transitionBookings(db, paymentId, 'pending', 'confirmed');
  });
}
