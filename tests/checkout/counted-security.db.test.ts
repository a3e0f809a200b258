import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { addCars } from '../support/data/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { addCompany } from '../support/payments/billing.ts';
import { type Buyer, CARD, newTransaction, payingCalls } from '../support/payments/paying.ts';
import { addPayoutAccount } from '../support/payments/payout-account.ts';
import { acceptLicense } from '../support/payments/ready-order.ts';
import { ScriptedGateway } from '../support/payments/scripted-gateway.ts';
import { dayFromNow, testNow } from '../support/runner/test-clock.ts';
import { getJson, postForm, postJson, testApp } from '../support/server/test-app.ts';

/** One person may record $10,000.00 as taken in person. */
const LIMIT = 1_000_000;
/** Of a day, in dollars. */
const PRICE = 100;
const SECURITY = 20_000;
const { pool } = await testDatabase();
const app = await testApp(pool, {}, new ScriptedGateway());
const calls = payingCalls(app);
await addCompany(pool);
type Staff = Awaited<ReturnType<typeof signInAdmin>>;
let admin: Staff;
let buyer: Buyer;
let owner: { id: number };
let order: number;

/** A booked rental of two days. */
beforeEach(async () => {
  await pool.query('delete from request_counts');
  admin = await signInAdmin(pool);
  [buyer, owner] = [await signIn(pool), await signIn(pool)];
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Dolphin', priceCents: PRICE * 100, offer: 'Rent' }]);
  await pool.query('update listings set user_id = $2 where id = $1', [car, owner.id]);
  const total = 2 * PRICE * 1.08 + 300;
  const days = { start_date: dayFromNow(0), end_date: dayFromNow(2), transaction_id: newTransaction() };
  await calls.pay(buyer, car, PRICE, { ...days, amount: total / 4 });
  await calls.sold(buyer, car);
  const booked = { total_price: total, paid_price: total / 4 };
  order = (await calls.book(buyer, car, days.transaction_id, PRICE, booked)).body.order_id;
  await acceptLicense(pool, order);
});

const office = (path: string, body: object = {}, { cookie } = admin) =>
  postJson(app, `/api/admin/orders/${order}/${path}`, body, { cookie });
const take = (amount_cents: number, by = admin) =>
  office('security', { key: randomUUID(), kind: 'taken', method: 'cash', amount_cents }, by);
const payInCash = (amount_cents: number) =>
  office('cash-receipts', { key: randomUUID(), method: 'cash', amount_cents, note: 'At the desk' });
const report = (step: string) =>
  postJson(
    app,
    `/api/orders/${order}/events`,
    { id: randomUUID(), step, certainty: 'actual', happens_at: testNow().toISOString() },
    { cookie: admin.cookie },
  );

test('what one person takes as payments and security deposits within a day has a limit, in the database too', async () => {
  expect((await payInCash(10_000)).status).toBe(200);
  const left = LIMIT - 10_000;
  const { status, body } = await take(left + 1);
  expect([status, body.message]).toEqual([409, expect.stringContaining('$9,900.00 of it is left to you')]);
  const answers = await Promise.all([take(left), take(left)]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  expect((await payInCash(1)).body.message).toContain('has to approve it');
  const insert = `insert into security_moves (order_id, key, kind, cents, method, admin_id) values ($1, $2, 'taken', 1, 'cash', $3)`;
  await expect(pool.query(insert, [order, randomUUID(), admin.id])).rejects.toThrow('needs another person');
  const other = await take(100, await signInAdmin(pool));
  expect(other.body.security).toMatchObject({ held_cents: left + 100 });
});

test('an owner is paid out of a security deposit that was taken in person only by two people', async () => {
  const { plan } = (await getJson(app, `/api/orders/${order}`, buyer.cookie)).body;
  const card = { payment_method: 'credit_card', formData: CARD, transaction_id: newTransaction() };
  const rest = { ...card, plan_item: plan[1].id, amount_cents: plan[1].amount_cents };
  expect((await postJson(app, `/api/orders/${order}/payments`, rest, { cookie: buyer.cookie })).status).toBe(200);
  expect((await take(SECURITY)).status).toBe(200);
  for (const step of ['pick_up', 'return']) expect((await report(step)).status).toBe(200);
  const bill = new File(['%PDF-1.4\n% a repair bill\n%%EOF\n'], 'bill.pdf', { type: 'application/pdf' });
  const form = { key: randomUUID(), kind: 'damage', amount_cents: String(SECURITY), reason: 'A scratch on the door.' };
  const charged = await postForm(
    app,
    `/api/admin/orders/${order}/charges`,
    [...Object.entries(form), ['evidence', bill]],
    {
      cookie: admin.cookie,
    },
  );
  expect(charged.status, JSON.stringify(charged.body)).toBe(200);
  expect((await office('complete')).status).toBe(200);
  await addPayoutAccount(pool, owner.id);
  const prepared = await postJson(app, '/api/admin/payouts', { seller_id: owner.id }, { cookie: admin.cookie });
  expect(prepared.body).toMatchObject({ flag: '1', message: expect.stringContaining('has to approve it') });
  const { rows } = await pool.query('select state from payouts where seller_id = $1', [owner.id]);
  expect(rows).toEqual([{ state: 'waiting' }]);
});
