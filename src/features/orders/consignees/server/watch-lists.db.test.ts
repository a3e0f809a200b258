import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ordersToRemind } from '#features/orders/orders/server/plan-store.ts';
import { settleRefund } from '#features/payments/payments/server/refunds/refund-payment.ts';
import { claimDueRefunds } from '#features/payments/payments/server/refunds/refund-store.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addCompany } from '../../../../../tests/support/payments/billing.ts';
import { bookingDepsAt } from '../../../../../tests/support/payments/booking-deps.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { readyOrder } from '../../../../../tests/support/payments/ready-order.ts';
import { orderByTransfer } from '../../../../../tests/support/payments/transfers.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { screenDueOrders } from './screen-orders.ts';

const PRICE = 10_000;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let admin: Awaited<ReturnType<typeof signInAdmin>>;
let buyer: Awaited<ReturnType<typeof signIn>>;
let booking: { booking_id: number; payment_id: number; order_id: number };
let name: string;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  calls = payingCalls(app);
  admin = await signInAdmin(pool);
  await addCompany(pool);
});

beforeEach(async () => {
  await pool.query('delete from request_counts');
  name = `Boris ${randomUUID().replace(/\d/g, '').replaceAll('-', '')} Kuznetsov`;
  await buy();
});

async function buy(): Promise<void> {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  buyer = await signIn(pool, { name });
  booking = await calls.buy(buyer, car, PRICE);
}
const office = (path: string, body: unknown, method: 'POST' | 'DELETE' = 'POST') =>
  postJson(app, `/api/admin/${path}`, body, { cookie: admin.cookie, method });
const ENTRY = { kind: 'party', name: '', aliases: '', id_number: '', country: '', reason: 'On the list of the bank.' };
const watch = (entry: object) => office('watch-lists', { ...ENTRY, ...entry });
const screen = () => screenDueOrders(pool, (error) => Promise.reject(error));
const order = async () => (await getJson(app, `/api/orders/${booking.order_id}`, buyer.cookie)).body;
const holds = async () =>
  (await getJson(app, '/api/admin/watch-lists', admin.cookie)).body.holds.filter(
    ({ order_id: id }: { order_id: number }) => id === booking.order_id,
  );
const complete = async () => {
  await readyOrder(pool, booking.order_id);
  return office(`orders/${booking.order_id}/complete`, undefined);
};
const payAll = () =>
  office(`orders/${booking.order_id}/cash-receipts`, {
    key: randomUUID(),
    method: 'cash',
    amount_cents: 832_500,
  });

test('a hit holds the order until a person clears it; money may come in', async () => {
  await watch({ name: name.split(' ').reverse().join(' ').toUpperCase() });
  await screen();
  expect(await order()).toMatchObject({ is_checked: true, life: 'active' });
  expect(await holds()).toMatchObject([{ role: 'buyer' }]);
  expect((await payAll()).status).toBe(200);
  expect(await complete()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('We are checking') },
  });
  const [hold] = await holds();
  expect((await office(`order-holds/${hold.id}/clear`, { reason: '' })).status).toBe(400);
  expect((await office(`order-holds/${hold.id}/clear`, { reason: 'Another person.' })).status).toBe(200);
  expect((await office(`order-holds/${hold.id}/clear`, { reason: 'Again.' })).status).toBe(404);
  expect((await complete()).body).toMatchObject({ life: 'completed' });
});

test('a handover cannot overtake the worker', async () => {
  await payAll();
  await watch({ name });
  expect((await complete()).status).toBe(409);
});

test('a cleared pair never holds another order', async () => {
  await watch({ name });
  await screen();
  const [hold] = await holds();
  await office(`order-holds/${hold.id}/clear`, { reason: 'Another person.' });
  await screen();
  expect(await holds()).toEqual([]);
  await buy();
  await screen();
  expect(await holds()).toEqual([]);
});

test('a held order is neither canceled nor reminded of, and its refund is not sent', async () => {
  await watch({ aliases: `Somebody Else; ${name}`, name: 'Nobody At All' });
  await screen();
  expect((await calls.cancel(buyer, booking.booking_id, 2_775)).status).toBe(409);
  await pool.query("update orders set remind_at = now() - interval '1 day' where id = $1", [booking.order_id]);
  expect((await ordersToRemind(pool, testNow())).map(({ orderId }) => orderId)).not.toContain(booking.order_id);
  await pool.query(
    `insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by, due_at)
     select id, amount_cents, 100, 'Test.', 'system', now() - interval '1 minute' from payments where id = $1`,
    [booking.payment_id],
  );
  const { rows } = await pool.query('select id from refunds where payment_id = $1', [booking.payment_id]);
  expect(await claimDueRefunds(pool, 20)).not.toContain(rows[0].id);
  // A worker may have taken it just before the hit.
  const stored = async () => (await pool.query('select * from refunds where id = $1', [rows[0].id])).rows[0];
  const before = await stored();
  await settleRefund(bookingDepsAt(pool, 0).payments, rows[0].id);
  expect(await stored()).toEqual(before);
  const [hold] = await holds();
  await office(`order-holds/${hold.id}/clear`, { reason: 'Another person.' });
  expect(await claimDueRefunds(pool, 20)).toContain(rows[0].id);
});

test('a held order keeps its consignee', async () => {
  await watch({ name });
  await screen();
  const details = { name: 'Kamau Ltd', address: 'Mombasa', country: 'KE', phone: '+254 712 345678' };
  const asked = await postJson(app, `/api/orders/${booking.order_id}/consignee/code`, details, {
    cookie: buyer.cookie,
  });
  expect(asked.status).toBe(409);
});

test('consignees and destinations are compared too', async () => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', priceCents: PRICE * 100 }]);
  booking = { ...booking, order_id: await orderByTransfer(app, buyer, car, 2_775) };
  await watch({ kind: 'destination', country: 'zw' });
  await watch({ name: 'Unrelated Person', id_number: `ID-${booking.order_id}-77` });
  const details = { name: 'Kamau Ltd', address: 'Harare', country: 'ZW', phone: '+263 712 345678' };
  const body = { ...details, id_number: `id ${booking.order_id} 77` };
  const put = await postJson(app, `/api/orders/${booking.order_id}/consignee`, body, {
    cookie: buyer.cookie,
    method: 'PUT',
  });
  expect(put.status).toBe(200);
  expect((await holds()).map(({ role }: { role: string }) => role).sort()).toEqual(['consignee', 'destination']);
});

test('the name on the documents of a transfer is compared, and the notify party', async () => {
  const printed = `Petra ${randomUUID().replace(/\d/g, '').replaceAll('-', '')} Novak`;
  const notified = `Jan ${randomUUID().replace(/\d/g, '').replaceAll('-', '')} Dvorak`;
  await pool.query(
    `insert into order_holds (order_id, payment_id, until, time_zone, buyer_name, buyer_address, buyer_country, terms_version)
     values ($1, $2, now(), 'UTC', $3, 'Mombasa', 'KE', 1)`,
    [booking.order_id, booking.payment_id, printed],
  );
  await pool.query(
    `insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
     values ($1, 'Kamau Ltd', 'Mombasa', '', 'KE', '+254 712 345678', $2, false, now(), now(), now())`,
    [booking.order_id, `${notified}\n+420 712 345 678`],
  );
  await watch({ name: printed });
  await watch({ name: notified });
  await screen();
  expect((await holds()).map(({ role }: { role: string }) => role).sort()).toEqual(['buyer', 'consignee']);
});

test('refuses a list that is too long instead of cutting it off', async () => {
  const csv = `kind,name,reason\n${'party,Ab,x\n'.repeat(5_001)}`;
  expect(await office('watch-lists/csv', { csv })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('more than 5,000 rows') },
  });
});

test('imports a CSV file as a whole, removes entries, and audits both', async () => {
  const csv = `kind,name,aliases,id_number,country,reason\nparty,${name},,,,Fraud\n`;
  expect((await office('watch-lists/csv', { csv: `${csv}party,,,,,None\n` })).status).toBe(400);
  expect((await office('watch-lists/csv', { csv })).body).toMatchObject({ added: 1 });
  // A row with a missing separator has its cells in the wrong columns.
  expect((await office('watch-lists/csv', { csv: csv.replace(',,,,Fraud', ',,,Fraud') })).status).toBe(400);
  expect((await office('watch-lists/csv', { csv: csv.replace('Fraud', 'Fraud,KE') })).status).toBe(400);
  const semicolons = `List of parties;;;;;\n${csv.replace(name, `Other ${name}`).replaceAll(',', ';')}`;
  expect((await office('watch-lists/csv', { csv: semicolons })).body).toMatchObject({ added: 1 });
  const { entries } = (await getJson(app, '/api/admin/watch-lists', admin.cookie)).body;
  const mine = entries.filter((entry: { name: string }) => entry.name === name);
  expect(mine).toHaveLength(1);
  expect((await office(`watch-lists/${mine[0].id}`, undefined, 'DELETE')).status).toBe(200);
  expect((await office(`watch-lists/${mine[0].id}`, undefined, 'DELETE')).status).toBe(404);
  await screen();
  expect(await holds()).toEqual([]);
  const { rows } = await pool.query("select count(*) as n from audit_log where action like 'watch entr%'");
  expect(rows[0].n).toBeGreaterThan(1);
});

test('the database keeps entries and holds', async () => {
  await watch({ name });
  await screen();
  for (const table of ['watch_entries', 'watch_hits']) {
    await expect(pool.query(`delete from ${table}`)).rejects.toThrow('append-only');
  }
  await expect(pool.query("update watch_entries set name = 'x'")).rejects.toThrow('never changes');
  await expect(pool.query('update watch_hits set order_id = order_id + 1')).rejects.toThrow('never changes');
});
