import { beforeAll, beforeEach, expect, test } from 'vitest';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { factsOfOrders } from '#features/payments/server/api.ts';
import { ACCOUNT } from '../../../../../../tests/support/bookkeeping/camt-files.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { approveNewest, newestProposal } from '../../../../../../tests/support/data/approvals.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { addCompany, billNow } from '../../../../../../tests/support/payments/billing.ts';
import type { Buyer } from '../../../../../../tests/support/payments/paying.ts';
import { readyOrder } from '../../../../../../tests/support/payments/ready-order.ts';
import { holdForTransfer } from '../../../../../../tests/support/payments/transfers.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from '../statement-differences.ts';

const PRICE = 10_000;
const [DEPOSIT, TOTAL] = [277_500, 1_110_000];
const { pool } = await testDatabase();
const app = await testApp(pool);
const finance = await signInAdmin(pool, { role: 'administrator' });
let buyer: Buyer;
let from: number;
let to: number;

beforeAll(() => addCompany(pool, ACCOUNT));
beforeEach(async () => {
  await pool.query('delete from request_counts');
  buyer = await signIn(pool);
  await pool.query("update users set name = 'Amina Otieno' where id = $1", [buyer.id]);
  [from, to] = [await hold(buyer), await hold(buyer)];
});

async function hold(who: Buyer): Promise<number> {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  return (await holdForTransfer(pool, who.id, car)).orderId;
}
/** A transfer arrives and is matched to an order. */
async function pay(order: number, cents: number): Promise<number> {
  const entry = { amount: (cents / 100).toFixed(2), name: 'Amina Otieno' };
  const [line = 0] = await importEntries(app, finance.cookie, [entry]);
  const path = `/api/admin/statements/lines/${line}/match`;
  expect((await postJson(app, path, { order_id: order }, { cookie: finance.cookie })).status).toBe(200);
  return line;
}
const move = (cents: number, change: { from?: number; to?: number; key?: string } = {}) =>
  postJson(
    app,
    `/api/admin/orders/${change.from ?? from}/money-moves`,
    {
      key: change.key ?? crypto.randomUUID(),
      to_order_id: change.to ?? to,
      amount_cents: cents,
      reason: 'One transfer for two cars.',
    },
    { cookie: finance.cookie },
  );
const order = async (id: number) => (await getJson(app, `/api/orders/${id}`, buyer.cookie)).body;
const agrees = async () => {
  await billNow(pool);
  expect([await statementDifferences(pool), await orderDifferences(pool), await bookFaults(pool)]).toEqual([
    [],
    [],
    [],
  ]);
};

test('moves the surplus of a transfer to another order of the buyer, once, and emails the buyer', async () => {
  await pay(from, TOTAL + DEPOSIT + 5_000);
  const key = crypto.randomUUID();
  for (const _ of [1, 2]) expect((await move(DEPOSIT, { key })).status).toBe(200);
  expect((await move(DEPOSIT - 1, { key })).status).toBe(422);
  expect((await order(from)).money).toMatchObject({ received_cents: TOTAL + 5_000, overpaid_cents: 5_000 });
  expect(await order(to)).toMatchObject({ life: 'active', money: { received_cents: DEPOSIT } });
  await agrees();
  const { rows } = await pool.query(
    "select text from mail_outbox where subject like 'Money for the%' order by id desc limit 1",
  );
  expect(rows[0].text).toContain('We moved $2,775.00 of it to your order CQ-');
  expect(await move(5_001)).toMatchObject({ status: 409, body: { fields: { amount: expect.any(String) } } });
  expect((await move(5_000)).status).toBe(200);
  expect((await order(to)).money).toMatchObject({ received_cents: DEPOSIT + 5_000 });
  await agrees();
});

test('a transfer that came when everything was paid is moved as a whole', async () => {
  await pay(from, TOTAL);
  await pay(from, DEPOSIT);
  expect((await move(DEPOSIT)).status).toBe(200);
  expect((await order(from)).money).toMatchObject({ received_cents: TOTAL, overpaid_cents: 0 });
  expect((await order(to)).life).toBe('active');
  await agrees();
});

test('refuses orders of other buyers, ended orders, the same order and money that the order needs', async () => {
  await pay(from, TOTAL + 5_000);
  const foreign = await hold(await signIn(pool));
  expect((await move(5_000, { to: foreign })).body).toMatchObject({
    fields: { to: expect.stringContaining('another buyer') },
  });
  expect((await move(5_000, { to: from })).status).toBe(409);
  expect((await move(5_000, { to: 99_999_999 })).status).toBe(409);
  expect((await move(5_000, { from: 99_999_999 })).status).toBe(404);
  await postJson(app, `/api/orders/${to}/cancel-hold`, {}, { cookie: buyer.cookie });
  expect((await move(5_000)).status).toBe(409);
  const { rows } = await pool.query('select id from payments where order_id = any($1) order by order_id', [
    [from, foreign],
  ]);
  const forged = pool.query(
    `insert into money_moves (key, from_payment_id, to_payment_id, from_order_id, to_order_id, cents, reason, moved_by)
     select 'forged-key', $1, $2, $3, $4, amount_cents, 'x', $5 from payments where id = $2`,
    [rows[0].id, rows.at(-1).id, from, foreign, finance.id],
  );
  await expect(forged).rejects.toThrow('one buyer only');
  expect((await order(from)).money).toMatchObject({ overpaid_cents: 5_000 });
  await agrees();
});

test('of simultaneous moves of the same surplus, one wins, and moves in both directions wait for each other', async () => {
  await pay(from, TOTAL + DEPOSIT);
  const answers = await Promise.all([move(DEPOSIT), move(DEPOSIT), move(DEPOSIT)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await pay(from, 1_000);
  await pay(to, TOTAL - DEPOSIT + 2_000);
  const both = await Promise.all([move(1_000), move(2_000, { from: to, to: from })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await agrees();
});

const undo = (key: string, id = from) =>
  postJson(
    app,
    `/api/admin/orders/${id}/money-moves/${key}/undo`,
    { reason: 'The other car was meant.' },
    {
      cookie: finance.cookie,
    },
  );
const moves = async (id: number) => (await getJson(app, `/api/admin/orders/${id}`, finance.cookie)).body.money_moves;

test('a move is undone once: the other order waits for its transfer again, and the surplus is back', async () => {
  await pay(from, TOTAL + DEPOSIT);
  const key = crypto.randomUUID();
  await move(DEPOSIT, { key });
  expect((await order(to)).life).toBe('active');
  await pool.query('delete from mail_outbox');
  const answers = await Promise.all([undo(key), undo(key)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await order(to)).money).toMatchObject({ received_cents: 0 });
  expect((await order(to)).life).toBe('held');
  expect((await order(from)).money).toMatchObject({ received_cents: TOTAL + DEPOSIT, overpaid_cents: DEPOSIT });
  expect(await moves(from)).toMatchObject([
    { cents: -DEPOSIT, other: { id: to }, is_undo: false, is_undone: true },
    { cents: DEPOSIT, other: { id: to }, is_undo: true, is_undone: false },
  ]);
  const { rows } = await pool.query('select subject from mail_outbox order by id');
  expect(rows.filter(({ subject }) => subject.startsWith('Correction:'))).toHaveLength(1);
  await agrees();
  expect((await move(DEPOSIT)).status).toBe(200);
  expect((await order(to)).life).toBe('active');
  await agrees();
});

test('one person cannot move money back from an order whose car has left', async () => {
  await pay(from, TOTAL + DEPOSIT);
  const key = crypto.randomUUID();
  await move(DEPOSIT, { key });
  await readyOrder(pool, to);
  const insert = `insert into money_moves (key, from_payment_id, to_payment_id, from_order_id, to_order_id, cents, reason, moved_by, undoes)
    select 'forged-key', to_payment_id, from_payment_id, to_order_id, from_order_id, cents, 'x', $2, key from money_moves where key = $1`;
  await expect(pool.query(insert, [key, finance.id])).rejects.toThrow('needs a second person');
  expect((await undo(key)).body.waits).toBe(true);
  expect((await undo(key)).status).toBe(409);
  expect((await order(to)).money).toMatchObject({ received_cents: DEPOSIT });
  const second = await signInAdmin(pool);
  expect((await newestProposal(app, second)).summary).toContain('is or was aboard');
  expect((await approveNewest(app, second)).body.flag).toBe('1');
  expect(await order(to)).toMatchObject({ life: 'active', money: { received_cents: 0 } });
  expect((await order(from)).money).toMatchObject({ overpaid_cents: DEPOSIT });
  await agrees();
});

test('the days of free cancellation do not begin again when money is moved back and moved again', async () => {
  const since = async () => (await factsOfOrders(pool, [to])).get(to)?.bookedAt.getTime();
  await pay(from, TOTAL + DEPOSIT);
  const key = crypto.randomUUID();
  await move(DEPOSIT, { key });
  await pool.query(
    `update bookings set created_at = now() - interval '20 days' where id in (select booking_id from order_cars where order_id = $1)`,
    [to],
  );
  const first = await since();
  await undo(key);
  await move(DEPOSIT);
  expect(await since()).toBe(first);
});

test('returns money of several payments only to the order it was moved from', async () => {
  await pay(from, TOTAL);
  for (const cents of [DEPOSIT - 100, 100]) await pay(from, cents);
  const key = crypto.randomUUID();
  expect((await move(DEPOSIT, { key })).status).toBe(200);
  expect((await undo(key, to)).status).toBe(404);
  expect((await undo(crypto.randomUUID())).status).toBe(404);
  expect((await undo(key)).status).toBe(200);
  expect((await order(from)).money).toMatchObject({ received_cents: TOTAL + DEPOSIT, overpaid_cents: DEPOSIT });
  expect((await order(to)).money).toMatchObject({ received_cents: 0 });
  await agrees();
});

test('refuses to undo a move once its money went on', async () => {
  await pay(from, TOTAL + DEPOSIT + TOTAL);
  const third = await hold(buyer);
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  await move(DEPOSIT + TOTAL, { key: first });
  await move(DEPOSIT, { key: second, from: to, to: third });
  expect((await undo(first)).status).toBe(409);
  expect((await undo(second, to)).status).toBe(200);
  await agrees();
});

test.each([
  ['a part of it', TOTAL + DEPOSIT, 0],
  ['all of it', DEPOSIT, TOTAL],
])('the match of a transfer is undone after a move of %s was undone, once and again', async (_what, cents, before) => {
  if (before > 0) await pay(from, before);
  const line = await pay(from, cents);
  const unmatch = () =>
    postJson(
      app,
      `/api/admin/statements/lines/${line}/unmatch`,
      { reason: 'A stranger paid.' },
      { cookie: finance.cookie },
    );
  for (const key of [crypto.randomUUID(), crypto.randomUUID()]) {
    expect((await move(DEPOSIT, { key })).status).toBe(200);
    expect((await unmatch()).status).toBe(409);
    expect((await undo(key)).status).toBe(200);
  }
  expect((await unmatch()).status).toBe(200);
  expect((await order(from)).money).toMatchObject({ received_cents: before });
  expect((await order(to)).money).toMatchObject({ received_cents: 0 });
  await agrees();
  const again = { order_id: to };
  const rematch = await postJson(app, `/api/admin/statements/lines/${line}/match`, again, { cookie: finance.cookie });
  expect(rematch.status).toBe(200);
  expect((await order(to)).money).toMatchObject({ received_cents: cents });
  await agrees();
});

test('a move from an order that has ended meanwhile is not undone', async () => {
  await pay(from, TOTAL + DEPOSIT);
  const key = crypto.randomUUID();
  await move(DEPOSIT, { key });
  await pool.query("update orders set life = 'completed', ended_at = now() where id = $1", [from]);
  expect((await undo(key)).status).toBe(409);
  await pool.query("update orders set life = 'active', ended_at = null where id = $1", [from]);
  expect((await undo(key)).status).toBe(200);
});

test('the database refuses a move back of another amount', async () => {
  await pay(from, TOTAL + 5_000);
  const key = crypto.randomUUID();
  await move(5_000, { key });
  const forged = pool.query(
    `insert into money_moves (key, from_payment_id, to_payment_id, from_order_id, to_order_id, cents, reason, moved_by, undoes)
     select 'forged-key', to_payment_id, p.id, to_order_id, from_order_id, p.amount_cents, 'x', $2, key
     from money_moves m join payments p on p.order_id = m.from_order_id and p.captured_at is not null where key = $1`,
    [key, finance.id],
  );
  await expect(forged).rejects.toThrow('only the money of a move');
});
