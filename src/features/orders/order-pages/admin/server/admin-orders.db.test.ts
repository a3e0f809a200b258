import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { type Buyer, bookingAmount, payingCalls, totalOf } from '../../../../../../tests/support/payments/paying.ts';
import { readyOrder } from '../../../../../../tests/support/payments/ready-order.ts';
import { RefundingGateway } from '../../../../../../tests/support/payments/refunding-gateway.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { staleWaits } from './admin-order-store.ts';

const PRICE = 10_000;
const BALANCE = Math.round((totalOf(PRICE) - bookingAmount(PRICE)) * 100);
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let admin: { id: number; cookie: string };

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, new RefundingGateway());
  calls = payingCalls(app);
});

// What one person takes in person within a day counts together.
beforeEach(async () => {
  admin = await signInAdmin(pool);
});

const list = async (query: string) => (await getJson(app, `/api/admin/orders?${query}`, admin.cookie)).body.items;
const idsOf = async (query: string) => (await list(query)).map(({ id }: { id: number }) => id);
const queues = async () => (await getJson(app, '/api/admin/order-queues', admin.cookie)).body.queues;
const show = async (id: number) => (await getJson(app, `/api/admin/orders/${id}`, admin.cookie)).body;
const cash = (id: number, amount_cents: number) =>
  postJson(
    app,
    `/api/admin/orders/${id}/cash-receipts`,
    { key: randomUUID(), method: 'cash', amount_cents, note: 'Receipt 7' },
    { cookie: admin.cookie },
  );

async function order(
  vin: string | null = null,
): Promise<{ id: number; buyer: Buyer; listing: number; booking: number; transaction: string }> {
  const [listing = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  if (vin !== null) await pool.query('update listings set vin = $2 where id = $1', [listing, vin]);
  const buyer = await signIn(pool);
  const { order_id: id, booking_id: booking, transaction_id: transaction } = await calls.buy(buyer, listing, PRICE);
  return { id, buyer, listing, booking, transaction };
}

/** Makes the balance of an order due some days ago, past the trigger that keeps plans. */
async function makeOverdue(id: number, days: number): Promise<void> {
  await withTransaction(pool, async (db) => {
    await db.query('set local session_replication_role = replica');
    const past = 'now() - make_interval(days => $2, hours => 1)';
    await db.query(`update plan_items set due_at = ${past} where order_id = $1 and kind = 'balance'`, [id, days]);
    await db.query('select store_order_waits(array[$1::bigint])', [id]);
  });
}

test('finds an order by email, name, VIN, number, booking and transaction, and by its car', async () => {
  const vin = 'LGXCE6CD2L0000017';
  const { id, buyer, listing, booking, transaction } = await order(vin);
  await pool.query('update users set name = $2 where id = $1', [buyer.id, `Wambui ${id} Njeri`]);
  const { number, buyer: shown } = await show(id);
  for (const search of [shown.email.slice(0, -3), `wambui ${id} nj`, vin.toLowerCase(), number, booking, transaction]) {
    expect(await idsOf(`search=${encodeURIComponent(search)}`), String(search)).toContain(id);
  }
  expect(await idsOf(`search=${encodeURIComponent(shown.email)}&queue=balance`)).toEqual([id]);
  expect(await idsOf(`search=${encodeURIComponent(shown.email)}&queue=overdue`)).toEqual([]);
  expect(await idsOf(`listing=${listing}`)).toEqual([id]);
  await calls.cancel(buyer, booking, bookingAmount(PRICE));
  await pool.query('update listings set deleted_at = now() where id = $1', [listing]);
  expect(await idsOf(`search=${vin}`)).toEqual([id]);
  expect(await idsOf('search=%25')).toEqual([]);
  expect(await idsOf(`search=${number}9`)).toEqual([]);
});

test('lists overdue orders before others, the latest first, with their age', async () => {
  const [first, second] = [await order(), await order()];
  await makeOverdue(second.id, 3);
  await makeOverdue(first.id, 10);
  const overdue = await list('queue=overdue&limit=50');
  const place = (id: number) => overdue.findIndex((row: { id: number }) => row.id === id);
  expect(place(first.id)).toBeGreaterThanOrEqual(0);
  expect(place(first.id)).toBeLessThan(place(second.id));
  expect(overdue[place(second.id)]).toMatchObject({ queue: 'overdue', days: 3, money: { overdue: true } });
  const { queue, days } = await show((await order()).id);
  expect({ queue, days }).toEqual({ queue: 'balance', days: -7 });
});

test('counts what orders wait for, and moves an order on with each payment, completion and cancellation', async () => {
  const before = await queues();
  const paid = await order();
  const cancelled = await order();
  expect(await queues()).toEqual({ ...before, balance: before.balance + 2 });
  await makeOverdue(paid.id, 1);
  expect(await queues()).toEqual({ ...before, balance: before.balance + 1, overdue: before.overdue + 1 });
  await cash(paid.id, BALANCE);
  await calls.cancel(cancelled.buyer, cancelled.booking, bookingAmount(PRICE));
  expect(await queues()).toEqual({ ...before, contract: before.contract + 1 });
});

test.each(['completed', 'cancelled'] as const)(
  'an order that is %s waits for nothing and is listed by its end',
  async (life) => {
    const { id, buyer, booking } = await order();
    if (life === 'completed') {
      await cash(id, BALANCE);
      await readyOrder(pool, id);
      expect(await show(id)).toMatchObject({ queue: 'handover', days: 0 });
      await postJson(app, `/api/admin/orders/${id}/complete`, undefined, { cookie: admin.cookie });
    } else await calls.cancel(buyer, booking, bookingAmount(PRICE));
    expect((await pool.query('select * from order_waits where order_id = $1', [id])).rows).toEqual([]);
    expect((await list(`queue=${life}`))[0]).toMatchObject({ id, queue: life, days: 0 });
  },
);

test('a paid order waits for its contract, its way, its handover and its completion; a claim or a check comes before all', async () => {
  const { id, buyer } = await order();
  const queue = async () => (await show(id)).queue;
  const past = async (sql: string, values: unknown[]) =>
    withTransaction(pool, async (db) => {
      await db.query('set local session_replication_role = replica');
      await db.query(sql, values);
    });
  await cash(id, BALANCE);
  expect(await queue()).toBe('contract');
  await readyOrder(pool, id);
  await pool.query(
    `insert into shipment_states (order_id, step, owner, due_at, since) values ($1, 'arrived', 'carrier', now(), now())`,
    [id],
  );
  expect(await queue()).toBe('shipping');
  expect(await idsOf('queue=shipping')).toContain(id);
  await pool.query("update shipment_states set step = 'handed_over' where order_id = $1", [id]);
  expect(await queue()).toBe('handover');
  await past(
    `insert into claims (order_id, user_id, key, content_hash, kind, opened_at, next_at)
     values ($1, $2, $3, sha256('x'), 'not_as_described', now() - interval '4 days', now())`,
    [id, buyer.id, randomUUID()],
  );
  expect(await show(id)).toMatchObject({ queue: 'claim', days: 4 });
  await past(`insert into watch_hits (order_id, entry_id, role, pair_hash) values ($1, 1, 'buyer', sha256('x'))`, [id]);
  expect(await queue()).toBe('check');
  expect(await idsOf('queue=claim')).not.toContain(id);
  await past('update watch_hits set cleared_by = 1, cleared_at = now(), clear_reason = $2 where order_id = $1', [
    id,
    'x',
  ]);
  await past("update claims set state = 'withdrawn', ended_at = now(), next_at = null where order_id = $1", [id]);
  expect(await queue()).toBe('handover');
  await past(
    `insert into handovers (id, order_id, listing_id, kind, odometer, odometer_unit, keys, fuel_percent, giver_name, receiver_name,
       actor, actor_id, captured_at, content_hash)
     select gen_random_uuid(), order_id, listing_id, 'sale', 1, 'km', 1, 50, 'Li Na', 'Amina', 'admin', 1, now(), sha256('x')
     from order_cars where order_id = $1`,
    [id],
  );
  expect(await show(id)).toMatchObject({ queue: 'completion', days: 0 });
  expect(await idsOf('queue=completion')).toContain(id);
  expect(await idsOf('queue=handover')).not.toContain(id);
});

test('an order by terms without a balance waits for its handover', async () => {
  const { id } = await order();
  await pool.query('update orders set terms_version = 1 where id = $1', [id]);
  await pool.query('select store_order_waits(array[$1::bigint])', [id]);
  expect(await show(id)).toMatchObject({ queue: 'handover', money: { overdue: false } });
});

test('names who took money and who moved the order', async () => {
  const { id, buyer } = await order();
  await cash(id, BALANCE);
  await readyOrder(pool, id);
  await postJson(app, `/api/admin/orders/${id}/complete`, undefined, { cookie: admin.cookie });
  const { rows } = await pool.query('select name from admins where id = $1', [admin.id]);
  const shown = await show(id);
  expect(shown).toMatchObject({
    buyer: { id: buyer.id },
    cash_receipts: [{ cents: BALANCE, note: 'Receipt 7', by: rows[0].name }],
    payments: [{ status: 'success' }],
    moves: [
      { to: 'active', name: shown.buyer.name },
      { to: 'completed', name: rows[0].name },
    ],
  });
});

test('the stored waits are what plans and money say, also after simultaneous payments', async () => {
  const { id } = await order();
  const parts = Array.from({ length: 8 }, () => cash(id, Math.floor(BALANCE / 8)));
  await Promise.all(parts);
  await cash(id, BALANCE - 8 * Math.floor(BALANCE / 8));
  expect(await show(id)).toMatchObject({ queue: 'contract' });
  expect(await staleWaits(pool)).toEqual([]);
});

test('a transfer is no money that was taken in person', async () => {
  const { id } = await order();
  const body = { key: randomUUID(), method: 'transfer', amount_cents: BALANCE, note: '' };
  const answer = await postJson(app, `/api/admin/orders/${id}/cash-receipts`, body, { cookie: admin.cookie });
  expect(answer.status).toBe(400);
  expect((await show(id)).cash_receipts).toEqual([]);
});
