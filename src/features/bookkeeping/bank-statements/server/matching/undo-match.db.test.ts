import { beforeAll, beforeEach, expect, test } from 'vitest';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { factsOfOrders } from '#features/payments/server/api.ts';
import { ACCOUNT } from '../../../../../../tests/support/bookkeeping/camt-files.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { approveNewest, newestProposal } from '../../../../../../tests/support/data/approvals.ts';
import { handOver, sidePhotos } from '../../../../../../tests/support/data/handovers.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { addCompany, billNow } from '../../../../../../tests/support/payments/billing.ts';
import { type Buyer, payingCalls } from '../../../../../../tests/support/payments/paying.ts';
import { readyOrder, reportPapers } from '../../../../../../tests/support/payments/ready-order.ts';
import { holdForTransfer } from '../../../../../../tests/support/payments/transfers.ts';
import { daysFromNow } from '../../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from '../statement-differences.ts';

const PRICE = 10_000;
const [DEPOSIT, BALANCE] = [277_500, 832_500];
const { pool } = await testDatabase();
const app = await testApp(pool);
const admin = await signInAdmin(pool);
let buyer: Buyer;
let car: number;
let orderId: number;

beforeAll(async () => {
  await addCompany(pool, ACCOUNT);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  car = await newCar();
  buyer = await signIn(pool);
  await pool.query("update users set name = 'Amina Otieno' where id = $1", [buyer.id]);
  ({ orderId } = await holdForTransfer(pool, buyer.id, car));
});

const newCar = async () =>
  (await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]))[0] as number;
const order = async (id = orderId) => (await getJson(app, `/api/orders/${id}`, buyer.cookie)).body;
const bookings = () => payingCalls(app).bookings(buyer);
const arrive = async (cents: number, name = 'Amina Otieno'): Promise<number> =>
  (await importEntries(app, admin.cookie, [{ amount: (cents / 100).toFixed(2), name }]))[0]!;
const call = (line: number, action: 'match' | 'unmatch', body: object) =>
  postJson(app, `/api/admin/statements/lines/${line}/${action}`, body, { cookie: admin.cookie });
const match = (line: number, id = orderId) => call(line, 'match', { order_id: id });
const unmatch = (line: number) => call(line, 'unmatch', { reason: 'Another order was meant.' });
const statusOf = async () => (await pool.query('select status from listings where id = $1', [car])).rows[0].status;
const holdEnd = async () =>
  (await pool.query('select until from order_holds where order_id = $1', [orderId])).rows[0].until as Date;
const facts = async () => (await factsOfOrders(pool, [orderId])).get(orderId);
const agrees = async () => {
  await billNow(pool);
  expect([await statementDifferences(pool), await orderDifferences(pool), await bookFaults(pool)]).toEqual([
    [],
    [],
    [],
  ]);
};

test('an order that was booked with it is held as before, and both orders get their money in the end', async () => {
  const right = await holdForTransfer(pool, buyer.id, await newCar());
  const end = await holdEnd();
  const line = await arrive(DEPOSIT - 1_500);
  await match(line);
  expect([await statusOf(), (await bookings()).length]).toEqual(['sold', 1]);
  await agrees();

  expect(await unmatch(line)).toMatchObject({ status: 200, body: { state: 'open', matches: [] } });
  expect(await order()).toMatchObject({
    life: 'held',
    money: { received_cents: 0, open_cents: DEPOSIT + BALANCE },
    plan: [{ paid_cents: 0 }, { paid_cents: 0 }],
  });
  expect([await statusOf(), await bookings(), await holdEnd()]).toEqual(['active', [], end]);
  expect(await facts()).toMatchObject({ wasPaid: false });
  await agrees();
  expect((await unmatch(line)).status).toBe(409);

  expect((await match(line, right.orderId)).status).toBe(200);
  expect(await order(right.orderId)).toMatchObject({ life: 'active', money: { received_cents: DEPOSIT - 1_500 } });
  await match(await arrive(DEPOSIT));
  expect(await order()).toMatchObject({ life: 'active', plan: [{ state: 'paid' }, {}] });
  expect([await statusOf(), (await bookings()).length]).toEqual(['sold', 2]);
  expect(await facts()).toMatchObject({ wasPaid: true });
  await agrees();
});

test('keeps the car held meanwhile, and lets the buyer cancel the hold without a refund', async () => {
  const line = await arrive(DEPOSIT);
  await match(line);
  await unmatch(line);
  const other = await signIn(pool);
  await expect(holdForTransfer(pool, other.id, car)).rejects.toThrow();
  const canceled = await postJson(app, `/api/orders/${orderId}/cancel-hold`, {}, { cookie: buyer.cookie });
  expect(canceled.status).toBe(200);
  expect(await order()).toMatchObject({ life: 'cancelled' });
  const { rows } = await pool.query(
    'select count(*) as n from refunds r join payments p on p.id = r.payment_id where p.order_id = $1',
    [orderId],
  );
  expect(rows[0].n).toBe(0);
  await holdForTransfer(pool, other.id, car);
  await agrees();
});

test('a hold whose end has passed meanwhile gets a new one', async () => {
  const line = await arrive(DEPOSIT);
  await match(line);
  await pool.query("update order_holds set until = until - interval '10 days' where order_id = $1", [orderId]);
  await unmatch(line);
  expect((await holdEnd()).getTime()).toBeGreaterThan(daysFromNow(1).getTime());
  const { rows } = await pool.query("select expires_at from payments where order_id = $1 and state = 'created'", [
    orderId,
  ]);
  expect(rows).toEqual([{ expires_at: await holdEnd() }]);
});

test('a car with export papers stays booked, and what is open is asked for again', async () => {
  const line = await arrive(DEPOSIT + BALANCE);
  await match(line);
  await readyOrder(pool, orderId);
  expect((await unmatch(line)).body.waits).toBe(true);
  expect((await approveNewest(app, await signInAdmin(pool))).body.flag).toBe('1');
  expect(await order()).toMatchObject({ life: 'active', money: { open_cents: DEPOSIT + BALANCE } });
  expect([await statusOf(), (await bookings()).length]).toEqual(['sold', 1]);
  await agrees();
});

test.each([
  ['with an export paper', 'has export papers', (id: number) => reportPapers(pool, id)],
  ['aboard', 'is or was aboard', (id: number) => readyOrder(pool, id)],
  [
    'aboard, after its reports were withdrawn',
    'report about the car was withdrawn',
    async (id: number) => {
      await readyOrder(pool, id);
      await pool.query(
        `insert into shipment_withdrawals (event_id, reason, actor, actor_id)
         select id, 'Wrong car.', 'admin', $2 from shipment_events where order_id = $1`,
        [id, admin.id],
      );
    },
  ],
  [
    'handed over',
    'was handed over',
    async (id: number) => {
      await readyOrder(pool, id);
      const photos = await sidePhotos(app, id, admin);
      expect((await handOver(app, id, photos, admin)).status).toBe(200);
    },
  ],
])('one person cannot take the money from an order whose car is %s', async (_, why, leave) => {
  const line = await arrive(DEPOSIT + BALANCE);
  const match_id = (await match(line)).body.matches[0].id;
  await leave(orderId);
  const insert = 'insert into line_match_undos (match_id, reason, undone_by, approved_by) values ($1, $2, $3, $4)';
  const second = await signInAdmin(pool);
  await expect(pool.query(insert, [match_id, 'x', admin.id, null])).rejects.toThrow('needs a second person');
  await expect(pool.query(insert, [match_id, 'x', admin.id, second.id])).rejects.toThrow('nobody has approved');

  const { undo_second } = (await getJson(app, `/api/admin/statements/lines/${line}`, admin.cookie)).body;
  expect(undo_second).toEqual([{ match_id, why: expect.stringContaining(why) }]);
  expect(await unmatch(line)).toMatchObject({ status: 200, body: { state: 'matched', waits: true } });
  expect((await order()).money).toMatchObject({ received_cents: DEPOSIT + BALANCE });
  const { summary, problem } = await newestProposal(app, second);
  expect(summary).toMatch(new RegExp(`\\$11,100.00 with order CQ-.*${why}.*Another order was meant`));
  expect(problem).toBeNull();
  expect((await approveNewest(app, admin)).body.flag).toBe('0');
  expect((await approveNewest(app, second)).body.flag).toBe('1');
  expect(await order()).toMatchObject({ life: 'active', money: { received_cents: 0, open_cents: DEPOSIT + BALANCE } });
  const { rows } = await pool.query('select undone_by, approved_by from line_match_undos where match_id = $1', [
    match_id,
  ]);
  expect(rows).toEqual([{ undone_by: admin.id, approved_by: second.id }]);
  await agrees();
});

test('one line does not ship several cars: matched again only after two people took it from the first', async () => {
  const [other = 0] = [(await holdForTransfer(pool, buyer.id, await newCar())).orderId];
  const line = await arrive(DEPOSIT + BALANCE);
  await match(line);
  await readyOrder(pool, orderId);
  await unmatch(line);
  expect((await match(line, other)).status).toBe(409);
  expect(await order(other)).toMatchObject({ life: 'held', money: { received_cents: 0 } });
});

const since = async () => (await facts())?.bookedAt.getTime();
/** Books the order with a line, and dates the booking back by 20 days. Returns its time. */
async function bookedEarlier(line: number, reason?: string) {
  expect((await call(line, 'match', { order_id: orderId, reason })).status).toBe(200);
  await pool.query(
    `update bookings set created_at = now() - interval '20 days' where id in (select booking_id from order_cars where order_id = $1)`,
    [orderId],
  );
  return since();
}

test('the days of free cancellation do not begin again when money of the same buyer is matched again', async () => {
  const line = await arrive(DEPOSIT + BALANCE);
  const first = await bookedEarlier(line);
  for (const _ of [1, 2]) {
    await unmatch(line);
    await match(line);
    expect((await order()).life).toBe('active');
    expect(await since()).toBe(first);
  }
  // Another line of the buyer: the car was booked with the money of the buyer before.
  await unmatch(line);
  await match(await arrive(DEPOSIT + BALANCE));
  expect((await order()).life).toBe('active');
  expect(await since()).toBe(first);
});

test('the days of free cancellation begin with the money of the buyer, if that of another customer was matched before', async () => {
  const line = await arrive(DEPOSIT + BALANCE, 'Bob Kimani');
  const first = await bookedEarlier(line, 'A friend paid.');
  await unmatch(line);
  await match(await arrive(DEPOSIT + BALANCE));
  expect(await since()).toBeGreaterThan(first! + 19 * 86_400_000);
});

test('a balance that was not for the order is open again, and the order stays booked', async () => {
  await match(await arrive(DEPOSIT));
  const line = await arrive(BALANCE);
  for (const _ of [1, 2]) {
    await match(line);
    expect((await order()).money).toMatchObject({ open_cents: 0 });
    await unmatch(line);
    expect(await order()).toMatchObject({ life: 'active', money: { received_cents: DEPOSIT, open_cents: BALANCE } });
    await agrees();
  }
});

test('an order whose deposit other money pays stays booked', async () => {
  const wrong = await arrive(DEPOSIT);
  await match(wrong);
  await match(await arrive(DEPOSIT));
  await unmatch(wrong);
  expect(await order()).toMatchObject({ life: 'active', money: { received_cents: DEPOSIT, open_cents: BALANCE } });
  expect([await statusOf(), (await bookings()).length]).toEqual(['sold', 1]);
  await agrees();
});

test('an order is held again when a part of its deposit was for something else', async () => {
  const wrong = await arrive(200_000);
  await match(wrong);
  await match(await arrive(DEPOSIT - 200_000));
  expect((await order()).life).toBe('active');
  await unmatch(wrong);
  expect(await order()).toMatchObject({ life: 'held', money: { received_cents: DEPOSIT - 200_000 } });
  expect([await statusOf(), await bookings()]).toEqual(['active', []]);
  await agrees();
  await match(await arrive(200_000));
  expect(await order()).toMatchObject({ life: 'active', money: { received_cents: DEPOSIT } });
  expect([await statusOf(), (await bookings()).length]).toEqual(['sold', 1]);
  await agrees();
});

test('is refused once the order is completed, and while a refund waits', async () => {
  const line = await arrive(DEPOSIT + BALANCE);
  const { payment_id } = (await match(line)).body.matches[0];
  const refund = `insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by, due_at)
    values ($1, $2, 1000, 'A discount.', 'admin', now())`;
  await pool.query(refund, [payment_id, DEPOSIT + BALANCE]);
  expect(await unmatch(line)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('a refund of it waits') },
  });
  await pool.query('delete from refunds where payment_id = $1', [payment_id]);
  const mine = 'id = (select booking_id from order_cars where order_id = $1)';
  await pool.query(`update bookings set status = 'confirmed', due_at = null where ${mine}`, [orderId]);
  await readyOrder(pool, orderId);
  const completed = await postJson(app, `/api/admin/orders/${orderId}/complete`, undefined, { cookie: admin.cookie });
  expect(completed.status).toBe(200);
  const refused = await unmatch(line);
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('has ended') } });
  await agrees();
});

test('all cars of an order are held again together', async () => {
  const others: [number, number] = [await newCar(), await newCar()];
  const several = await holdForTransfer(pool, buyer.id, ...others);
  const line = await arrive(2 * DEPOSIT);
  await match(line, several.orderId);
  expect(await bookings()).toHaveLength(2);
  await unmatch(line);
  expect([(await order(several.orderId)).life, await bookings()]).toEqual(['held', []]);
  await match(line, several.orderId);
  expect(await bookings()).toHaveLength(2);
  await agrees();
});
