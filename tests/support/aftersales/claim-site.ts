import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { bookingHooks } from '#features/aftersales/bookings/server/book-captured.ts';
import type { BookingDeps } from '#features/aftersales/bookings/server/booking-deps.ts';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { advanceClaims } from '#features/aftersales/claims/server/claim-worker.ts';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { circuitBreakerGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import { addCars } from '../catalog/cars.ts';
import { signIn, signInAdmin } from '../data/accounts.ts';
import { testDatabase } from '../database/test-database.ts';
import { addCompany, billNow } from '../payments/billing.ts';
import { payBalance } from '../payments/orders.ts';
import { type Buyer, payingCalls } from '../payments/paying.ts';
import { addPayoutAccount } from '../payments/payout-account.ts';
import { payAtOnce, readyOrder } from '../payments/ready-order.ts';
import { RefundingGateway } from '../payments/refunding-gateway.ts';
import { clockAhead, testNow } from '../runner/test-clock.ts';
import { getJson, postForm, postJson, testApp } from '../server/test-app.ts';
import { testDocuments } from '../site/documents/test-documents.ts';

export const PRICE = 10_000;
export const TOTAL = 1_110_000;
export const DEPOSIT = 277_500;
/** The price less 5 % commission. */
export const SELLERS = 950_000;
const SITE = 'http://localhost';

type Staff = { cookie: string };
type Said = { who?: Buyer; key?: string; text?: string; files?: Buffer[] };
const formOf = (fields: Record<string, string>, files: Buffer[]): [string, string | File][] => [
  ...Object.entries(fields),
  ...files.map((file): [string, File] => ['evidence', new File([new Uint8Array(file)], 'IMG_1.jpg')]),
];

/** A site with a provider in memory, and an order whose buyer may open claims. */
export type ClaimSite = Awaited<ReturnType<typeof claimSite>>;

export async function claimSite() {
  const { pool } = await testDatabase();
  const gateway = new RefundingGateway();
  const app = await testApp(pool, {}, gateway);
  const calls = payingCalls(app);
  let [admin, second] = [await signInAdmin(pool), await signInAdmin(pool)];
  await addCompany(pool);
  const depsAt = (daysLater: number): BookingDeps => {
    const clock = clockAhead(daysLater);
    const payments = {
      pool,
      clock,
      gateway: circuitBreakerGateway(gateway),
      hooks: bookingHooks(clock, SITE),
      unconfirmedMayTrade: true,
      rules: new RuleBookCache(pool),
    };
    return { payments, siteOrigin: SITE, reviewsOf: async () => new Map(), documents: testDocuments(pool) };
  };
  const report = (error: unknown) => Promise.reject(error);
  const office = (path: string, body: unknown = {}, who: Staff = admin) =>
    postJson(app, `/api/admin/${path}`, body, { cookie: who.cookie });

  /** A sale with its deposit paid by card. */
  async function sale() {
    // Refunds of one person within a day count together.
    [admin, second] = [await signInAdmin(pool), await signInAdmin(pool)];
    gateway.answers = 'done';
    await pool.query('delete from request_counts');
    const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
    const seller = await signIn(pool);
    await pool.query('update listings set user_id = $2 where id = $1', [car, seller.id]);
    const buyer = await signIn(pool);
    const { order_id: order, booking_id: booking } = await calls.buy(buyer, car, PRICE);
    return { car, seller, buyer, order: order as number, booking: booking as number };
  }

  const open = (
    of: number,
    { who, key = randomUUID(), text = 'A dent.', files = [], kind = 'damaged' }: Said & { who: Buyer; kind?: string },
  ) => postForm(app, `/api/orders/${of}/claims`, formOf({ kind, key, text }, files), { cookie: who.cookie });
  const say = (
    claim: number,
    what: 'answer' | 'evidence',
    { who, key = randomUUID(), text = 'It was so.', files = [] }: Said & { who: Buyer },
  ) => postForm(app, `/api/claims/${claim}/${what}`, formOf({ key, text }, files), { cookie: who.cookie });

  return {
    app,
    pool,
    gateway,
    get admin() {
      return admin;
    },
    get second() {
      return second;
    },
    calls,
    depsAt,
    office,
    sale,
    open,
    say,
    withdraw: (claim: number, who: Buyer) => postJson(app, `/api/claims/${claim}/withdraw`, {}, { cookie: who.cookie }),
    async complete(order: number) {
      await readyOrder(pool, order);
      return office(`orders/${order}/complete`, undefined);
    },
    decide: (claim: number, toBuyer: number, toSeller: number, who: Staff = admin) =>
      office(
        `claims/${claim}/decision`,
        { to_buyer_cents: toBuyer, to_seller_cents: toSeller, reason: 'Seen on the photos.' },
        who,
      ),
    payInCash: (booking: number) => payBalance(pool, booking),
    payByCard: (order: number, buyer: Buyer) => calls.payNext(buyer, order),
    /** Approves the only open proposal. */
    async approve(who: Staff = second) {
      const { body } = await getJson(app, '/api/admin/approvals', who.cookie);
      const { id, hash } = body.items.find(({ state }: { state: string }) => state === 'open');
      return office(`approvals/${id}/approve`, { hash }, who);
    },
    /** Runs the worker of claims as if it were some days later. */
    advance: (daysLater: number) => advanceClaims({ bookings: depsAt(daysLater) }, report),
    /** Sends the waiting refunds of an order, or all. */
    async settleRefunds(order: number | null = null) {
      await pool.query(
        `update refunds r set due_at = now() from payments p
         where p.id = r.payment_id and r.done_at is null and r.failed_at is null and ($1::bigint is null or p.order_id = $1)`,
        [order],
      );
      await settleDuePayments(depsAt(0).payments, report);
    },
    bill: () => billNow(pool),
    /** Enters a bank account of a seller that is in force. The seller is paid without waiting for claims. */
    async enterAccount(seller: Buyer) {
      await payAtOnce(pool, seller.id);
      await addPayoutAccount(pool, seller.id);
    },
    /** Prepares a payout of everything owed to a seller, and returns its id. */
    async preparePayout(seller: Buyer): Promise<number> {
      await office('payouts', { seller_id: seller.id });
      const { rows } = await pool.query<{ id: number }>('select max(id)::int as id from payouts where seller_id = $1', [
        seller.id,
      ]);
      return rows[0]!.id;
    },
    stateOf: async (claim: number, who: Buyer) => (await getJson(app, `/api/claims/${claim}`, who.cookie)).body.claim,
    accounts: (order: number) => accountsOf(pool, order),
    /** Returns inconsistencies in the books; must be empty. */
    faults: async () => [...(await orderDifferences(pool)), ...(await bookFaults(pool))],
  };
}

/** Returns every nonzero account balance of an order. */
export async function accountsOf(pool: pg.Pool, order: number): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ account: string; cents: number }>(
    `select account, sum(cents)::int as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
     where e.order_id = $1 group by 1 having sum(cents) <> 0`,
    [order],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

const WAITING = `
  select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * Starts two acts in turn that wait for the lock of an order, releases it, and returns their answers.
 */
export async function meet<First, Second>(
  pool: pg.Pool,
  order: number,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const lock = await pool.connect();
  const waiting = async (count: number) => {
    const until = testNow().getTime() + 20_000;
    while (testNow().getTime() < until) {
      const { rows } = await pool.query<{ n: number }>(WAITING);
      if (rows[0]!.n >= count) return;
    }
    throw new Error(`fewer than ${count} connections wait for a lock`);
  };
  try {
    await lock.query('begin');
    await lock.query('select 1 from orders where id = $1 for update', [order]);
    const one = first();
    await waiting(1);
    const other = second();
    await waiting(2);
    await lock.query('commit');
    return await Promise.all([one, other]);
  } finally {
    await lock.query('rollback');
    lock.release();
  }
}
