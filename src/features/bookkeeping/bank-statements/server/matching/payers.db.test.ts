import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { screenDueOrders } from '#features/orders/consignees/server/screen-orders.ts';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { holdByWatchList } from '../../../../../../tests/support/data/watch-hits.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import type { Buyer } from '../../../../../../tests/support/payments/paying.ts';
import { addPayoutAccount } from '../../../../../../tests/support/payments/payout-account.ts';
import { holdForTransfer } from '../../../../../../tests/support/payments/transfers.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };
let buyer: Buyer;
let orderId: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  admin = await signInAdmin(pool);
  await enterBankAccount(pool);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  buyer = await signIn(pool);
  await addPayoutAccount(pool, buyer.id);
  await pool.query("update users set name = 'Amina Otieno' where id = $1", [buyer.id]);
  ({ orderId } = await holdForTransfer(pool, buyer.id, car));
});

const order = async () => (await getJson(app, `/api/orders/${orderId}`, buyer.cookie)).body;
/** Matches a transfer with the order. */
async function receive(amount: string, name: string) {
  const [line] = await importEntries(app, admin.cookie, [{ amount, name, text: (await order()).reference }]);
  const body = { order_id: orderId, reason: 'A brother pays.' };
  const matched = await postJson(app, `/api/admin/statements/lines/${line}/match`, body, { cookie: admin.cookie });
  expect(matched.status).toBe(200);
  return matched.body.matches[0].order;
}

test('while a watch-list hit holds the order, its hold cannot be canceled and its refund cannot be recorded as sent', async () => {
  const cancel = () => postJson(app, `/api/orders/${orderId}/cancel-hold`, {}, { cookie: buyer.cookie });
  await receive('1000.00', 'Amina Otieno');
  const clear = await holdByWatchList(pool, orderId, admin.id);
  expect(await cancel()).toMatchObject({ status: 409, body: { message: expect.stringContaining('checking') } });
  expect(await order()).toMatchObject({ life: 'held' });
  await clear();
  expect((await cancel()).body).toMatchObject({ life: 'cancelled' });
  const { rows } = await pool.query(
    'select payment_id as id from refunds join payments p on p.id = payment_id where p.order_id = $1',
    [orderId],
  );
  const sent = () =>
    postJson(app, `/api/admin/payments/${rows[0].id}/refund-sent`, { reference: 'B-1' }, { cookie: admin.cookie });
  const clearAgain = await holdByWatchList(pool, orderId, admin.id);
  expect((await sent()).status).toBe(409);
  expect((await order()).money.received_cents).toBe(100_000);
  await clearAgain();
  expect((await sent()).status).toBe(200);
  expect((await order()).money.received_cents).toBe(0);
});

test('a payer who is on a watch list holds the order', async () => {
  const payer = `Zoran Petrovic ${orderId}`;
  const entry = {
    kind: 'party',
    name: payer,
    aliases: '',
    id_number: '',
    country: '',
    reason: 'On the list of the bank.',
  };
  await postJson(app, '/api/admin/watch-lists', entry, { cookie: admin.cookie });
  expect(await receive('2775.00', payer)).toMatchObject({ is_held: true });
  expect(await order()).toMatchObject({ is_checked: true, life: 'active' });
  const { holds } = (await getJson(app, '/api/admin/watch-lists', admin.cookie)).body;
  expect(holds).toContainEqual(expect.objectContaining({ order_id: orderId, role: 'payer', payer_name: payer }));
});

test('an entry that is added after a payer has paid holds the order too', async () => {
  const payer = `Milan Jovanovic ${orderId}`;
  await receive('2775.00', payer);
  const entry = { kind: 'party', name: payer, aliases: '', id_number: '', country: '', reason: 'Named by the bank.' };
  await postJson(app, '/api/admin/watch-lists', entry, { cookie: admin.cookie });
  await screenDueOrders(pool, (error) => expect(error).toBeUndefined());
  expect(await order()).toMatchObject({ is_checked: true });
  const { holds } = (await getJson(app, '/api/admin/watch-lists', admin.cookie)).body;
  expect(holds).toContainEqual(expect.objectContaining({ order_id: orderId, role: 'payer', payer_name: payer }));
});

test('a payer whom the buyer named with the hold is the buyer, and needs no reason', async () => {
  await pool.query("update order_holds set buyer_name = 'Kilindini Motors Ltd' where order_id = $1", [orderId]);
  const text = (await order()).reference;
  const [line, other] = await importEntries(app, admin.cookie, [
    { amount: '2775.00', name: 'KILINDINI MOTORS', text },
    { amount: '2775.00', name: 'Wanjiru Kamau', text },
  ]);
  const suggested = async (id?: number) =>
    (await getJson(app, `/api/admin/statements/lines/${id}`, admin.cookie)).body.orders;
  expect(await suggested(other)).toMatchObject([{ payer_differs: true, one_click: false }]);
  expect(await suggested(line)).toMatchObject([
    { reasons: ['reference', 'amount', 'name'], payer_differs: false, one_click: true },
  ]);
  const match = { order_id: orderId };
  const matched = await postJson(app, `/api/admin/statements/lines/${line}/match`, match, { cookie: admin.cookie });
  expect(matched.status).toBe(200);
});

test('a Chinese name in Latin letters is a hint: it needs no reason, and is no match of one click', async () => {
  await pool.query("update users set name = '陈伟' where id = $1", [buyer.id]);
  const text = (await order()).reference;
  const [line, other] = await importEntries(app, admin.cookie, [
    { amount: '2775.00', name: 'CHEN WEI', text },
    { amount: '2775.00', name: 'LI WEI', text },
  ]);
  const suggested = async (id?: number) =>
    (await getJson(app, `/api/admin/statements/lines/${id}`, admin.cookie)).body.orders;
  expect(await suggested(other)).toMatchObject([{ payer_differs: true }]);
  expect(await suggested(line)).toMatchObject([
    { reasons: expect.arrayContaining(['nameInLatin']), payer_differs: false, one_click: false },
  ]);
  const match = { order_id: orderId };
  const matched = await postJson(app, `/api/admin/statements/lines/${line}/match`, match, { cookie: admin.cookie });
  expect(matched.status).toBe(200);
});
