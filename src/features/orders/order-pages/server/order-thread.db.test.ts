import { expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const calls = payingCalls(app);
const [buyer, seller, stranger] = [await signIn(pool), await signIn(pool), await signIn(pool)];

async function order(): Promise<{ id: number; car: number }> {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  await pool.query('update listings set user_id = $1 where id = $2', [seller.id, car]);
  const sale = await calls.buy(buyer, car, 10_000);
  return { id: sale.order_id, car };
}
const open = (id: number, { cookie }: { cookie: string }) => postJson(app, `/api/orders/${id}/thread`, {}, { cookie });
const ask = async (car: number) =>
  (await postJson(app, '/api/threads', { listing_id: car, text: 'Is it there?' }, { cookie: buyer.cookie })).body
    .number;

test('an order has one conversation for its buyer and its seller, and none for others', async () => {
  const { id } = await order();
  const opened = await Promise.all([open(id, buyer), open(id, seller), open(id, buyer)]);
  expect(new Set(opened.map(({ body }) => body.number)).size).toBe(1);
  const { body } = opened[0];
  expect((await getJson(app, `/api/threads/${body.number}`, seller.cookie)).body.thread.messages).toEqual([]);
  await postJson(app, `/api/threads/${body.number}/messages`, { text: 'When does it ship?' }, { cookie: buyer.cookie });
  const { thread } = (await getJson(app, `/api/threads/${body.number}`, seller.cookie)).body;
  expect(thread).toMatchObject({ role: 'seller', order: { id, number: expect.stringMatching(/^CQ-/) } });
  expect((await open(id, stranger)).status).toBe(404);
});

test('the conversation about the car becomes the one of its order', async () => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  await pool.query('update listings set user_id = $1 where id = $2', [seller.id, car]);
  const number = await ask(car);
  const sale = await calls.buy(buyer, car, 10_000);
  expect((await open(sale.order_id, buyer)).body.number).toBe(number);
  const admin = await signInAdmin(pool);
  const { items } = (await getJson(app, '/api/admin/threads?filter=all', admin.cookie)).body;
  expect(items).toMatchObject([{ number, order: { id: sale.order_id } }, expect.anything()]);
});
