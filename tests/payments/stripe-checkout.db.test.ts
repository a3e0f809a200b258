import { beforeEach, expect, test } from 'vitest';
import { CARD, ledgerBalances, newTransaction } from '../support/payments/paying.ts';
import { STRIPE_KEYS } from '../support/payments/stripe-server.ts';
import { stripeSite } from '../support/payments/stripe-site.ts';
import { pagesApp } from '../support/server/pages-app.ts';
import { getJson } from '../support/server/test-app.ts';

const PRICE = 10_000;
const SOON = { timeout: 15_000, interval: 200 };
const { pool, stripe, app, calls, shopper, deliver } = await stripeSite();
let { buyer, car } = await shopper(PRICE);

beforeEach(async () => {
  ({ buyer, car } = await shopper(PRICE));
});

const pay = (token: string, transaction = newTransaction()) =>
  calls.pay(buyer, car, PRICE, { transaction_id: transaction, formData: { token, email: CARD.email } });
const sendMessage = (...message: Parameters<typeof stripe.message>) => deliver(stripe.message(...message));
const progress = async (transaction: string) => (await calls.readPayment(buyer, transaction)).progress;

test('authorizes, captures, books and refunds through Stripe', async () => {
  const paid = await pay('pm_visa');
  expect(paid).toMatchObject({ status: 200, body: { progress: 'authorised' } });
  expect(await calls.sold(buyer, car)).toMatchObject({ status: 200, body: { listing_status: 'sold' } });
  const booked = await calls.book(buyer, car, paid.body.transaction_id, PRICE);
  expect(booked).toMatchObject({ status: 200, body: { booking_status: 'confirmed' } });
  expect(stripe.ofPayment(paid.body.id)).toMatchObject([{ status: 'succeeded', amount: 277_500 }]);
  expect(await ledgerBalances(pool)).toMatchObject({ sum: 0 });

  const { refund } = (await calls.bookings(buyer))[0].cancellation;
  expect(refund).toBeGreaterThan(0);
  expect(await calls.cancel(buyer, booked.body.booking_id, refund)).toMatchObject({ status: 200 });
  await expect.poll(() => stripe.ofPayment(paid.body.id)[0]?.refunded, SOON).toBe(Math.round(refund * 100));
});

test('authorizes the payment after the bank’s question was answered', async () => {
  const transaction = newTransaction();
  const asked = await pay('pm_bank', transaction);
  expect(asked).toMatchObject({ status: 202, body: { progress: 'needs_action', client_secret: expect.any(String) } });
  stripe.passBank(asked.body.id, true);
  expect(await sendMessage('payment_intent.amount_capturable_updated', asked.body.id)).toBe(200);
  await expect.poll(() => progress(transaction), SOON).toBe('authorised');
  expect(await pay('pm_bank', transaction)).toMatchObject({ status: 200, body: { progress: 'authorised' } });
  expect(stripe.ofPayment(asked.body.id)).toHaveLength(1);
});

test('limits the calls to Stripe while a page polls a payment that waits for the bank', async () => {
  const transaction = newTransaction();
  const { body } = await pay('pm_bank', transaction);
  const before = stripe.requests.length;
  const seen = await Promise.all(Array.from({ length: 30 }, () => progress(transaction)));
  expect(new Set(seen)).toEqual(new Set(['needs_action']));
  stripe.passBank(body.id, true);
  expect(await Promise.all(Array.from({ length: 30 }, () => progress(transaction)))).toContain('authorised');
  expect(stripe.requests.slice(before).filter((step) => step === 'retrieve').length).toBeLessThanOrEqual(4);
});

test('releases the car for another card after a decline', async () => {
  expect(await pay('pm_declined')).toMatchObject({ status: 402 });
  expect(await pay('pm_visa')).toMatchObject({ status: 200, body: { progress: 'authorised' } });
});

test('charges once when responses are lost and messages are out of order', async () => {
  const transaction = newTransaction();
  stripe.once('confirm', { how: 'lost' }, 2);
  const paid = await pay('pm_visa', transaction);
  expect(paid).toMatchObject({ status: 202, body: { progress: 'confirming' } });
  const { id } = paid.body;
  const twice = { id: 'evt_twice' };
  expect(await sendMessage('payment_intent.succeeded', id)).toBe(200);
  expect(await sendMessage('payment_intent.amount_capturable_updated', id, twice)).toBe(200);
  expect(await sendMessage('payment_intent.amount_capturable_updated', id, twice)).toBe(200);
  await expect.poll(() => progress(transaction), SOON).toBe('authorised');

  stripe.once('capture', { how: 'lost' }, 2);
  expect((await calls.sold(buyer, car)).status).toBe(503);
  await expect.poll(() => progress(transaction), SOON).toBe('captured');
  expect(stripe.ofPayment(id)).toMatchObject([{ status: 'succeeded' }]);
  expect(await calls.bookings(buyer)).toHaveLength(1);
});

test('rejects messages with another signature or an old timestamp', async () => {
  const transaction = newTransaction();
  const { body } = await pay('pm_bank', transaction);
  stripe.passBank(body.id, true);
  expect(await sendMessage('payment_intent.amount_capturable_updated', body.id, { secret: 'whsec_of_another' })).toBe(
    400,
  );
  expect(await sendMessage('payment_intent.amount_capturable_updated', body.id, { agoS: 600 })).toBe(400);
  const { rows } = await pool.query('select due_at > now() as waits from payments where id = $1', [body.id]);
  expect(rows).toEqual([{ waits: true }]);
});

test('rejects PayPal and UPI with 400', async () => {
  const formData = { token: 'pm_visa', email: CARD.email, upiId: 'amina@bank', paypalEmail: CARD.email };
  for (const payment_method of ['paypal', 'upi']) {
    expect((await calls.pay(buyer, car, PRICE, { payment_method, formData })).status).toBe(400);
  }
});

test('rejects card numbers without calling Stripe', async () => {
  const asked = stripe.requests.length;
  expect((await calls.pay(buyer, car, PRICE)).status).toBe(400);
  expect(stripe.requests.length).toBe(asked);
});

test('allows the origins of Stripe in the policy of the payment page only', async () => {
  expect((await getJson(app, '/api/payment-options')).body).toEqual({
    gateway: 'stripe',
    publishableKey: STRIPE_KEYS.STRIPE_PUBLISHABLE_KEY,
    methods: ['credit_card'],
  });
  const site = await pagesApp(pool, { ...STRIPE_KEYS, STRIPE_API: 'http://127.0.0.1:1' });
  const page = async (url: string) => (await site.inject({ url, headers: { cookie: buyer.cookie } })).headers;
  const paying = await page(`/payment/${car}`);
  expect(paying['content-security-policy']).toMatch(
    /script-src [^;]*https:\/\/js\.stripe\.com.*connect-src [^;]*https:\/\/api\.stripe\.com.*frame-src https:\/\/js\.stripe\.com/,
  );
  expect(paying['cross-origin-embedder-policy']).toBe('unsafe-none');
  for (const url of ['/Profile', '/']) {
    expect((await page(url))['content-security-policy']).not.toContain('stripe');
    expect((await page(url))['cross-origin-embedder-policy']).toBe('require-corp');
  }
});
