import { beforeEach, expect, test } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { bookingAmount, CARD, ledgerBalances } from '../support/payments/paying.ts';
import { keptBy } from '../support/payments/ready-order.ts';
import { stripeSite } from '../support/payments/stripe-site.ts';
import { getJson, postJson } from '../support/server/test-app.ts';

const PRICE = 10_000;
const PAID = bookingAmount(PRICE);
const SOON = { timeout: 10_000, interval: 100 };
const { pool, stripe, app, calls, purchase, deliver } = await stripeSite();
const admin = (await signInAdmin(pool)).cookie;
let { buyer, car, booked } = await purchase(PRICE);

beforeEach(async () => {
  stripe.decidesLater = false;
  ({ buyer, car, booked } = await purchase(PRICE));
});

const sendMessage = async (type: string) =>
  expect(await deliver(stripe.refundMessage(type, booked.payment_id))).toBe(200);
const booking = async () => (await calls.bookings(buyer))[0];
const payment = async () => (await getJson(app, `/api/payments/${booked.payment_id}`, admin)).body;
const events = async () =>
  (await getJson(app, `/api/admin/payments/${booked.payment_id}/events`, admin)).body.events.map(
    ({ event }: { event: string }) => event,
  );
/** Returns the nonzero ledger balances of this payment in dollars. */
const accounts = async () => {
  const { rows } = await pool.query(
    `select account, sum(cents)::int as cents from ledger_lines l join ledger_entries e on e.id = entry_id
     where payment_id = $1 group by 1 having sum(cents) <> 0`,
    [booked.payment_id],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents / 100]));
};
const cancel = () => calls.cancel(buyer, booked.booking_id, PAID);
const refund = async (body: { amount?: number }) => {
  const kept = await keptBy(pool, booked.payment_id, body.amount);
  const refunded = { reason: 'Once more', ...kept, ...body };
  return postJson(app, `/api/admin/payments/${booked.payment_id}/refund`, refunded, { cookie: admin });
};

test("cancels the booking once when the whole amount is refunded in Stripe's dashboard", async () => {
  stripe.refundInDashboard(booked.payment_id, PAID * 100);
  for (const type of ['charge.refunded', 'refund.created', 'refund.updated']) await sendMessage(type);
  await expect.poll(booking, SOON).toMatchObject({
    booking_status: 'cancelled',
    payment_status: 'refunded',
    given_back: PAID,
  });
  expect(await calls.statusOf(car)).toBe('active');
  expect(await accounts()).toEqual({});
  expect((await events()).filter((event: string) => event === 'refunded at the provider')).toHaveLength(1);
  expect(await payment()).toMatchObject({ payment_status: 'refunded', given_back: PAID, refund: null });
  expect((await refund({})).status).toBe(409);
  const { rows } = await pool.query(
    "select 1 from mail_outbox where subject like 'Booking canceled: %' and created_at > now() - interval '1 minute'",
  );
  expect(rows.length).toBeGreaterThan(0);
});

test('posts a partial dashboard refund and allows refunding only the rest', async () => {
  stripe.refundInDashboard(booked.payment_id, 10_000);
  await sendMessage('refund.created');
  await expect.poll(async () => (await booking()).given_back, SOON).toBe(100);
  expect(await booking()).toMatchObject({ booking_status: 'confirmed', payment_status: 'paid' });
  expect(await accounts()).toEqual({ gateway: PAID - 100, deposits: 100 - PAID });
  expect((await getJson(app, `/api/booking/${booked.booking_id}`, admin)).body.given_back).toBe(100);
  expect((await refund({ amount: PAID })).status).toBe(409);
  expect((await booking()).cancellation.refund).toBe(PAID - 100);
  expect(await calls.cancel(buyer, booked.booking_id, PAID - 100)).toMatchObject({ status: 200 });
  await expect.poll(async () => (await payment()).payment_status, SOON).toBe('refunded');
  expect(stripe.ofPayment(booked.payment_id)).toMatchObject([{ refunded: PAID * 100 }]);
  expect(await accounts()).toEqual({});
});

test('reverses a refund that fails later, emails the buyer and allows another', async () => {
  expect((await cancel()).status).toBe(200);
  await expect.poll(async () => (await payment()).refund, SOON).toMatchObject({ done: true, failed: null });
  stripe.endRefund(booked.payment_id, 'failed');
  for (let times = 0; times < 2; times++) await sendMessage('refund.failed');
  await expect
    .poll(async () => (await payment()).refund, SOON)
    .toEqual({
      amount: PAID,
      done: false,
      failed: 'expired_or_canceled_card',
      owed: PAID,
    });
  expect(await payment()).toMatchObject({ payment_status: 'success', state: 'captured' });
  expect(await booking()).toMatchObject({
    booking_status: 'cancelled',
    payment_status: 'paid',
    refund: { failed: true },
  });
  expect(await accounts()).toEqual({ gateway: PAID, deposits: -PAID });
  const { rows: mails } = await pool.query(
    "select 1 from mail_outbox where subject like 'Your refund for the%' and text like $1",
    [`%${booked.transaction_id}%`],
  );
  expect(mails).toHaveLength(1);
  const failed = await getJson(app, '/api/payments?refund=failed', admin);
  expect(failed.body.items.map(({ id }: { id: number }) => id)).toContain(booked.payment_id);

  expect((await refund({})).status).toBe(200);
  await expect
    .poll(async () => (await payment()).refund, SOON)
    .toEqual({ amount: PAID, done: true, failed: null, owed: 0 });
  expect(stripe.ofPayment(booked.payment_id)).toMatchObject([{ refunded: PAID * 100 }]);
  expect(await accounts()).toEqual({});
  expect((await events()).filter((event: string) => event === 'refund failed')).toHaveLength(1);
  expect((await ledgerBalances(pool)).sum).toBe(0);
});

test('keeps a refund pending until Stripe decides it', async () => {
  stripe.decidesLater = true;
  expect((await cancel()).status).toBe(200);
  expect((await payment()).refund).toMatchObject({ done: false, failed: null });
  stripe.endRefund(booked.payment_id, 'succeeded');
  await sendMessage('refund.updated');
  await expect.poll(async () => (await payment()).refund, SOON).toMatchObject({ done: true });
});

test('reverses a dashboard refund that fails later and allows a refund', async () => {
  stripe.refundInDashboard(booked.payment_id, PAID * 100);
  await sendMessage('refund.created');
  await expect.poll(async () => (await payment()).payment_status, SOON).toBe('refunded');
  stripe.endRefund(booked.payment_id, 'failed');
  await sendMessage('refund.failed');
  await expect.poll(async () => (await payment()).payment_status, SOON).toBe('success');
  expect(await booking()).toMatchObject({ booking_status: 'cancelled', payment_status: 'paid', given_back: 0 });
  expect(await accounts()).toEqual({ gateway: PAID, deposits: -PAID });
  expect((await refund({})).status).toBe(200);
  await expect.poll(accounts, SOON).toEqual({});
});

test('returns the client secret again, so a reloaded page can continue the bank’s question', async () => {
  const other = await signIn(pool);
  const [another = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const asked = await calls.pay(other, another, PRICE, { formData: { token: 'pm_bank', email: CARD.email } });
  const { id, transaction_id: transaction, client_secret } = asked.body;
  expect(await calls.readPayment(other, transaction)).toMatchObject({ progress: 'needs_action', client_secret });
  stripe.passBank(id, true);
  expect(await calls.readPayment(other, transaction)).toMatchObject({ progress: 'authorised' });
});
