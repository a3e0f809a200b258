import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
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
/** Price per day, in dollars. */
const PRICE = 100;
const SECURITY = 20_000;
const WAITS = {
  message: expect.stringContaining('has to approve it'),
  security: expect.objectContaining({ held_cents: 0 }),
};
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
const take = (amount_cents: number, by = admin, key: string = randomUUID()) =>
  office('security', { key, kind: 'taken', method: 'cash', amount_cents }, by);
const payInCash = (amount_cents: number) =>
  office('cash-receipts', { key: randomUUID(), method: 'cash', amount_cents, note: 'At the desk' });
const report = (step: string) =>
  postJson(
    app,
    `/api/orders/${order}/events`,
    { id: randomUUID(), step, certainty: 'actual', happens_at: testNow().toISOString() },
    { cookie: admin.cookie },
  );

test('limits the payments and security deposits that one person takes within a day, in the database too', async () => {
  expect((await payInCash(10_000)).status).toBe(200);
  const left = LIMIT - 10_000;
  const { alone } = (await getJson(app, `/api/admin/orders/${order}`, admin.cookie)).body;
  expect(alone).toMatchObject({ taken_cents: left, security_cents: left, security_returns_by_two: [] });
  const { status, body } = await take(left + 1);
  expect([status, body]).toEqual([200, expect.objectContaining(WAITS)]);
  const answers = await Promise.all([take(left), take(left)]);
  expect(answers.map((answer) => answer.body.message).sort()).toEqual([
    'Proposed. Another administrator has to approve it under Approvals.',
    'Security deposit taken: $9,900.00.',
  ]);
  expect((await payInCash(1)).body.message).toContain('has to approve it');
  const insert = `insert into security_moves (order_id, key, kind, cents, method, admin_id) values ($1, $2, 'taken', 1, 'cash', $3)`;
  await expect(pool.query(insert, [order, randomUUID(), admin.id])).rejects.toThrow('needs a second person');
  const other = await take(100, await signInAdmin(pool));
  expect(other.body.security).toMatchObject({ held_cents: left + 100 });
});

test('a security deposit above the limit is recorded once a second person approves it, and one of two proposals counts', async () => {
  await pool.query('alter table order_terms disable trigger user');
  await pool.query('update order_terms set cash_limit_cents = 0, security_cents = $1', [SECURITY]);
  const { plan } = (await getJson(app, `/api/orders/${order}`, buyer.cookie)).body;
  const card = { payment_method: 'credit_card', formData: CARD, transaction_id: newTransaction() };
  const rest = { ...card, plan_item: plan[1].id, amount_cents: plan[1].amount_cents };
  expect((await postJson(app, `/api/orders/${order}/payments`, rest, { cookie: buyer.cookie })).status).toBe(200);
  const key = randomUUID();
  for (const sent of [key, randomUUID()]) expect((await take(SECURITY, admin, sent)).body).toMatchObject(WAITS);
  expect((await take(SECURITY, admin, key)).body.message).toContain('already');
  expect((await report('pick_up')).status).toBe(409);
  const forged = pool.query(
    `insert into security_moves (order_id, key, kind, cents, method, admin_id, approved_by) values ($1, $2, 'taken', $3, 'cash', $4, $5)`,
    [order, randomUUID(), SECURITY, admin.id, (await signInAdmin(pool)).id],
  );
  await expect(forged).rejects.toThrow('nobody has approved');
  const second = await signInAdmin(pool, { role: 'finance' });
  const [last, first] = (await getJson(app, '/api/admin/approvals', second.cookie)).body.items.filter(
    ({ summary }: { summary: string }) => summary.includes(`$200.00 were taken as the security deposit of order CQ-`),
  );
  const approve = ({ id, hash }: { id: number; hash: string }, { cookie } = second) =>
    postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie });
  expect((await approve(first, admin)).body.flag).toBe('0');
  expect((await approve(first)).body.flag).toBe('1');
  expect(await approve(last)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('was recorded') },
  });
  const { rows } = await pool.query('select key, cents, approved_by from security_moves where order_id = $1', [order]);
  expect(rows).toEqual([{ key, cents: SECURITY, approved_by: second.id }]);
  expect((await take(SECURITY, admin, key)).body).toMatchObject({
    message: 'Security deposit taken: $200.00.',
    security: { held_cents: SECURITY },
  });
  expect((await report('pick_up')).status).toBe(200);
  await pool.query('update order_terms set cash_limit_cents = $1, security_cents = 0', [LIMIT]);
  await pool.query('alter table order_terms enable trigger user');
  expect((await take(LIMIT)).body.message).toContain('Security deposit taken');
});

test('paying an owner out of a security deposit taken in person takes two people', async () => {
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
  const early = await postJson(app, '/api/admin/payouts', { seller_id: owner.id }, { cookie: admin.cookie });
  expect(early.body).toMatchObject({ flag: '0', message: expect.stringContaining('a rental isn’t over') });
  await pool.query(
    `update bookings b set starts_at = starts_at - interval '9 days', ends_at = ends_at - interval '9 days'
     from order_cars c where c.booking_id = b.id and c.order_id = $1`,
    [order],
  );
  const prepared = await postJson(app, '/api/admin/payouts', { seller_id: owner.id }, { cookie: admin.cookie });
  expect(prepared.body).toMatchObject({ flag: '1', message: expect.stringContaining('has to approve it') });
  const { rows } = await pool.query('select state from payouts where seller_id = $1', [owner.id]);
  expect(rows).toEqual([{ state: 'waiting' }]);
});

test('a deposit that one person recorded as cash goes to a bank account only by two people, in the database too', async () => {
  await take(SECURITY);
  const account = await addPayoutAccount(pool, buyer.id);
  const transfer = { kind: 'returned', method: 'transfer', amount_cents: SECURITY, account_id: account };
  const sent = () => office('security', { key: randomUUID(), ...transfer });
  const { alone } = (await getJson(app, `/api/admin/orders/${order}`, admin.cookie)).body;
  expect(alone.security_returns_by_two).toEqual(['card', 'transfer']);
  expect((await sent()).body).toMatchObject({
    message: expect.stringContaining('has to approve it'),
    security: { held_cents: SECURITY },
  });
  expect((await sent()).body.message).toContain('has to approve it');
  const insert = (approver: number | null) =>
    pool.query(
      `insert into security_moves (order_id, key, kind, cents, method, admin_id, approved_by, account_id)
       values ($1, $2, 'returned', $3, 'transfer', $4, $5, $6)`,
      [order, randomUUID(), SECURITY, admin.id, approver, account],
    );
  await expect(insert(null)).rejects.toThrow('needs a second person');
  const second = await signInAdmin(pool, { role: 'finance' });
  await expect(insert(second.id)).rejects.toThrow('nobody has approved');
  const proposals = (await getJson(app, '/api/admin/approvals', second.cookie)).body.items.filter(
    ({ summary }: { summary: string }) => summary.startsWith('Return $200.00 of the security deposit'),
  );
  const approve = ({ id, hash }: { id: number; hash: string }, { cookie } = second) =>
    postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie });
  expect((await approve(proposals[0], admin)).body.flag).toBe('0');
  const answers = [await approve(proposals[0]), await approve(proposals[1])];
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  const { rows } = await pool.query(
    "select cents, account_id, approved_by from security_moves where order_id = $1 and kind = 'returned'",
    [order],
  );
  expect(rows).toEqual([{ cents: SECURITY, account_id: account, approved_by: second.id }]);
});

test('a deposit in cash is returned as cash by one person', async () => {
  await take(SECURITY);
  const back = await office('security', {
    key: randomUUID(),
    kind: 'returned',
    method: 'cash',
    amount_cents: SECURITY,
  });
  expect(back.body).toMatchObject({ message: 'Security deposit returned: $200.00.', security: { held_cents: 0 } });
});
