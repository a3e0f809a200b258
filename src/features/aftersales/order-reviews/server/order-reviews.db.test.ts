import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { type Buyer, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { eraseOrderReviews, orderReviewsOfUser } from './order-review-store.ts';
import { inviteReviewers } from './order-reviews.ts';

const PRICE = 10_000;
let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };
let buyer: Buyer & { email: string };
let seller: Buyer;
let orderId: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  admin = await signInAdmin(pool);
});

beforeEach(async () => {
  await pool.query('delete from request_counts');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const owner = await signIn(pool, { name: 'Chen Wei' });
  await pool.query('update listings set user_id = $2 where id = $1', [car, owner.id]);
  seller = { id: owner.id, cookie: await sessionOf(pool, owner.id) };
  buyer = await signIn(pool, { name: 'Amina Otieno' });
  orderId = (await payingCalls(app).buy(buyer, car, PRICE)).order_id;
  await pool.query('delete from mail_outbox');
});

/** Ends the order some days ago. Ending it by paying and handing over is tested with the orders. */
const end = (days = 0, life = 'completed') =>
  pool.query('update orders set life = $2, ended_at = now() - make_interval(days => $3) where id = $1', [
    orderId,
    life,
    days,
  ]);
const write = (who: { cookie: string }, rating = 4, text = 'As agreed.') =>
  postJson(app, `/api/orders/${orderId}/reviews`, { rating, text }, { cookie: who.cookie });
const read = async (who: { cookie: string }) => (await getJson(app, `/api/orders/${orderId}/reviews`, who.cookie)).body;
const ofSeller = async () => (await getJson(app, `/api/sellers/${seller.id}/order-reviews`)).body;

test('a review stays hidden from everybody but its author until the other side has written', async () => {
  await end();
  expect((await write(buyer, 2, 'The car was late.')).status).toBe(200);
  expect((await read(buyer)).pairs[0]).toMatchObject({ mine: { rating: 2 }, theirs: null, may_write: false });
  for (const who of [seller, admin]) {
    const seen = await read(who);
    expect(JSON.stringify(seen)).not.toContain('late');
    expect(seen.pairs[0]).toMatchObject({ theirs: null, about_rating: null });
    expect(seen.shown).toEqual([]);
  }
  expect(await ofSeller()).toEqual({ rating: null, items: [] });

  expect((await write(seller, 5, 'Paid at once.')).status).toBe(200);
  expect((await read(seller)).pairs[0]).toMatchObject({ theirs: { rating: 2, text: 'The car was late.' } });
  expect((await read(buyer)).pairs[0]).toMatchObject({
    theirs: { rating: 5 },
    about_rating: { average: 2, count: 1 },
  });
  expect(await ofSeller()).toMatchObject({
    rating: { average: 2, count: 1 },
    items: [{ rating: 2, author: 'Amina O.' }],
  });
  expect((await read(admin)).shown).toHaveLength(2);
});

test('after 14 days a single review is shown, and the other side cannot write one anymore', async () => {
  await end();
  await write(buyer);
  await end(13);
  expect((await ofSeller()).items).toEqual([]);
  await end(15);
  expect((await ofSeller()).items).toHaveLength(1);
  expect((await read(seller)).pairs[0]).toMatchObject({ theirs: { rating: 4 }, may_write: false });
  expect(await write(seller, 1)).toMatchObject({ status: 409 });
});

test('each side writes once and cannot change its review', async () => {
  await end();
  const answers = await Promise.all([write(buyer), write(buyer, 1), write(buyer, 3)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await expect(pool.query('update order_reviews set rating = 5')).rejects.toThrow('cannot be changed');
  await expect(pool.query("update order_reviews set text = 'Perfect.'")).rejects.toThrow('cannot be changed');
  await expect(pool.query('delete from order_reviews')).rejects.toThrow('append-only');
});

test('reviews open with the end of an order for which money had arrived', async () => {
  expect((await read(buyer)).open_until).toBeNull();
  const message = 'You can review the other side once the order has ended.';
  expect(await write(buyer)).toMatchObject({ status: 409, body: { message } });
  await end(0, 'cancelled');
  expect((await write(buyer)).status).toBe(200);
});

test('an order that ended without money has no reviews', async () => {
  await pool.query('alter table allocations disable trigger user');
  await pool.query('delete from allocations where order_id = $1', [orderId]);
  await pool.query('alter table allocations enable trigger user');
  await end(0, 'cancelled');
  expect((await write(buyer)).status).toBe(409);
});

test('refuses reviews of people outside the order and of oneself', async () => {
  await end();
  const stranger = await signIn(pool);
  for (const about of [stranger.id, buyer.id]) {
    const body = { about, rating: 1, text: 'Bad.' };
    expect((await postJson(app, `/api/orders/${orderId}/reviews`, body, { cookie: buyer.cookie })).status).toBe(404);
  }
});

test.each([
  ['another user', 404, 404, async () => (await signIn(pool)).cookie],
  ['a visitor', 401, 401, async () => ''],
  ['support', 200, 403, async () => (await signInAdmin(pool, { role: 'support' })).cookie],
])('answers %s: reads %i, writes %i', async (_who, reads, writes, cookieOf) => {
  await end();
  const cookie = await cookieOf();
  expect((await getJson(app, `/api/orders/${orderId}/reviews`, cookie)).status).toBe(reads);
  expect((await write({ cookie })).status).toBe(writes);
});

test('a hidden review counts nowhere, and is shown again on request', async () => {
  await end();
  await write(buyer);
  await write(seller);
  const { id } = (await read(admin)).shown.find(({ side }: { side: string }) => side === 'buyer');
  const moderate = (action: string, who = admin) =>
    postJson(app, `/api/admin/order-reviews/${id}/${action}`, { reason: 'Abuse.' }, { cookie: who.cookie });
  expect((await moderate('hide')).status).toBe(200);
  expect((await moderate('hide')).status).toBe(409);
  expect(await ofSeller()).toEqual({ rating: null, items: [] });
  expect((await read(seller)).pairs[0].theirs).toBeNull();
  expect((await moderate('show')).status).toBe(200);
  expect((await ofSeller()).items).toHaveLength(1);
});

test('both sides are invited once', async () => {
  await end();
  const invite = () =>
    inviteReviewers({ pool, siteOrigin: 'http://localhost' }, (error) => {
      throw error;
    });
  await Promise.all([invite(), invite()]);
  await invite();
  const { rows } = await pool.query(
    "select to_address from mail_outbox where subject like 'How was order CQ-%' and text like $1",
    [`%/my-orders/${orderId}%`],
  );
  expect(rows).toHaveLength(2);
});

test('exports what a user wrote, and erases the text but not the stars', async () => {
  await end(15);
  await end(1);
  await write(buyer);
  expect(await orderReviewsOfUser(pool, buyer.id)).toMatchObject([{ orderId, rating: 4, text: 'As agreed.' }]);
  await eraseOrderReviews(pool, buyer.id);
  expect(await orderReviewsOfUser(pool, buyer.id)).toMatchObject([{ rating: 4, text: '' }]);
});
