import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { cardNumber, newTransaction, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { testApp } from '../../../../../tests/support/server/test-app.ts';

const PRICE = 10_000;
const DECLINED = { formData: cardNumber('4000000000000002') };
let app: FastifyInstance;
let pool: pg.Pool;
let car: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
});

test.each([
  ['one address', () => '203.0.113.7', '203.0.113.8'],
  ['the addresses of one network', (at: number) => `2001:db8:7:7::${at + 1}`, '2001:db8:7:8::1'],
])('answers 429 after 30 attempts an hour from %s by any users, but not elsewhere', async (_what, from, elsewhere) => {
  const calls = payingCalls(app);
  for (let attempts = 0; attempts < 15; attempts++) {
    const buyer = await signIn(pool);
    expect((await calls.pay(buyer, car, PRICE, DECLINED, from(attempts))).status).toBe(402);
  }
  const buyer = await signIn(pool);
  const refused = await calls.pay(buyer, car, PRICE, {}, from(99));
  expect(refused).toMatchObject({
    status: 429,
    body: { error: 'Too many payment attempts. Please wait an hour and try again.' },
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  });
  expect((await calls.pay(buyer, car, PRICE, {}, elsewhere)).status).toBe(200);
});

test('12 identical concurrent calls cost one attempt', async () => {
  const calls = payingCalls(app);
  const buyer = await signIn(pool);
  const copies = { transaction_id: newTransaction() };
  const answers = await Promise.all(Array.from({ length: 12 }, () => calls.pay(buyer, car, PRICE, copies)));
  expect(answers.filter(({ status }) => status === 429)).toEqual([]);
  const { rows } = await pool.query('select hits from request_counts where subject = $1', [`pay user ${buyer.id}`]);
  expect(rows).toEqual([{ hits: 1 }]);
});

test('a refused 11th attempt holds no car', async () => {
  const calls = payingCalls(app);
  const buyer = await signIn(pool);
  for (let attempts = 0; attempts < 5; attempts++) await calls.pay(buyer, car, PRICE, DECLINED);
  expect((await calls.pay(buyer, car, PRICE)).status).toBe(429);
  expect((await calls.pay(await signIn(pool), car, PRICE, {}, '203.0.113.9')).status).toBe(200);
});

test('rejects payments of unconfirmed accounts unless the settings allow them', async () => {
  const strict = payingCalls(await testApp(pool, { PAYMENT_DELAY_MS: '0', UNCONFIRMED_MAY_TRADE: 'no' }));
  const buyer = await signIn(pool, { status: 'Pending' });
  expect(await strict.pay(buyer, car, PRICE)).toMatchObject({
    status: 403,
    body: { error: 'Confirm your email address first. We sent you an email with a link.' },
  });
  const { rows } = await pool.query('select 1 from payments where user_id = $1', [buyer.id]);
  expect(rows).toEqual([]);
  await pool.query("update users set status = 'Active' where id = $1", [buyer.id]);
  expect((await strict.pay(buyer, car, PRICE)).status).toBe(200);
  const [other = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  expect((await payingCalls(app).pay(await signIn(pool, { status: 'Pending' }), other, PRICE)).status).toBe(200);
});
