import { beforeEach, expect, test } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
import { PASSWORD, signInAdmin } from '../support/data/accounts.ts';
import { bookingAmount, CARD } from '../support/payments/paying.ts';
import { keptBy } from '../support/payments/ready-order.ts';
import { stripeSite } from '../support/payments/stripe-site.ts';
import { getJson, postJson } from '../support/server/test-app.ts';

const PRICE = 10_000;
const PAID = bookingAmount(PRICE);
const SOON = { timeout: 10_000, interval: 100 };
const { pool, stripe, app, calls, purchase, deliver } = await stripeSite();
const admin = (await signInAdmin(pool)).cookie;
let { buyer, booked } = await purchase(PRICE);

beforeEach(async () => {
  stripe.decidesLater = false;
  ({ buyer, booked } = await purchase(PRICE));
});

const sendMessage = (type: string) => deliver(stripe.refundMessage(type, booked.payment_id));
const payment = async () => (await getJson(app, `/api/payments/${booked.payment_id}`, admin)).body;
const cancel = () => calls.cancel(buyer, booked.booking_id, PAID);
const refund = async (body: { amount?: number }) => {
  const kept = await keptBy(pool, booked.payment_id, body.amount);
  const refunded = { reason: 'Once more', ...kept, ...body };
  return postJson(app, `/api/admin/payments/${booked.payment_id}/refund`, refunded, { cookie: admin });
};
const mails = async () => {
  const { rows } = await pool.query('select subject from mail_outbox where text like $1', [
    `%${booked.transaction_id}%`,
  ]);
  return rows.map(({ subject }) => subject);
};
const failLater = async () => {
  stripe.endRefund(booked.payment_id, 'failed');
  await sendMessage('refund.failed');
  await expect.poll(payment, SOON).toMatchObject({ state: 'captured', refund: { failed: expect.any(String) } });
};

test('records a refund that fails after the buyer closed the account, and sends no email', async () => {
  await cancel();
  const before = await mails();
  expect((await postJson(app, '/api/delete-account', { password: PASSWORD }, { cookie: buyer.cookie })).status).toBe(
    200,
  );
  await failLater();
  expect(await mails()).toEqual(before);
});

/** Pays for a car that is already booked, which is possible only by changing the database directly. */
async function payForBookedCar(): Promise<{ id: number; transaction: string }> {
  const [other = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const paid = await calls.pay(buyer, other, PRICE, { formData: { token: 'pm_visa', email: CARD.email } });
  await pool.query('update bookings set listing_id = $1 where id = $2', [other, booked.booking_id]);
  await calls.sold(buyer, other);
  return { id: paid.body.id, transaction: paid.body.transaction_id };
}

test('emails the buyer when the refund of an unbookable car fails, and allows another refund', async () => {
  const { id, transaction } = await payForBookedCar();
  Object.assign(booked, { payment_id: id, transaction_id: transaction });
  await pool.query('update refunds set due_at = now() where payment_id = $1', [id]);
  await expect.poll(payment, SOON).toMatchObject({ booking_id: null, state: 'refunded', refund: { done: true } });
  expect((await refund({})).body.error).toBe('This payment has already been refunded.');
  await failLater();
  expect(await payment()).toMatchObject({ refund_failed: true });
  const { rows } = await pool.query('select to_address, subject from mail_outbox where text like $1 order by id', [
    `%${transaction}%`,
  ]);
  expect(rows).toEqual([
    { to_address: buyer.email, subject: expect.stringMatching(/^Your payment for the .* was not completed$/) },
    { to_address: buyer.email, subject: expect.stringMatching(/^Your refund for the .* failed$/) },
  ]);
  expect(await refund({})).toMatchObject({ status: 200, body: { refund: PAID } });
  await expect.poll(payment, SOON).toMatchObject({ state: 'refunded', refund: { done: true, failed: null } });
  expect(stripe.ofPayment(id)).toMatchObject([{ refunded: PAID * 100 }]);
});

test('rejects the refund of a payment that was not captured', async () => {
  const [other = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const paid = await calls.pay(buyer, other, PRICE, { formData: { token: 'pm_visa', email: CARD.email } });
  booked.payment_id = paid.body.id;
  expect(await refund({})).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/was not captured\.$/) },
  });
});

const booking = async () => (await calls.bookings(buyer))[0];
const failedRefundIds = async () =>
  (await getJson(app, '/api/payments?refund=failed', admin)).body.items.map(({ id }: { id: number }) => id);
const REFUND_FAILED = /^Your refund for the .* failed$/;

test('a failed refund that is then made in the Stripe dashboard is not owed and cannot be repeated', async () => {
  await cancel();
  await failLater();
  expect(await failedRefundIds()).toContain(booked.payment_id);
  stripe.refundInDashboard(booked.payment_id, PAID * 100);
  await sendMessage('refund.created');
  await expect.poll(payment, SOON).toMatchObject({ state: 'refunded', refund_failed: false, refund: { owed: 0 } });
  expect(await booking()).toMatchObject({ payment_status: 'refunded', given_back: PAID, refund: null });
  expect(await failedRefundIds()).not.toContain(booked.payment_id);
  expect((await refund({})).status).toBe(409);
});

test('dashboard refunds after a failed refund reduce what is owed; earlier ones do not', async () => {
  stripe.refundInDashboard(booked.payment_id, 100_00);
  await sendMessage('refund.created');
  await expect.poll(async () => (await payment()).given_back, SOON).toBe(100);
  expect((await refund({ amount: 50 })).status).toBe(200);
  await failLater();
  expect(await payment()).toMatchObject({ refund_failed: true, refund: { amount: 50, owed: 50 } });
  stripe.refundInDashboard(booked.payment_id, 20_00);
  await sendMessage('refund.created');
  await expect.poll(async () => (await payment()).refund, SOON).toMatchObject({ owed: 30 });
  expect(await booking()).toMatchObject({ given_back: 120, refund: { amount: 30, failed: true } });
  expect(await failedRefundIds()).toContain(booked.payment_id);
  stripe.refundInDashboard(booked.payment_id, 30_00);
  await sendMessage('refund.created');
  await expect.poll(payment, SOON).toMatchObject({ state: 'captured', refund_failed: false, refund: { owed: 0 } });
  expect(await booking()).toMatchObject({ given_back: 150, refund: null });
  expect(await failedRefundIds()).not.toContain(booked.payment_id);
  // The rest of the payment can still be refunded.
  expect((await payment()).refundable).toBe(PAID - 150);
  expect((await refund({ amount: PAID - 149 })).status).toBe(409);
  expect((await refund({ amount: 30 })).status).toBe(200);
  await expect.poll(payment, SOON).toMatchObject({ state: 'refunded', refund: { done: true }, refunds: { length: 2 } });
});

test('sends no email if a failed refund was made in the dashboard before either message arrived', async () => {
  await cancel();
  stripe.endRefund(booked.payment_id, 'failed');
  stripe.refundInDashboard(booked.payment_id, PAID * 100);
  await sendMessage('refund.created');
  await expect.poll(payment, SOON).toMatchObject({ refund: { done: false, owed: 0 } });
  expect(await payment()).toMatchObject({ state: 'refunded' });
  expect(await booking()).toMatchObject({ payment_status: 'refunded' });
  expect(await mails()).not.toContainEqual(expect.stringMatching(REFUND_FAILED));
  const { rows } = await pool.query(
    `select account from ledger_lines l join ledger_entries e on e.id = entry_id where payment_id = $1
     group by account having sum(cents) <> 0`,
    [booked.payment_id],
  );
  expect(rows).toEqual([]);
});

test('keeps the payment refunded and sends no email if all was refunded in the dashboard before ours', async () => {
  stripe.once('refund', { how: 'unreached' }, 2);
  await cancel();
  stripe.refundInDashboard(booked.payment_id, PAID * 100);
  await sendMessage('refund.created');
  await expect.poll(payment, SOON).toMatchObject({ state: 'refunded', refund: { done: false, failed: null } });
  await pool.query('update refunds set due_at = now() where payment_id = $1', [booked.payment_id]);
  await expect.poll(payment, SOON).toMatchObject({ state: 'refunded', refund: { failed: 'refused', owed: 0 } });
  expect(await booking()).toMatchObject({ payment_status: 'refunded', refund: null });
  expect(await mails()).not.toContainEqual(expect.stringMatching(REFUND_FAILED));
});
