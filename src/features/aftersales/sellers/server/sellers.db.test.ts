import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { type Buyer, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let seller: Buyer;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  calls = payingCalls(app);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  seller = await signIn(pool, { name: 'Chen Wei' });
});

const read = (id: number) => getJson(app, `/api/sellers/${id}`);

async function give(cars: Parameters<typeof addCars>[1]): Promise<number[]> {
  const ids = await addCars(pool, cars);
  await pool.query('update listings set user_id = $2 where id = any($1::bigint[])', [ids, seller.id]);
  return ids;
}

test('a seller is shown with counted figures only', async () => {
  const [first] = await give([
    { make: 'BYD', model: 'Seal', location: 'Shenzhen, Guangdong' },
    { make: 'BYD', model: 'Han', location: 'Shenzhen, Guangdong' },
    { make: 'BYD', model: 'Tang', location: 'Chengdu, Sichuan', offer: 'Rent', priceCents: 5_000 },
  ]);
  await pool.query("update listings set vin = 'LGXCE4CB7N2029387' where id = $1", [first]);
  const { status, body } = await read(seller.id);
  expect(status).toBe(200);
  expect(body).toEqual({
    seller_id: seller.id,
    name: 'Chen W.',
    since: testNow().toISOString().slice(0, 7),
    place: { province: 'Guangdong', city: 'Shenzhen' },
    listed: { Sell: 2, Rent: 1 },
    sold: 0,
    rented: 0,
    documents: { withVin: 1, withReport: 0, certified: 0 },
    rating: null,
    reviews: [],
  });
  expect(JSON.stringify(body)).not.toMatch(/@|Wei/);
});

test('sales that were not cancelled, and visible reviews, are counted', async () => {
  const buyer = await signIn(pool, { name: 'Amina Otieno' });
  const [car = 0, other = 0] = await give([
    { make: 'BYD', model: 'Seal' },
    { make: 'BYD', model: 'Han' },
  ]);
  const [first] = [await calls.buy(buyer, car, 15_000), await calls.buy(buyer, other, 15_000)];
  const bookings = (await calls.bookings(buyer)).map((booking: { booking_id: number }) => booking.booking_id).sort();
  expect([first.booking_id, bookings.length]).toEqual([bookings[0], 2]);
  await pool.query("update bookings set status = 'completed' where id = $1", [bookings[0]]);
  await pool.query("update bookings set status = 'cancelled' where id = $1", [bookings[1]]);
  const review = { booking_id: bookings[0], rating: 4, text: 'As described.' };
  await postJson(app, '/api/reviews', review, { cookie: buyer.cookie });
  const { body } = await read(seller.id);
  expect(body).toMatchObject({ sold: 1, rating: { average: 4, count: 1 } });
  expect(body.reviews).toMatchObject([{ rating: 4, author: 'Amina O.', car: 'BYD Seal', listing_id: car }]);
  await pool.query('update reviews set hidden_at = now() where booking_id = $1', [bookings[0]]);
  expect((await read(seller.id)).body).toMatchObject({ rating: null, reviews: [] });
});

test('accounts that never had a public car, and closed ones, are not told', async () => {
  expect((await read(seller.id)).status).toBe(404);
  const [car] = await give([{ make: 'BYD', model: 'Seal' }]);
  await pool.query("update listings set status = 'requested' where id = $1", [car]);
  expect((await read(seller.id)).status).toBe(404);
  await pool.query("update listings set status = 'sold' where id = $1", [car]);
  expect((await read(seller.id)).status).toBe(200);
  await pool.query('update users set deleted_at = now() where id = $1', [seller.id]);
  expect((await read(seller.id)).status).toBe(404);
  expect((await read(999_999_999)).status).toBe(404);
});

test.each(['0', 'x', '1.5', `1${'0'.repeat(20)}`])('the id %j is refused', async (id) => {
  expect((await getJson(app, `/api/sellers/${id}`)).status).toBe(400);
});
