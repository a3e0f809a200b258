import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { addCompany } from '../support/payments/billing.ts';
import { type Buyer, payingCalls } from '../support/payments/paying.ts';
import { addPayoutAccount } from '../support/payments/payout-account.ts';
import { payAtOnce, readyOrder } from '../support/payments/ready-order.ts';
import { ScriptedGateway } from '../support/payments/scripted-gateway.ts';
import { getJson, postJson, testApp } from '../support/server/test-app.ts';

/** One person may record $10,000.00 as taken in person. */
const LIMIT = 1_000_000;
const PRICE = 40_000;
/** Amount in dollars. */
const DEPOSIT = 10_875;
const { pool } = await testDatabase();
const app = await testApp(pool, {}, new ScriptedGateway());
const calls = payingCalls(app);
await addCompany(pool);
type Staff = Awaited<ReturnType<typeof signInAdmin>>;
let maker: Staff;
let checker: Staff;
let buyer: Buyer;
let order: number;

const book = async (price = PRICE, seller: number | null = null) => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: price * 100 }]);
  if (seller !== null) await pool.query('update listings set user_id = $2 where id = $1', [car, seller]);
  buyer = await signIn(pool);
  const booking = await calls.buy(buyer, car, price);
  return { booking: booking.booking_id, order: booking.order_id };
};

beforeEach(async () => {
  await pool.query('delete from request_counts');
  [maker, checker] = [await signInAdmin(pool), await signInAdmin(pool)];
  ({ order } = await book());
});

const take = (cents: number, of = order, key: string = randomUUID(), by = maker) =>
  postJson(
    app,
    `/api/admin/orders/${of}/cash-receipts`,
    { key, method: 'cash', amount_cents: cents, note: 'At the desk' },
    { cookie: by.cookie },
  );
const receipts = async (of = order) =>
  (await pool.query('select cents, admin_id, approved_by from cash_receipts where order_id = $1 order by id', [of]))
    .rows;
const proposal = async () => {
  const { items } = (await getJson(app, '/api/admin/approvals', checker.cookie)).body;
  return items.find(({ state }: { state: string }) => state === 'open');
};
const approve = async (by: Staff) => {
  const { id, hash } = await proposal();
  return postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie: by.cookie });
};
const waits = expect.stringContaining('has to approve it');

test('money above the limit counts once a second person approves it, and changes nothing before', async () => {
  const key = randomUUID();
  const before = (await getJson(app, `/api/orders/${order}`, buyer.cookie)).body.money;
  expect(await take(LIMIT + 1, order, key)).toMatchObject({ status: 200, body: { message: waits, cash_receipts: [] } });
  expect((await getJson(app, `/api/orders/${order}`, buyer.cookie)).body.money).toEqual(before);
  expect((await take(LIMIT + 1, order, key)).status).toBe(409);
  expect((await approve(maker)).body.flag).toBe('0');
  expect((await approve(checker)).body.flag).toBe('1');
  expect(await receipts()).toEqual([{ cents: LIMIT + 1, admin_id: maker.id, approved_by: checker.id }]);
  const after = (await getJson(app, `/api/orders/${order}`, buyer.cookie)).body;
  expect(after.money.open_cents).toBe(before.open_cents - LIMIT - 1);
  expect(after.documents.filter(({ kind }: { kind: string }) => kind === 'receipt')).toHaveLength(1);
  expect((await take(LIMIT + 1, order, key)).body).toMatchObject({ message: expect.stringContaining('Recorded') });
  expect(await receipts()).toHaveLength(1);
});

test('amounts recorded for an order, and by a person within a day, count together', async () => {
  const left = async () => (await getJson(app, `/api/admin/orders/${order}`, maker.cookie)).body.alone.taken_cents;
  expect(await left()).toBe(LIMIT);
  expect((await take(LIMIT)).body.message).not.toEqual(waits);
  expect(await left()).toBe(0);
  expect((await take(1, order, randomUUID(), checker)).body.message).toEqual(waits);
  const { order: other } = await book();
  expect((await take(1, other)).body.message).toEqual(waits);
  await pool.query('alter table cash_receipts disable trigger user');
  await pool.query("update cash_receipts set at = at - interval '25 hours' where admin_id = $1", [maker.id]);
  await pool.query('alter table cash_receipts enable trigger user');
  expect((await take(2, other)).body.message).not.toEqual(waits);
});

test('two simultaneous receipts of one person count together', async () => {
  const { order: other } = await book();
  const answers = await Promise.all([take(600_000), take(600_000, other)]);
  expect(answers.filter(({ body }) => body.message.includes('has to approve it'))).toHaveLength(1);
  expect([...(await receipts()), ...(await receipts(other))]).toHaveLength(1);
});

test('refuses to approve money of an order that has ended since', async () => {
  const { order: other, booking } = await book();
  await take(LIMIT + 1, other);
  expect((await calls.cancel(buyer, booking, DEPOSIT)).status).toBe(200);
  expect((await approve(checker)).status).toBe(409);
  expect(await receipts(other)).toEqual([]);
  const { id } = await proposal();
  await postJson(app, `/api/admin/approvals/${id}/cancel`, {}, { cookie: checker.cookie });
});

test('the database refuses money above the limit of one person, and a second person without an approval', async () => {
  const insert = `insert into cash_receipts (order_id, key, method, cents, admin_id, approved_by) values ($1, $2, 'cash', $3, $4, $5)`;
  const values = (cents: number, approver: number | null) => [order, randomUUID(), cents, maker.id, approver];
  await expect(pool.query(insert, values(LIMIT + 1, null))).rejects.toThrow('needs a second person');
  await expect(pool.query(insert, values(LIMIT + 1, checker.id))).rejects.toThrow('nobody has approved');
  await expect(pool.query(insert, values(1, maker.id))).rejects.toThrow();
});

test('paying a seller out of money taken in person takes two people, for any amount', async () => {
  const seller = await signIn(pool);
  await payAtOnce(pool, seller.id);
  const { order: sold } = await book(2_000, seller.id);
  const { open_cents: open } = (await getJson(app, `/api/orders/${sold}`, buyer.cookie)).body.money;
  expect((await take(open, sold)).body.message).not.toEqual(waits);
  await readyOrder(pool, sold);
  await postJson(app, `/api/admin/orders/${sold}/complete`, {}, { cookie: maker.cookie });
  await addPayoutAccount(pool, seller.id);
  const prepare = () => postJson(app, '/api/admin/payouts', { seller_id: seller.id }, { cookie: maker.cookie });
  const newest = async () =>
    (await pool.query('select id, state from payouts where seller_id = $1 order by id desc limit 1', [seller.id]))
      .rows[0];
  expect((await prepare()).body).toMatchObject({ flag: '1', message: waits });
  expect(await newest()).toMatchObject({ state: 'waiting' });
  await postJson(
    app,
    `/api/admin/payouts/${(await newest()).id}/cancel`,
    { reason: 'Another day.' },
    { cookie: maker.cookie },
  );
  const alone = `with paid as (
      insert into payouts (seller_id, account_id, cents, state, needs_second_person, created_by)
      values ($1, (select id from payout_accounts where user_id = $1), 1, 'approved', false, $3) returning id)
    insert into payout_orders (payout_id, order_id, cents) select id, $2, 1 from paid`;
  await expect(pool.query(alone, [seller.id, sold, maker.id])).rejects.toThrow('needs a second person');
  await pool.query("update approvals set canceled_at = now() where approved_at is null and kind = 'payout'");
  expect((await prepare()).body.flag).toBe('1');
  expect((await proposal()).summary).toContain('rests on the word of one person');
  expect((await approve(checker)).body.flag).toBe('1');
  expect(await newest()).toMatchObject({ state: 'approved' });
});
