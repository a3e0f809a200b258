import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bookingHooks } from '#features/aftersales/bookings/server/book-captured.ts';
import { processBookings } from '#features/aftersales/bookings/server/booking-worker.ts';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { processOverdueOrders } from '#features/aftersales/bookings/server/overdue-orders.ts';
import { statementDifferences } from '#features/bookkeeping/bank-statements/server/statement-differences.ts';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { circuitBreakerGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import { enterBankAccount } from '../support/bookkeeping/bank-account.ts';
import { importEntries } from '../support/bookkeeping/import-entries.ts';
import { signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { payingCalls } from '../support/payments/paying.ts';
import { addPayoutAccount } from '../support/payments/payout-account.ts';
import { RefundingGateway } from '../support/payments/refunding-gateway.ts';
import { clockAhead } from '../support/runner/test-clock.ts';
import { postJson, testApp } from '../support/server/test-app.ts';
import { testDocuments } from '../support/site/documents/test-documents.ts';

const SITE = 'http://localhost';
const dollars = (cents: number) => (cents / 100).toFixed(2);

/** A worker takes at most 20 due rows, so rows of earlier stories must not be due. */
const MAKE_DUE = `
  with mine as (
    select id from payments where listing_id = $1 or order_id in (select order_id from order_cars where listing_id = $1)
  ), refunds_of_mine as (
    update refunds set due_at = case when payment_id in (select id from mine) then now() else now() + interval '1 year' end
    where done_at is null and failed_at is null
  )
  update payments set
    due_at = case when id in (select id from mine) then now() else due_at end,
    refunds_due_at = case when id in (select id from mine) then now() else now() + interval '1 year' end
  where due_at is not null or refunds_due_at is not null`;

/** The site, its provider, its bank and its workers, which all stories of a file share. */
export type World = Awaited<ReturnType<typeof newWorld>>;

export async function newWorld() {
  const { pool } = await testDatabase();
  const gateway = new RefundingGateway();
  const app: FastifyInstance = await testApp(pool, {}, gateway);
  const admin = await signInAdmin(pool, { role: 'administrator' });
  const second = await signInAdmin(pool, { role: 'administrator' });
  await enterBankAccount(pool);
  const depsAt = (daysLater: number) => {
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
  const match = (line: number, body: object) =>
    postJson(
      app,
      `/api/admin/statements/lines/${line}/match`,
      { reason: 'A story.', ...body },
      { cookie: admin.cookie },
    );
  /** The second person approves waiting proposals of a kind. */
  const approve = async (
    kind:
      | 'refund'
      | 'cash receipt'
      | 'cash return'
      | 'car return'
      | 'car loss'
      | 'claim decision'
      | 'payout'
      | 'refund sent'
      | 'line match'
      | 'match undo',
  ) => {
    const { rows } = await pool.query(
      `select id, encode(payload_hash, 'hex') as hash from approvals
       where kind = $1 and approved_at is null and canceled_at is null`,
      [kind],
    );
    for (const { id, hash } of rows)
      await postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie: second.cookie });
  };
  return {
    app,
    pool,
    gateway,
    admin,
    depsAt,
    calls: payingCalls(app),
    /** Makes only the payments of a car due and runs the workers, as if it were some days later. */
    async work(car: number, daysLater = 0) {
      await pool.query(MAKE_DUE, [car]);
      await settleDuePayments(depsAt(daysLater).payments, report);
    },
    approve,
    async remindAndRelease(daysLater: number) {
      await processOverdueOrders(depsAt(daysLater), report);
    },
    /** Imports a statement with a transfer for an order, and matches it like finance. */
    async transferArrives(orderId: number, cents: number) {
      const [line = 0] = await importEntries(app, admin.cookie, [{ amount: dollars(cents), name: 'Amina Otieno' }]);
      const outcome = await match(line, { order_id: orderId });
      await pool.query('update bookings set due_at = now() where due_at is not null');
      await processBookings(depsAt(0), report);
      return outcome;
    },
    /** Finance sends a refund, which then is on the bank's statement. */
    async transferRefundIsSent(paymentId: number, cents: number) {
      const [line = 0] = await importEntries(app, admin.cookie, [{ amount: dollars(cents), out: true }]);
      const { rows } = await pool.query(
        'select user_id from payments where id = $1 and payout_account_in_force(user_id) is null',
        [paymentId],
      );
      for (const { user_id: buyer } of rows) await addPayoutAccount(pool, buyer);
      const first = await match(line, { kind: 'refund', payment_id: paymentId });
      if (first.status === 200) return;
      // A second person approves what one person alone may not send, before the line is matched.
      const waiting = await pool.query(
        'select id from refunds where payment_id = $1 and amount_cents = $2 and done_at is null and failed_at is null limit 1',
        [paymentId, cents],
      );
      for (const { id: refund_id } of waiting.rows)
        await postJson(app, `/api/admin/payments/${paymentId}/refund-sent`, { refund_id }, { cookie: admin.cookie });
      await approve('refund sent');
      const { status, body } = await match(line, { kind: 'refund', payment_id: paymentId });
      if (status !== 200)
        throw new Error(`the refund of payment ${paymentId} was not matched: ${JSON.stringify(body)}`);
    },
  };
}

/** The invariants of all orders. */
export async function expectBooksAgree(pool: pg.Pool): Promise<void> {
  const differences = [...(await orderDifferences(pool)), ...(await statementDifferences(pool))];
  if (differences.length > 0) throw new Error(`the books differ: ${JSON.stringify(differences)}`);
}
