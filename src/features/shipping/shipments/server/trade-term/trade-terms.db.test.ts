import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { processOverdueOrders } from '#features/aftersales/bookings/server/overdue-orders.ts';
import { statementDifferences } from '#features/bookkeeping/bank-statements/server/statement-differences.ts';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { holdByWatchList } from '../../../../../../tests/support/data/watch-hits.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { addCompany, billNow } from '../../../../../../tests/support/payments/billing.ts';
import { bookingDepsAt } from '../../../../../../tests/support/payments/booking-deps.ts';
import { payBalance } from '../../../../../../tests/support/payments/orders.ts';
import { type Buyer, newTransaction, payingCalls } from '../../../../../../tests/support/payments/paying.ts';
import { allowAnyStep, readyOrder } from '../../../../../../tests/support/payments/ready-order.ts';
import { ScriptedGateway } from '../../../../../../tests/support/payments/scripted-gateway.ts';
import { testNow } from '../../../../../../tests/support/runner/test-clock.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { pdfPages } from '../../../../../../tests/support/site/documents/pdf-text.ts';

const PRICE = 10_000;
const COMPANY_ACCOUNT = 'GB33BUKB20201555555555';
const [TOTAL, DEPOSIT] = [1_110_000, 277_500];
const [FREIGHT, INSURANCE, INSPECTION, INLAND] = [200_000, 7_973, 25_000, 45_000];
const RATES = [
  ['KE', 'KEMBA', '', null],
  ['KE', 'KEMBA', 'Nairobi', INLAND],
  ['UG', 'KEMBA', 'Kampala', 90_000],
] as const;
const CIF = { term: 'CIF', port: 'KEMBA', place: '', inspection: false, total_cents: FREIGHT + INSURANCE };

let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let admin: { id: number; cookie: string };
let buyer: Buyer;
let order: number;
let booking: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, new ScriptedGateway());
  calls = payingCalls(app);
  admin = await signInAdmin(pool);
  await addCompany(pool);
  const { seen } = (await getJson(app, '/api/admin/transport-rates', admin.cookie)).body;
  const rates = RATES.map(([country, port, place, inland_cents]) => ({
    ...{ country, port, place, inland_cents, inspection_cents: INSPECTION, freight_cents: FREIGHT, insurance_bps: 60 },
  }));
  const saved = await postJson(
    app,
    '/api/admin/transport-rates',
    { rates, seen },
    { cookie: admin.cookie, method: 'PUT' },
  );
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
});
beforeEach(async () => {
  // What one person takes in person within a day counts together.
  admin = await signInAdmin(pool);
  await pool.query('delete from request_counts');
  await buy();
  await goTo('KE');
});

async function buy() {
  buyer = await signIn(pool);
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  ({ order_id: order, booking_id: booking } = await calls.buy(buyer, car, PRICE));
  await allowAnyStep(pool);
}

/** Says where the cars of the order go. */
const goTo = (country: string, id = order) =>
  pool.query(
    `insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
     values ($1, 'Amina Otieno', 'Mombasa', '', $2, '+254700000000', '', false, now(), now(), now())`,
    [id, country],
  );
const terms = async (who = buyer, id = order) => (await getJson(app, `/api/orders/${id}/trade-terms`, who.cookie)).body;
const choose = (body: object, who = buyer, id = order) =>
  postJson(app, `/api/orders/${id}/trade-term`, body, { cookie: who.cookie, method: 'PUT' });
const read = async (id = order) => (await getJson(app, `/api/orders/${id}`, buyer.cookie)).body;
const plan = async (id = order) =>
  (await read(id)).plan.map((item: { kind: string; amount_cents: number }) => [item.kind, item.amount_cents]);
const booksAgree = async () => {
  expect(await bookFaults(pool)).toEqual([]);
  expect(await orderDifferences(pool)).toEqual([]);
  expect(await statementDifferences(pool)).toEqual([]);
};
const textOf = async (kind: string) => {
  const found = (await read()).documents.findLast((document: { kind: string }) => document.kind === kind);
  const file = await app.inject({ url: found.url, headers: { cookie: buyer.cookie } });
  return (await pdfPages(file.rawPayload)).join(' ');
};
/** Says that the car is aboard. */
async function load() {
  const event = { id: crypto.randomUUID(), step: 'loaded', certainty: 'actual', happens_at: testNow().toISOString() };
  const told = await postJson(
    app,
    `/api/orders/${order}/events`,
    { ...event, time_zone: 'Asia/Shanghai', place: 'CNSHG', captured_at: event.happens_at },
    { cookie: admin.cookie },
  );
  expect(told.status, JSON.stringify(told.body)).toBe(200);
}
const later = (days: number) => processOverdueOrders(bookingDepsAt(pool, days), (error) => Promise.reject(error));

test('an order is FOB, and its buyer sees what other terms for the country add', async () => {
  expect(await terms()).toMatchObject({
    ...{
      term: 'FOB',
      port: null,
      lines: [],
      total_cents: 0,
      closed: null,
      country: 'KE',
      inspection_cents: INSPECTION,
    },
    offers: [
      { term: 'FOB', total_cents: 0, lines: [] },
      { term: 'CFR', port: 'KEMBA', total_cents: FREIGHT },
      { term: 'CIF', port: 'KEMBA', total_cents: FREIGHT + INSURANCE },
      { term: 'CIP', port: 'KEMBA', place: 'Nairobi', total_cents: FREIGHT + INLAND + 8_272 },
    ],
  });
});

test('a choice becomes an item of the plan, due after the balance, and an invoice with its own lines', async () => {
  await billNow(pool);
  expect((await choose(CIF)).body).toMatchObject({ term: 'CIF', port: 'KEMBA', total_cents: FREIGHT + INSURANCE });
  expect(await plan()).toEqual([
    ['deposit', DEPOSIT],
    ['balance', TOTAL - DEPOSIT],
    ['transport', FREIGHT + INSURANCE],
  ]);
  expect((await read()).money).toMatchObject({ owed_cents: TOTAL + FREIGHT + INSURANCE, received_cents: DEPOSIT });
  await billNow(pool);
  const text = await textOf('invoice');
  for (const words of ['CIF Mombasa', 'Ocean freight to Mombasa', '$2,000.00', 'Insurance', '$79.73'])
    expect(text).toContain(words);
  expect(text).not.toContain('Change of order');
  await booksAgree();
});

test('choosing the same term again changes nothing, and going back to FOB issues a credit note', async () => {
  await choose(CIF);
  await choose(CIF);
  const { rows } = await pool.query('select term from order_trade_terms where order_id = $1 order by version', [order]);
  expect(rows.map(({ term }) => term)).toEqual(['FOB', 'CIF']);
  await billNow(pool);
  expect((await choose({ ...CIF, term: 'FOB', total_cents: 0 })).status).toBe(200);
  expect(await plan()).toHaveLength(2);
  await billNow(pool);
  expect((await read()).documents.map(({ kind }: { kind: string }) => kind)).toContain('credit_note');
  await booksAgree();
});

test('the second credit note for a cheaper term credits the transport only', async () => {
  const inland = {
    term: 'CIP',
    port: 'KEMBA',
    place: 'Nairobi',
    inspection: false,
    total_cents: FREIGHT + INLAND + 8_272,
  };
  for (const choice of [inland, CIF, { ...CIF, term: 'FOB', total_cents: 0 }]) {
    expect((await choose(choice)).status).toBe(200);
    await billNow(pool);
  }
  const { rows } = await pool.query(
    "select paper::json -> 'lines' as lines from issued_documents where kind = 'credit_note' and subject_id = $1 order by id",
    [order],
  );
  expect(rows[1].lines).toEqual([
    { text: 'Ocean freight to Mombasa', cents: FREIGHT },
    { text: 'Insurance of the transport', cents: INSURANCE },
  ]);
  await booksAgree();
});

test('an inspection can be added to every term', async () => {
  const fob = { term: 'FOB', port: null, place: '', inspection: true, total_cents: INSPECTION };
  expect((await choose(fob)).body).toMatchObject({
    inspection: true,
    lines: [{ kind: 'inspection', cents: INSPECTION }],
  });
  const inland = { term: 'CIP', port: 'KEMBA', place: 'Nairobi', inspection: true };
  expect((await choose({ ...inland, total_cents: FREIGHT + INLAND + 8_272 + INSPECTION })).body.lines).toHaveLength(4);
  await billNow(pool);
  expect(await textOf('invoice')).toContain('Transport from Mombasa to Nairobi');
});

test.each([
  ['another amount than was shown', { ...CIF, total_cents: 1 }, 409, 'changed'],
  ['a port of no rate', { ...CIF, port: 'TZDAR' }, 409, 'don’t offer'],
  ['a place of another country', { ...CIF, term: 'CIP', place: 'Kampala' }, 409, 'don’t offer'],
  ['no port', { ...CIF, port: null }, 400, ''],
  ['another term', { ...CIF, term: 'DAP' }, 400, ''],
])('%s is refused', async (_what, body, status, words) => {
  const answer = await choose(body);
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(words)]);
  expect(await plan()).toHaveLength(2);
});

test('only the buyer can see and choose the terms', async () => {
  const other = await signIn(pool);
  expect((await choose(CIF, other)).status).toBe(404);
  expect((await getJson(app, `/api/orders/${order}/trade-terms`, other.cookie)).status).toBe(404);
});

test('the choice is closed while the order is checked, without a country or rates, and once a car is aboard', async () => {
  await buy();
  expect(await terms()).toMatchObject({ closed: 'no_country', country: null });
  await goTo('TZ');
  expect(await terms()).toMatchObject({ closed: 'no_rates', offers: [] });
  await goTo('KE');
  const clear = await holdByWatchList(pool, order, admin.id);
  expect((await terms()).closed).toBe('checked');
  expect((await choose(CIF)).status).toBe(409);
  await clear();
  await load();
  expect((await terms()).closed).toBe('shipped');
  expect((await choose(CIF)).status).toBe(409);
});

test('payments move to the next version of the plan, and an excess stays received', async () => {
  await choose(CIF);
  await payBalance(pool, booking);
  expect((await read()).money).toMatchObject({ open_cents: 0, overpaid_cents: 0 });
  await choose({ ...CIF, term: 'CFR', total_cents: FREIGHT });
  expect((await read()).money).toMatchObject({ open_cents: 0, overpaid_cents: INSURANCE });
  await booksAgree();
});

test('at the handover the money for shipping is owed to carriers, and their bills are deducted from it', async () => {
  await choose(CIF);
  await payBalance(pool, booking);
  const bill = async (amount: string) => {
    const [line = 0] = await importEntries(app, admin.cookie, [{ amount, out: true }], COMPANY_ACCOUNT);
    const body = { kind: 'transport_bill', order_id: order, reason: 'Ocean Line, freight' };
    const match = (change: object) =>
      postJson(app, `/api/admin/statements/lines/${line}/match`, { ...body, ...change }, { cookie: admin.cookie });
    expect((await match({ reason: undefined })).status).toBe(409);
    expect((await match({ order_id: 999_999 })).status).toBe(409);
    expect((await match({})).status).toBe(200);
    return line;
  };
  const line = await bill('1800.00');
  const owed = async () =>
    (
      await pool.query(
        `select coalesce(sum(l.cents), 0) as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
         where e.order_id = $1 and l.account = 'fees_to_pass_on' and e.kind <> 'handover'`,
        [order],
      )
    ).rows[0].cents;
  expect(await owed()).toBe(180_000);
  await booksAgree();
  await readyOrder(pool, order);
  await postJson(app, `/api/admin/orders/${order}/complete`, {}, { cookie: admin.cookie });
  expect((await read()).life).toBe('completed');
  expect(await owed()).toBe(180_000 - FREIGHT - INSURANCE);
  await postJson(app, `/api/admin/statements/lines/${line}/unmatch`, { reason: 'Wrong' }, { cookie: admin.cookie });
  expect(await owed()).toBe(-FREIGHT - INSURANCE);
  await booksAgree();
});

test('shipping that is not paid in time is dropped, and the order continues', async () => {
  await choose({ ...CIF, total_cents: FREIGHT + INSURANCE });
  const { money } = await read();
  const receipt = { key: crypto.randomUUID(), method: 'cash', amount_cents: TOTAL - DEPOSIT + 5_000 };
  await postJson(app, `/api/admin/orders/${order}/cash-receipts`, receipt, { cookie: admin.cookie });
  expect((await read()).money.next).toMatchObject({ kind: 'transport', amount_cents: FREIGHT + INSURANCE - 5_000 });
  await pool.query('update orders set remind_at = now() where id = $1', [order]);
  await later(60);
  expect(await terms()).toMatchObject({ term: 'FOB', total_cents: 0 });
  expect(await read()).toMatchObject({ life: 'active', money: { open_cents: 0, overpaid_cents: 5_000 } });
  const { rows } = await pool.query("select from mail_outbox where subject like '%is not shipped by us'");
  expect(rows).toHaveLength(1);
  expect(money.owed_cents).toBe(TOTAL + FREIGHT + INSURANCE);
  await booksAgree();
});

test('does not drop the shipping of a car that is aboard, which the buyer still owes', async () => {
  await choose(CIF);
  const receipt = { key: crypto.randomUUID(), method: 'cash', amount_cents: TOTAL - DEPOSIT };
  await postJson(app, `/api/admin/orders/${order}/cash-receipts`, receipt, { cookie: admin.cookie });
  await load();
  await pool.query('update orders set remind_at = now() where id = $1', [order]);
  await later(60);
  expect(await terms()).toMatchObject({ term: 'CIF', total_cents: FREIGHT + INSURANCE });
  expect(await read()).toMatchObject({ life: 'active', money: { open_cents: FREIGHT + INSURANCE } });
});

test('refuses a choice while a claim is open', async () => {
  const claim = { kind: 'not_as_papers', key: crypto.randomUUID(), text: 'So.' };
  const opened = await postForm(app, `/api/orders/${order}/claims`, Object.entries(claim), { cookie: buyer.cookie });
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  expect((await terms()).closed).toBe('claimed');
  expect((await choose(CIF)).status).toBe(409);
  expect(await plan()).toHaveLength(2);
});

test('simultaneous choices run one after the other, and the last one determines the plan', async () => {
  const cfr = { ...CIF, term: 'CFR', total_cents: FREIGHT };
  const answers = await Promise.all([CIF, cfr, CIF, cfr].map((choice) => choose(choice)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { total_cents: chosen } = await terms();
  expect((await plan()).at(-1)).toEqual(['transport', chosen]);
  await booksAgree();
});

test('an order under the first terms has no trade term and cannot choose one', async () => {
  await pool.query('alter table order_trade_terms disable trigger user');
  await pool.query('delete from order_trade_terms where order_id = $1', [order]);
  await pool.query('alter table order_trade_terms enable trigger user');
  await pool.query('update orders set terms_version = 1 where id = $1', [order]);
  expect(await terms()).toMatchObject({ term: null, closed: 'ended', offers: [] });
  expect((await choose(CIF)).status).toBe(409);
});

test('a held order gets a new pro-forma invoice, and no car can be removed while shipping is priced', async () => {
  const cars = await addCars(
    pool,
    [1, 2].map(() => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  const { body } = await postJson(
    app,
    '/api/orders',
    {
      ...{ listing_ids: cars, amount: (2 * DEPOSIT) / 100, transaction_id: newTransaction() },
      ...{ payment_method: 'bank_transfer', email: 'amina@buyers.example' },
      buyer: { name: 'Otieno Motors Ltd', address: 'Mombasa', country: 'KE' },
      accepted_terms: (await getJson(app, '/api/order-terms')).body.version,
    },
    { cookie: buyer.cookie },
  );
  const held = body.order.id as number;
  await goTo('KE', held);
  const both = 2 * (FREIGHT + INSURANCE);
  expect((await choose({ ...CIF, total_cents: both }, buyer, held)).status).toBe(200);
  expect(await plan(held)).toEqual([
    ['deposit', 2 * DEPOSIT],
    ['balance', 2 * (TOTAL - DEPOSIT)],
    ['transport', both],
  ]);
  const { rows } = await pool.query(
    "select paper::jsonb as paper from issued_documents where kind = 'pro_forma' and subject_id = $1 order by id",
    [held],
  );
  expect(rows.map(({ paper }) => [paper.tradeTerm, paper.totalCents])).toEqual([
    ['FOB, port of loading in China (Incoterms 2020)', 2 * TOTAL],
    ['CIF Mombasa (Incoterms 2020)', 2 * TOTAL + both],
  ]);
  const sum = rows[1].paper.lines.reduce((cents: number, line: { cents: number }) => cents + line.cents, 0);
  expect(sum).toBe(2 * TOTAL + both);
  const out = await postJson(app, `/api/orders/${held}/take-out`, { listing_id: cars[0] }, { cookie: buyer.cookie });
  expect([out.status, JSON.stringify(out.body)]).toEqual([409, expect.stringContaining('Choose FOB first')]);
});

test('only changes based on the newest list of rates are accepted, and they are audited', async () => {
  const { seen, rates } = (await getJson(app, '/api/admin/transport-rates', admin.cookie)).body;
  const save = (body: object) =>
    postJson(app, '/api/admin/transport-rates', body, { cookie: admin.cookie, method: 'PUT' });
  expect((await save({ rates: [], seen: 'old' })).status).toBe(409);
  const [first] = rates;
  for (const wrong of [
    [first, first],
    [{ ...first, port: 'XXXXX' }],
    [{ ...first, place: 'Nairobi' }],
    [first, { ...first, port: 'KELAU', inspection_cents: 1 }],
  ])
    expect((await save({ rates: wrong, seen })).status).toBe(400);
  expect((await save({ rates: [{ ...first, freight_cents: 210_000 }, ...rates.slice(1)], seen })).status).toBe(200);
  const { rows } = await pool.query(
    "select details from audit_log where action = 'transport rates changed' order by id",
  );
  expect(rows.at(-1).details.added).toEqual([
    expect.stringContaining('KE KEMBA: inspection_cents 25000, freight_cents 210000'),
  ]);
});
