import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { payBalance } from '../../../../../tests/support/payments/orders.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { readyOrder } from '../../../../../tests/support/payments/ready-order.ts';
import { ScriptedGateway } from '../../../../../tests/support/payments/scripted-gateway.ts';
import { postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const PRICE = 18_500;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let admin: { id: number; cookie: string };
let car: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, new ScriptedGateway());
  calls = payingCalls(app);
  admin = await signInAdmin(pool);
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
});

const call = (method: 'PUT' | 'DELETE', path: string, body?: unknown) =>
  postJson(app, path, body, { method, cookie: admin.cookie });

test('rejects closing the accounts of buyer and seller while a booking is open', async () => {
  const [buyer, seller] = [await signIn(pool), await signIn(pool)];
  await pool.query('update listings set user_id = $2 where id = $1', [car, seller.id]);
  const booking = await calls.buy(buyer, car, PRICE);
  const close = (id: number) => call('DELETE', `/api/deleteUser/${id}`);
  for (const [who, words] of [
    [buyer, 'This account has an open booking'],
    [seller, 'A car from this account is booked'],
  ] as const) {
    expect(await close(who.id)).toMatchObject({ status: 409, body: { message: expect.stringContaining(words) } });
  }
  await payBalance(pool, booking.booking_id);
  await readyOrder(pool, booking.order_id);
  await call('PUT', `/api/booking/${booking.booking_id}`, { ...booking, booking_status: 'completed' });
  expect([(await close(buyer.id)).status, (await close(seller.id)).status]).toEqual([200, 200]);
});
