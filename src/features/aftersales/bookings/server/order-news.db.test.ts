import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { addUser, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { bookingDepsAt } from '../../../../../tests/support/payments/booking-deps.ts';
import { payBalance } from '../../../../../tests/support/payments/orders.ts';
import { bookingAmount, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { readyOrder } from '../../../../../tests/support/payments/ready-order.ts';
import { RefundingGateway } from '../../../../../tests/support/payments/refunding-gateway.ts';
import { holdForTransfer } from '../../../../../tests/support/payments/transfers.ts';
import { postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { tellOrderNews } from './order-news.ts';
import { processOverdueOrders } from './overdue-orders.ts';

const PRICE = 2_000;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, new RefundingGateway());
  calls = payingCalls(app);
});

async function carOfSeller(offer: 'Sell' | 'Rent' = 'Sell'): Promise<{ car: number; seller: string }> {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', offer, priceCents: PRICE * 100 }]);
  const { id, email } = await addUser(pool);
  await pool.query('update listings set user_id = $2 where id = $1', [car, id]);
  return { car, seller: email };
}
const tell = () => tellOrderNews(bookingDepsAt(pool, 0), (error) => Promise.reject(error));
const mailsTo = async (seller: string) =>
  (
    await pool.query<{ subject: string; text: string }>(
      'select subject, text from mail_outbox where to_address = $1 order by id',
      [seller],
    )
  ).rows;

test('a seller hears of booking and completion once each, in their order', async () => {
  const { car, seller } = await carOfSeller();
  const buyer = await signIn(pool);
  const { order_id: order, booking_id: booking } = await calls.buy(buyer, car, PRICE);
  await tell();
  const admin = await signInAdmin(pool, { role: 'administrator' });
  await payBalance(pool, booking);
  await readyOrder(pool, order);
  const { status } = await postJson(app, `/api/admin/orders/${order}/complete`, undefined, { cookie: admin.cookie });
  expect(status).toBe(200);
  await Promise.all([tell(), tell()]);
  await tell();
  const mails = await mailsTo(seller);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Booked: .*BYD Seal/),
    expect.stringMatching(/^Completed: .*BYD Seal/),
  ]);
  expect(mails[0]?.text).toContain(`/my-orders/${order}`);
  expect(mails[1]?.text).toContain('/my-payouts');
});

test('emails the seller that a car is held, and why the hold ended', async () => {
  const { car, seller } = await carOfSeller();
  const buyer = await signIn(pool);
  const { orderId: order } = await holdForTransfer(pool, buyer.id, car);
  await tell();
  await postJson(app, `/api/orders/${order}/cancel-hold`, {}, { cookie: buyer.cookie });
  await tell();
  const [held, ended] = await mailsTo(seller);
  expect(held).toMatchObject({ subject: expect.stringMatching(/^Held for a buyer:/) });
  expect(held?.text).toMatch(/pays by bank transfer by \w+ \d+, \d{4}, \d\d:\d\d UTC/);
  expect(ended).toMatchObject({ subject: expect.stringMatching(/^No longer held:/) });
  expect(ended?.text).toContain('The buyer has canceled the order.');
});

test('a seller hears who canceled a booking', async () => {
  const { car, seller } = await carOfSeller();
  const buyer = await signIn(pool);
  const { booking_id: booking } = await calls.buy(buyer, car, PRICE);
  await calls.cancel(buyer, booking, bookingAmount(PRICE));
  await tell();
  const [, canceled] = await mailsTo(seller);
  expect(canceled).toMatchObject({ subject: expect.stringMatching(/^Canceled:/) });
  expect(canceled?.text).toContain('The buyer has canceled the order.');
  expect(canceled?.text).toContain('no longer reserved');
});

test('a seller hears that the balance was not paid', async () => {
  const { car, seller } = await carOfSeller();
  await calls.buy(await signIn(pool), car, PRICE);
  await processOverdueOrders(bookingDepsAt(pool, 40), (error) => Promise.reject(error));
  await tell();
  const canceled = (await mailsTo(seller)).at(-1);
  expect(canceled).toMatchObject({ subject: expect.stringMatching(/^Canceled:/) });
  expect(canceled?.text).toContain('did not pay the balance in time');
});

test('an order whose email fails delays no other email and is retried', async () => {
  const [first, second] = [await carOfSeller(), await carOfSeller()];
  await calls.buy(await signIn(pool), first.car, PRICE);
  await calls.buy(await signIn(pool), second.car, PRICE);
  await pool.query("update users set email = 'no address' where email = $1", [first.seller]);
  const errors: unknown[] = [];
  await tellOrderNews(bookingDepsAt(pool, 0), (error) => errors.push(error));
  expect(errors).toHaveLength(1);
  expect(await mailsTo(second.seller)).toHaveLength(1);
  await pool.query('update users set email = $1 where email = $2', [first.seller, 'no address']);
  await pool.query("delete from work_failures where queue = 'order news'");
  await tell();
  expect(await mailsTo(first.seller)).toHaveLength(1);
});
