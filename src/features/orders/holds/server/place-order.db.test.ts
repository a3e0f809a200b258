import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookingHooks } from '#features/aftersales/bookings/server/book-captured.ts';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { circuitBreakerGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import { findDocumentFaults } from '#features/site/issued-documents/server/document-faults.ts';
import type { Clock } from '#lib/clock.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addCompany } from '../../../../../tests/support/payments/billing.ts';
import { type Buyer, CARD, newTransaction, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { ScriptedGateway } from '../../../../../tests/support/payments/scripted-gateway.ts';
import { knownBuyer } from '../../../../../tests/support/payments/transfers.ts';
import { clockAhead, testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { testDocuments } from '../../../../../tests/support/site/documents/test-documents.ts';
import { remindHolds } from './end-hold.ts';
import { tellWaiting } from './wait-for-car.ts';

const PRICE = 10_000;
const [TOTAL, DEPOSIT] = [11_100, 2_775];
const DAY_MS = 86_400_000;
const ADDRESS = { name: 'Otieno Motors Ltd', address: '4 Moi Avenue\nMombasa 80100', country: 'KE' };
let app: FastifyInstance;
let pool: pg.Pool;
let gateway: ScriptedGateway;
let calls: ReturnType<typeof payingCalls>;
let buyer: Buyer & { email: string };
let car: number;

const newCar = async (offer: 'Sell' | 'Rent' = 'Sell') =>
  (await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100, offer }]))[0] ?? 0;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  gateway = new ScriptedGateway();
  app = await testApp(pool, {}, gateway);
  calls = payingCalls(app);
});

beforeEach(async () => {
  gateway.reset();
  await pool.query('delete from request_counts');
  await pool.query('delete from mail_outbox');
  car = await newCar();
  buyer = await knownBuyer(pool);
});

const terms = async (query = '') => (await getJson(app, `/api/order-terms${query}`)).body;
const place = async (listing: number, who: Buyer, change: Record<string, unknown> = {}, ip?: string) =>
  postJson(
    app,
    '/api/orders',
    {
      listing_id: listing,
      amount: DEPOSIT,
      transaction_id: newTransaction(),
      payment_method: 'bank_transfer',
      email: 'amina@buyers.example',
      buyer: ADDRESS,
      accepted_terms: (await terms()).version,
      ...change,
    },
    { cookie: who.cookie, ...(ip !== undefined && { ip }) },
  );
const deps = (daysLater = 0) => {
  const clock: Clock = clockAhead(daysLater);
  const payments = {
    pool,
    clock,
    gateway: circuitBreakerGateway(gateway),
    hooks: bookingHooks(clock, 'http://localhost'),
    unconfirmedMayTrade: true,
    rules: new RuleBookCache(pool),
  };
  return { payments, documents: testDocuments(pool), siteOrigin: 'http://localhost' };
};
/** Lets the time of a buyer's holds pass. */
const lapse = async (who: Buyer) => {
  await pool.query('update payments set due_at = now() where user_id = $1 and due_at is not null', [who.id]);
  await settleDuePayments(deps(10).payments, (error) => Promise.reject(error));
};
const lastDay = (until: string) => new Date(Date.parse(until) - 1).toISOString().slice(0, 10);
const mails = async () =>
  (await pool.query('select subject from mail_outbox order by id')).rows.map((row) => row.subject);
test('refuses transfers plainly until the company and its bank account are entered', async () => {
  expect((await terms()).transfer).toBeNull();
  expect(await place(car, buyer)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('can’t take bank transfers yet') },
  });
  expect((await calls.pay(buyer, car, PRICE)).status).toBe(200);
  await addCompany(pool);
  expect((await terms()).transfer).toMatchObject({ hold_days: 3, is_demo: false });
});

test('holds the car, makes the order and issues a pro-forma invoice that verifies', async () => {
  const { status, body } = await place(car, buyer);
  expect(status).toBe(200);
  const { reference } = body.order;
  expect(body).toMatchObject({
    payment: { payment_method: 'bank_transfer', payment_status: 'pending', amount: DEPOSIT },
    order: {
      life: 'held',
      hold: { until: (await terms()).transfer.until, time_zone: 'UTC' },
      transfer: { reference, amount_cents: DEPOSIT * 100, account: 'GB33BUKB20201555555555', holder: 'CarQuay Ltd' },
      plan: [{ amount_cents: DEPOSIT * 100 }, { amount_cents: (TOTAL - DEPOSIT) * 100 }],
    },
  });
  const { rows } = await pool.query(
    "select code, paper::jsonb as paper from issued_documents where kind = 'pro_forma' and subject_kind = 'order' and subject_id = $1",
    [body.order.id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].paper).toMatchObject({
    reference,
    dueCents: DEPOSIT * 100,
    totalCents: TOTAL * 100,
    validUntil: body.order.hold.until,
    dueOn: lastDay(body.order.hold.until),
    buyer: { lines: ['Otieno Motors Ltd', '4 Moi Avenue', 'Mombasa 80100', 'Kenya'] },
  });
  expect(body.order.money.next.due_on).toBe(lastDay(body.order.hold.until));
  const [document] = body.order.documents;
  expect(document).toMatchObject({ kind: 'pro_forma', code: rows[0].code });
  expect((await app.inject({ url: document.url, headers: { cookie: buyer.cookie } })).statusCode).toBe(200);
  expect((await getJson(app, document.url, (await knownBuyer(pool)).cookie)).status).toBe(404);
  expect((await getJson(app, `/api/verify/${rows[0].code}`)).body).toMatchObject({
    state: 'valid',
    claims: { kind: 'pro_forma', reference, bank_account_end: '5555', paid_cents: 0 },
  });
  expect(await mails()).toEqual([expect.stringContaining('We hold the')]);
  expect((await findDocumentFaults(pool)).faults).toEqual([]);
  expect((await calls.pay(await knownBuyer(pool), car, PRICE)).status).toBe(409);
  expect(gateway.requests).toEqual([]);
});

test('a repeated call is the same order, also of simultaneous copies; another body is refused', async () => {
  const transaction_id = newTransaction();
  const answers = await Promise.all(Array.from({ length: 4 }, () => place(car, buyer, { transaction_id })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.order.id)).size).toBe(1);
  expect((await place(car, buyer, { transaction_id, email: 'other@buyers.example' })).status).toBe(422);
  expect(await mails()).toHaveLength(1);
});

test('of buyers by transfer and by card at the same moment, one gets the car', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => knownBuyer(pool)));
  const answers = await Promise.all(
    others.map((other, at) => (at % 2 === 0 ? place(car, other) : calls.pay(other, car, PRICE))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const { rows } = await pool.query('select count(*) as claims from sale_claims where listing_id = $1', [car]);
  expect(rows[0].claims).toBe(1);
  expect((await findDocumentFaults(pool)).faults).toEqual([]);
});

test('a buyer holds two cars at most, also of simultaneous calls', async () => {
  const cars = [await newCar(), await newCar(), await newCar(), await newCar()];
  const answers = await Promise.all(cars.map((one) => place(one, buyer)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  expect((await calls.pay(buyer, await newCar(), PRICE)).status).toBe(200);
});

test('a buyer holds a car once in 30 days, whether it lapsed or was canceled', async () => {
  const { body } = await place(car, buyer);
  const cancel = (who: Buyer) => postJson(app, `/api/orders/${body.order.id}/cancel-hold`, {}, { cookie: who.cookie });
  expect((await cancel(await knownBuyer(pool))).status).toBe(404);
  expect((await cancel(buyer)).body).toMatchObject({ life: 'cancelled', hold: null, transfer: null });
  expect((await cancel(buyer)).status).toBe(200);
  expect(await mails()).toHaveLength(2);
  expect(await place(car, buyer)).toMatchObject({ status: 409, body: { message: expect.stringContaining('30 days') } });
  await pool.query("update payments set created_at = now() - interval '31 days' where user_id = $1", [buyer.id]);
  expect((await place(car, buyer)).status).toBe(200);
});

test('two lapsed holds end the right until an operator restores it, which is audited', async () => {
  const admin = await signInAdmin(pool);
  const right = `/api/admin/users/${buyer.id}/hold-right`;
  for (const one of [await newCar(), await newCar()]) expect((await place(one, buyer)).status).toBe(200);
  await lapse(buyer);
  expect(await mails()).toContainEqual(expect.stringContaining('has ended'));
  expect(await place(car, buyer)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('were not paid') },
  });
  expect((await getJson(app, right, admin.cookie)).body).toMatchObject({ lapsed: 2, may_hold: false });
  const restored = await postJson(app, right, { reason: 'The bank was late.' }, { cookie: admin.cookie });
  expect(restored.body).toMatchObject({ lapsed: 0, may_hold: true });
  expect((await place(car, buyer)).status).toBe(200);
  const { rows } = await pool.query(
    "select count(*) as times from audit_log where action = 'hold right restored' and subject_id = $1",
    [buyer.id],
  );
  expect(rows[0].times).toBe(1);
});

test.each([
  ['no email', { email: undefined }, 'email'],
  ['no buyer', { buyer: undefined }, 'buyer'],
  ['no accepted terms', { accepted_terms: undefined }, 'accepted_terms'],
  ['an invalid name', { buyer: { ...ADDRESS, name: ' ' } }, 'buyer.name'],
  ['an invisible name', { buyer: { ...ADDRESS, name: '\u200b\u200b\u200b' } }, 'buyer.name'],
  ['an address of signs', { buyer: { ...ADDRESS, address: '.....' } }, 'buyer.address'],
  ['an address with hidden characters', { buyer: { ...ADDRESS, address: '4 Moi \u202eAvenue' } }, 'buyer.address'],
  ['an unknown plan', { plan: 'never' }, 'plan'],
])('refuses %s field by field', async (_what, change, field) => {
  const { status, body } = await place(car, buyer, change);
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
});

test.each([
  ['another amount', { amount: DEPOSIT - 1 }],
  ['terms of another version', { accepted_terms: 1 }],
  ['a plan that is not offered', { plan: 'full', amount: TOTAL }],
])('refuses %s', async (_what, change) => {
  expect((await place(car, buyer, change)).status).toBe(409);
  expect(await mails()).toEqual([]);
});

test('refuses a buyer whose email is not confirmed, the seller, and a rental', async () => {
  expect((await place(car, await signIn(pool, { status: 'Pending' }))).status).toBe(403);
  const { rows } = await pool.query('select user_id from listings where id = $1', [car]);
  const seller = { id: rows[0].user_id, cookie: await sessionOf(pool, rows[0].user_id) };
  expect((await place(car, seller)).status).toBe(409);
  expect((await place(await newCar('Rent'), buyer)).status).toBe(409);
});

const fail = (error: unknown) => Promise.reject(error);
const nobody = async () => false;

test('reminds a buyer once, a day before the hold ends', async () => {
  const { body } = await place(car, buyer);
  const leftDays = (Date.parse(body.order.hold.until) - testNow().getTime()) / DAY_MS;
  await pool.query('delete from mail_outbox');
  await pool.query('update order_holds set reminded_at = now() where order_id <> $1', [body.order.id]);
  await remindHolds(deps(leftDays - 1.1), nobody, fail);
  expect(await mails()).toEqual([]);
  await Promise.all([remindHolds(deps(leftDays - 0.9), nobody, fail), remindHolds(deps(leftDays - 0.9), nobody, fail)]);
  expect(await mails()).toEqual([expect.stringContaining('ends soon')]);
});

test('emails waiting buyers one after the other, each once, when the car is free', async () => {
  const [first, second] = [await knownBuyer(pool), await knownBuyer(pool)];
  const wait = (who: Buyer, method: 'POST' | 'DELETE' = 'POST') =>
    postJson(app, `/api/listings/${car}/waiting`, undefined, { cookie: who.cookie, method });
  const told = async () =>
    (await pool.query("select to_address from mail_outbox where subject like '%is free again' order by id")).rows.map(
      (row) => row.to_address,
    );
  expect((await wait(first)).status).toBe(409);
  const { body } = await place(car, buyer);
  expect((await wait(buyer)).status).toBe(409);
  for (const who of [first, second, first]) expect((await wait(who)).body).toMatchObject({ waiting: true });
  await tellWaiting(deps(), fail);
  expect(await told()).toEqual([]);
  await postJson(app, `/api/orders/${body.order.id}/cancel-hold`, {}, { cookie: buyer.cookie });
  await Promise.all([tellWaiting(deps(), fail), tellWaiting(deps(), fail), tellWaiting(deps(), fail)]);
  expect(await told()).toEqual([first.email]);
  await tellWaiting(deps(0.9), fail);
  expect(await told()).toEqual([first.email]);
  await tellWaiting(deps(1.1), fail);
  await tellWaiting(deps(3), fail);
  expect(await told()).toEqual([first.email, second.email]);
  expect((await wait(second, 'DELETE')).body).toMatchObject({ waiting: false });
});

test('does not email a buyer again whom another worker has just emailed', async () => {
  const first = await knownBuyer(pool);
  const { body } = await place(car, buyer);
  await postJson(app, `/api/listings/${car}/waiting`, undefined, { cookie: first.cookie });
  await postJson(app, `/api/orders/${body.order.id}/cancel-hold`, {}, { cookie: buyer.cookie });
  await pool.query('delete from mail_outbox');
  const other = await pool.connect();
  await other.query('begin');
  await other.query('update waiting_buyers set told_at = now() where listing_id = $1', [car]);
  const telling = tellWaiting(deps(), fail);
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await other.query(waiting)).rows).toHaveLength(1);
  await other.query('commit');
  other.release();
  await telling;
  expect(await mails()).toEqual([]);
});

test('buyers see the time for claims of the newest terms before they pay', async () => {
  const claims = { days: 30, arrival_days: 60, answer_days: 5, reply_days: 3, review_days: 14 };
  expect((await terms()).claims).toEqual(claims);
  await pool.query(
    `insert into order_terms (version, requires_balance, commission_bps, balance_days, grace_days, reason, claim_days, claim_reply_days)
     select max(version) + 1, true, 500, 7, 7, 'Other times.', 21, 4 from order_terms`,
  );
  expect((await terms()).claims).toEqual({ ...claims, days: 21, reply_days: 4 });
});

test('plans of the operator are paid by this call, by card as well; the three calls stay at a quarter', async () => {
  await pool.query(
    `insert into order_terms (version, requires_balance, commission_bps, balance_days, grace_days, reason, plans, country_plans)
     select max(version) + 1, true, 500, 7, 7, 'Other plans.', '{deposit_25,deposit_50}', '{"KE": ["full"]}'::jsonb from order_terms`,
  );
  expect((await terms()).plans).toEqual([
    { plan: 'deposit_25', share: 0.25 },
    { plan: 'deposit_50', share: 0.5 },
  ]);
  expect((await terms('?country=KE')).plans).toEqual([{ plan: 'full', share: 1 }]);
  const half = { plan: 'deposit_50', amount: TOTAL / 2 };
  expect((await place(car, buyer, half)).body.order.plan).toMatchObject([
    { amount_cents: TOTAL * 50 },
    { amount_cents: TOTAL * 50 },
  ]);
  const other = await newCar();
  const card = { payment_method: 'credit_card', formData: CARD, email: undefined, buyer: undefined, ...half };
  const paid = await place(other, buyer, card);
  expect(paid).toMatchObject({ status: 200, body: { payment: { progress: 'captured', amount: TOTAL / 2 } } });
  expect(paid.body.order).toMatchObject({
    life: 'active',
    money: { received_cents: TOTAL * 50, open_cents: TOTAL * 50 },
  });
  expect(await calls.statusOf(other)).toBe('sold');
  expect((await calls.pay(buyer, await newCar(), PRICE, { amount: TOTAL / 2 })).status).toBe(409);
  expect((await calls.pay(buyer, await newCar(), PRICE)).status).toBe(200);
  expect(await orderDifferences(pool)).toEqual([]);
});

describe('a buyer from whom no money has arrived', () => {
  const cars = (count: number) =>
    addCars(
      pool,
      Array.from({ length: count }, () => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
    );
  beforeAll(async () => {
    if ((await pool.query('select from operator_details')).rowCount === 0) await addCompany(pool);
  });
  const NEW_ADDRESS = { name: 'Amina Otieno', country: 'KE' };
  /** Holds a car of a separate seller, because holds of one seller lock each other. */
  const holdOne = async (who: Buyer, address: string, ip?: string) => {
    const [one = 0] = await cars(1);
    await pool.query('update listings set user_id = $2 where id = $1', [one, (await signIn(pool)).id]);
    return place(one, who, { buyer: { ...NEW_ADDRESS, address } }, ip);
  };

  test('may hold two cars, together or one by one', async () => {
    const fresh = await signIn(pool);
    for (const expected of [200, 200, 409]) expect((await holdOne(fresh, 'Nyali 1')).status).toBe(expected);
    const three = { listing_id: undefined, listing_ids: await cars(3), buyer: { ...NEW_ADDRESS, address: 'Nyali 2' } };
    const refused = await place(0, await signIn(pool), three);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('two cars for you at once')]);
  });

  test("loses the limits with the first payment or the office's approval", async () => {
    const [paid, allowed, admin] = [await signIn(pool), await signIn(pool), await signInAdmin(pool)];
    const [one = 0] = await cars(1);
    await calls.buy(paid, one, PRICE);
    const right = `/api/admin/users/${allowed.id}/hold-right`;
    expect((await getJson(app, right, admin.cookie)).body).toMatchObject({ is_new: true });
    await postJson(app, right, { reason: 'Known from the fair.' }, { cookie: admin.cookie });
    expect((await getJson(app, right, admin.cookie)).body).toMatchObject({ is_new: false });
    for (const who of [paid, allowed]) {
      const together = { listing_id: undefined, listing_ids: await cars(3), amount: 3 * DEPOSIT };
      expect((await place(0, who, together)).status).toBe(200);
    }
  });

  test('shares two cars with other new buyers of the same address, however it is written', async () => {
    expect((await holdOne(await signIn(pool), 'Plot 9, Links Road\nNyali')).status).toBe(200);
    const others = await Promise.all(Array.from({ length: 6 }, () => signIn(pool)));
    const written = ['plot 9 links road, nyali', 'PLOT 9\nLinks Road Nyali', 'Plot-9 Links Road (Nyali)'];
    const answers = await Promise.all(others.map((who, at) => holdOne(who, written[at % 3] ?? '')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await holdOne(await knownBuyer(pool), 'Plot 9, Links Road\nNyali')).status).toBe(200);
  });

  test('counts with the other new buyers of the network', async () => {
    const ip = '198.51.100.7';
    await pool.query('delete from request_counts');
    for (let count = 0; count < 20; count++)
      expect((await holdOne(await signIn(pool), `Street ${count} of many`, ip)).status).toBe(200);
    const refused = await holdOne(await signIn(pool), 'Street 21 of many', ip);
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining('from your network')]);
  });

  test('leaves other buyers a half of what a seller has', async () => {
    const seller = await signIn(pool);
    const six = await cars(6);
    await pool.query('update listings set user_id = $1 where id = any($2)', [seller.id, six]);
    const answers = [];
    for (const [at, one] of six.entries())
      answers.push(await place(one, await signIn(pool), { buyer: { ...NEW_ADDRESS, address: `House ${at} alone` } }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 409]);
    expect(answers[5]?.body.message).toContain('Most cars of this seller');
  });
});
