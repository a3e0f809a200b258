import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { type Buyer, ledgerBalances, payingCalls } from '../../../../../../tests/support/payments/paying.ts';
import { ScriptedGateway } from '../../../../../../tests/support/payments/scripted-gateway.ts';
import { testNow } from '../../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { dayAfter, dayOf } from '../../model/calendar-day.ts';

const PRICE = 18_500;
const TODAY = dayOf(testNow());
let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };
let buyer: Buyer;
let id: number;
let transaction: string;
let car: number;
let running: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, new ScriptedGateway());
  const calls = payingCalls(app);
  admin = await signInAdmin(pool);
  buyer = await signIn(pool);
  await pool.query('alter table listings alter column id restart with 5000');
  const priceCents = PRICE * 100;
  const [first = 0, second = 0] = await addCars(pool, [
    { make: 'BYD', model: 'Seal', priceCents },
    { make: 'BYD', model: 'Han', priceCents: 2 * priceCents },
  ]);
  car = first;
  ({ payment_id: id, transaction_id: transaction } = await calls.buy(buyer, car, PRICE));
  running = (await calls.pay(buyer, second, 2 * PRICE)).body.id;
});

const list = async (query: string) => (await getJson(app, `/api/payments?${query}`, admin.cookie)).body;
const idsOf = async (query: string) => (await list(query)).items.map((payment: { id: number }) => payment.id);
const call = (method: 'DELETE' | 'POST', path: string) =>
  postJson(app, path, undefined, { method, cookie: admin.cookie });

test('filters, searches, sorts and pages payments, and returns all without a query', async () => {
  const everything = (await getJson(app, '/api/payments', admin.cookie)).body;
  expect(everything.map((payment: { id: number }) => payment.id)).toEqual([running, id]);
  expect(everything[1]).toEqual({
    _id: String(id),
    id,
    transaction_id: transaction,
    user_id: buyer.id,
    car_id: car,
    amount: 5_070,
    payment_method: 'credit_card',
    date_of_payment: expect.stringContaining(TODAY),
    payment_status: 'success',
    refund_failed: false,
  });
  for (const fits of [
    `search=${transaction.toLowerCase()}`,
    `search=${transaction.slice(2)}`,
    `search=${car}`,
    'status=success',
    'maxAmount=5070',
  ]) {
    expect(await idsOf(fits), fits).toEqual([id]);
  }
  for (const other of ['status=pending', 'minAmount=5070.01']) expect(await idsOf(other), other).toEqual([running]);
  for (const both of [`search=${buyer.id}`, `from=${TODAY}&to=${TODAY}`, 'sort=amount&order=desc', 'status=']) {
    expect(await idsOf(both), both).toEqual([running, id]);
  }
  expect(await idsOf('sort=amount&order=asc')).toEqual([id, running]);
  const past = dayAfter(TODAY, -1);
  for (const none of ['status=failed', 'status=refunded', `to=${past}`, `from=${dayAfter(TODAY, 1)}`, 'search=%25']) {
    expect(await idsOf(none), none).toEqual([]);
  }
  expect((await list('limit=1&page=2')).pagination).toEqual({ page: 2, totalPages: 2, totalItems: 2 });
  for (const junk of ['page=1e19', 'from=yesterday', 'status=paid', 'sort=id', 'maxAmount=-1', 'search=%00']) {
    expect((await getJson(app, `/api/payments?${junk}`, admin.cookie)).status, junk).toBe(400);
  }
});

test('finds payments by order, name, email and VIN, and shows car, buyer and the money of the order', async () => {
  const { rows } = await pool.query(
    'select u.email, u.name, p.order_id from payments p join users u on u.id = p.user_id where p.id = $1',
    [id],
  );
  const [{ email, name, order_id: order }] = rows;
  const vin = 'LGXCE6CD2L0000023';
  await pool.query(
    'set session_replication_role = replica; update listings set vin = $$LGXCE6CD2L0000023$$ where id = ' +
      car +
      '; set session_replication_role = origin',
  );
  for (const search of [email, vin, `CQ-${String(order).padStart(6, '0')}`]) {
    expect(await idsOf(`search=${encodeURIComponent(search)}`), search).toContain(id);
  }
  expect((await list(`search=CQ-${order}`)).items).toMatchObject([
    {
      id,
      sale: {
        car: expect.stringMatching(/BYD Seal$/),
        buyer: { name, email },
        order_id: order,
        received: 5_070,
        due: 15_210,
      },
    },
  ]);
});

test('returns a payment with its booking and no card data beyond the last four digits', async () => {
  const { body } = await getJson(app, `/api/payments/${id}`, admin.cookie);
  expect(body).toMatchObject({ id, state: 'captured', total: 20_280, refund: null, booking_id: expect.any(Number) });
  expect(JSON.stringify(body)).not.toMatch(/4242424242|token|hash/);
});

test('rejects the refund of a payment that was not captured', async () => {
  const body = { reason: 'Damaged.' };
  const refused = await postJson(app, `/api/admin/payments/${running}/refund`, body, { cookie: admin.cookie });
  expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('was not captured') } });
});

test('hides a deleted payment from the list, keeps it in the ledger and restores it', async () => {
  const before = await ledgerBalances(pool);
  expect(await call('DELETE', `/api/payments/${running}`)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('still in progress') },
  });
  expect(await call('DELETE', `/api/payments/${id}`)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('Cancel or complete the booking') },
  });
  expect((await getJson(app, `/api/payments/${id}`, admin.cookie)).status).toBe(200);
  await pool.query("update bookings set status = 'completed' where payment_id = $1", [id]);
  expect(await call('DELETE', `/api/payments/${id}`)).toMatchObject({
    status: 200,
    body: { flag: '1', message: 'Transaction deleted successfully' },
  });
  expect(await idsOf('page=1')).toEqual([running]);
  expect((await getJson(app, `/api/payments/${id}`, admin.cookie)).status).toBe(404);
  expect((await call('DELETE', `/api/payments/${id}`)).status).toBe(404);
  expect(await ledgerBalances(pool)).toEqual(before);
  const events = (await getJson(app, `/api/admin/payments/${id}/events`, admin.cookie)).body.events;
  expect(events.map(({ event }: { event: string }) => event)).toContain('captured');
  expect((await call('POST', `/api/admin/payments/${id}/restore`)).status).toBe(200);
  expect(await idsOf('page=1')).toEqual([running, id]);
  const { rows } = await pool.query(
    "select action, actor_id, details from audit_log where subject_kind = 'payment' and subject_id = $1 order by id",
    [id],
  );
  expect(rows).toMatchObject([
    { action: 'payment deleted', actor_id: admin.id, details: { before: { status: 'success' } } },
    {
      action: 'payment restored',
      actor_id: admin.id,
      details: { before: { deleted: true }, after: { deleted: false } },
    },
  ]);
});
