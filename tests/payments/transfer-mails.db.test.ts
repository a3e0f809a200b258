import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { processBookings } from '#features/aftersales/bookings/server/booking-worker.ts';
import { receiveTransfer, remindHolds } from '#features/orders/server/api.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { openBanksEveryDay } from '../support/payments/bank-days.ts';
import { addCompany } from '../support/payments/billing.ts';
import { bookingDepsAt } from '../support/payments/booking-deps.ts';
import { type Buyer, payingCalls } from '../support/payments/paying.ts';
import { addPayoutAccount } from '../support/payments/payout-account.ts';
import { ScriptedGateway } from '../support/payments/scripted-gateway.ts';
import { orderByTransfer } from '../support/payments/transfers.ts';
import { testNow } from '../support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../support/server/test-app.ts';

const DEPOSIT = 277_500;
let pool: pg.Pool;
let app: FastifyInstance;
let calls: ReturnType<typeof payingCalls>;
let buyer: Buyer;
let order: number;
let line = 90_000;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, new ScriptedGateway());
  calls = payingCalls(app);
  await addCompany(pool);
  await openBanksEveryDay(pool);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  buyer = await signIn(pool);
  await addPayoutAccount(pool, buyer.id);
  order = await orderByTransfer(app, buyer, car, DEPOSIT / 100);
});

const fail = (error: unknown) => Promise.reject(error);
const receive = (cents: number) =>
  withTransaction(pool, (db) =>
    receiveTransfer(db, bookingDepsAt(pool, 0), {
      orderId: order,
      cents,
      reference: null,
      sourceLineId: ++line,
      receivedAt: testNow(),
    }),
  );
/** Runs the workers of bookings as if it were some days later. */
async function work(daysLater: number): Promise<void> {
  await pool.query("update bookings set due_at = now() - interval '1 minute' where status = 'pending'");
  await pool.query('update orders set remind_at = now() where id = $1 and remind_at is not null', [order]);
  await processBookings(bookingDepsAt(pool, daysLater), fail);
}
/** Returns the refund section of the order page. */
const refunds = async () => (await getJson(app, `/api/orders/${order}`, buyer.cookie)).body.refunds;
/** Returns the waiting emails as one text and deletes them. */
async function mails(): Promise<string> {
  const { rows } = await pool.query('delete from mail_outbox returning id, subject, text');
  return rows.map(({ subject, text }) => `${subject}\n${text}`).join('\n');
}

test('emails about a hold state amount, reference, its end in the bank’s zone and in UTC, and that the end is fixed', async () => {
  expect(await mails()).toMatch(
    /Please transfer \$2,775\.00 .*CQ-[A-Z0-9]{6}.*The hold ends on \w+ \d+, \d{4}, 00:00 UTC\..*\/my-orders\//s,
  );
  await pool.query("update order_holds set time_zone = 'Asia/Shanghai' where order_id = $1", [order]);
  await receive(100_000);
  expect(await mails()).toMatch(
    /\$1,000\.00 has arrived.*Still missing: \$1,775\.00.*The hold ends on .*, 08:00 GMT\+8, which is .*, 00:00 UTC\./s,
  );
  await remindHolds(bookingDepsAt(pool, 3), async () => false, fail);
  expect(await mails()).toMatch(
    /Still missing: \$1,775\.00.*add the slip of your bank on the page of your order.*does not move/s,
  );
  await pool.query("update payments set due_at = now() where state = 'created'");
  await settleDuePayments(bookingDepsAt(pool, 10).payments, fail);
  expect(await mails()).toContain('We give back $1,000.00 by bank transfer.');
});

test('emails about the balance link to the order, and the email that releases the car gives the reason', async () => {
  await receive(DEPOSIT);
  await work(0);
  await mails();
  await work(5);
  const link = `/my-orders/${order}`;
  expect(await mails()).toMatch(new RegExp(`Please pay \\$8,325\\.00 by .*account and the reference.*${link}`, 's'));
  await work(12.1);
  expect(await mails()).toMatch(
    new RegExp(`\\$8,325\\.00 was due on .*keep \\$1,387\\.50 of what you paid.*${link}`, 's'),
  );
  await work(20);
  const released = await mails();
  expect(released).toContain('because the balance was not paid in time');
  expect(released).toContain('We give back $1,387.50 by bank transfer.');
  expect(released).toContain('we keep $1,387.50');
  expect(released).not.toContain('original payment method');
  expect(await refunds()).toMatchObject({ waiting_cents: 138_750, sent_cents: 0, kept_cents: 138_750 });
});

test('a buyer who cancels gets an email that finance will send the refund, and another when it was sent', async () => {
  await receive(DEPOSIT);
  await work(0);
  const [{ booking_id: id, cancellation }] = await calls.bookings(buyer);
  await mails();
  expect((await calls.cancel(buyer, id, cancellation.refund)).status).toBe(200);
  const canceled = await mails();
  expect(canceled).toContain('We give back $2,775.00 by bank transfer.');
  expect(canceled).not.toContain('was not paid');
  expect(await refunds()).toEqual({
    waiting_cents: DEPOSIT,
    sent_cents: 0,
    kept_cents: 0,
    awaits_car: false,
    car: null,
  });
  const { rows } = await pool.query('select min(id) as id from payments where order_id = $1', [order]);
  const { cookie } = await signInAdmin(pool);
  const send = () => postJson(app, `/api/admin/payments/${rows[0].id}/refund-sent`, {}, { cookie });
  expect((await send()).status).toBe(200);
  expect(await refunds()).toMatchObject({ waiting_cents: 0, sent_cents: DEPOSIT, kept_cents: 0 });
  expect(await mails()).toMatch(/We sent \$2,775\.00 back to you.*for order CQ-.*write to us.*\/ContactUs/s);
  expect((await send()).status).toBe(200);
  expect(await mails()).toBe('');
});
