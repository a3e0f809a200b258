import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { importEntries } from '../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addCompany, billNow } from '../../../../../tests/support/payments/billing.ts';
import { approveOpen, payBalance } from '../../../../../tests/support/payments/orders.ts';
import type { Buyer } from '../../../../../tests/support/payments/paying.ts';
import {
  ACCOUNT as ACCOUNT_OF_SELLER,
  addPayoutAccount,
} from '../../../../../tests/support/payments/payout-account.ts';
import { allowAnyStep, payAtOnce, readyOrder } from '../../../../../tests/support/payments/ready-order.ts';
import { ScriptedGateway } from '../../../../../tests/support/payments/scripted-gateway.ts';
import { knownBuyer, orderByTransfer } from '../../../../../tests/support/payments/transfers.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { pdfPages } from '../../../../../tests/support/site/documents/pdf-text.ts';

const ACCOUNT = 'GB33BUKB20201555555555';
const PRICE = 10_000;
const DEPOSIT = 277_500;
const [FREIGHT, INSURANCE] = [200_000, 7_973];
const CIF = { term: 'CIF', port: 'KEMBA', place: '', inspection: true, total_cents: FREIGHT + INSURANCE + 25_000 };
const GOODS = {
  ...{ hs_code: '8703.80', engine_number: 'TZ204XYP123', origin: 'CN', weight_kg: 1_920 },
  ...{ length_mm: 4_455, width_mm: 1_875, height_mm: 1_615 },
};
let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };
let buyer: Buyer;
let seller: Buyer;
let car: number;
let order: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, new ScriptedGateway());
  await addCompany(pool);
  admin = await signInAdmin(pool);
  const { seen } = (await getJson(app, '/api/admin/transport-rates', admin.cookie)).body;
  const rate = { country: 'KE', port: 'KEMBA', place: '', inland_cents: null, inspection_cents: 25_000 };
  const body = { rates: [{ ...rate, freight_cents: FREIGHT, insurance_bps: 60 }], seen };
  await postJson(app, '/api/admin/transport-rates', body, { cookie: admin.cookie, method: 'PUT' });
});

beforeEach(async () => {
  await pool.query('delete from request_counts');
  admin = await signInAdmin(pool);
  buyer = await knownBuyer(pool);
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Yuan Plus', priceCents: PRICE * 100 }]);
  const { rows } = await pool.query(
    "update listings set vin = 'LGXCE4CB0N0' || id, fuel_type = 'petrol' where id = $1 returning user_id",
    [car],
  );
  seller = { id: rows[0].user_id, cookie: await sessionOf(pool, rows[0].user_id) };
  order = await orderByTransfer(app, buyer, car, DEPOSIT / 100);
});

/** The deposit arrives. Returns the booking. */
async function book(): Promise<number> {
  const { reference } = (await getJson(app, `/api/orders/${order}`, buyer.cookie)).body;
  const entry = { amount: '2775.00', text: reference, name: 'Otieno Motors Ltd' };
  const [line] = await importEntries(app, admin.cookie, [entry], ACCOUNT);
  const match = { order_id: order, reason: 'The reference.' };
  const url = `/api/admin/statements/lines/${line}/match`;
  expect((await postJson(app, url, match, { cookie: admin.cookie })).status).toBe(200);
  return (await getJson(app, `/api/orders/${order}`, buyer.cookie)).body.cars[0].booking_id;
}
const nameConsignee = () =>
  pool.query(
    `insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
     values ($1, 'Amina Otieno', E'Kilindini Road 7\nMombasa', '', 'KE', '+254700000000', 'Quay Clearing Ltd', false, now(), now(), now())`,
    [order],
  );
/** The seller is paid out, and the buyer gets a reduction. */
async function completeAndPayOut(): Promise<void> {
  const office = async (path: string, body: object = {}) => {
    const answer = await postJson(app, `/api/admin/${path}`, body, { cookie: admin.cookie });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  await readyOrder(pool, order);
  await allowAnyStep(pool, order);
  await pool.query(
    "update bookings set status = 'confirmed', due_at = null where id in (select booking_id from order_cars where order_id = $1)",
    [order],
  );
  await office(`orders/${order}/complete`);
  await payAtOnce(pool, seller.id);
  await addPayoutAccount(pool, seller.id);
  await office('payouts', { seller_id: seller.id });
  await approveOpen(app, (await signInAdmin(pool)).cookie);
  const { rows } = await pool.query('select id from payouts where seller_id = $1', [seller.id]);
  await office(`payouts/${rows[0].id}/sent`);
  const { payments } = (await getJson(app, `/api/admin/orders/${order}`, admin.cookie)).body;
  await office(`payments/${payments[0].id}/refund`, { reason: 'Hail', amount: 50 });
  await billNow(pool);
}
const papers = async (who: { cookie: string } = buyer) =>
  (await getJson(app, `/api/orders/${order}/export-papers`, who.cookie)).body;
const save = (change: object = {}, who: { cookie: string } = seller, listing = car) =>
  postJson(
    app,
    `/api/orders/${order}/export-goods/${listing}`,
    { ...GOODS, seen: null, ...change },
    {
      cookie: who.cookie,
      method: 'PUT',
    },
  );
const file = (kind: string, who: { cookie: string } = buyer) =>
  app.inject({ url: `/api/orders/${order}/export-papers/${kind}/pdf`, headers: { cookie: who.cookie } });
const textOf = async (kind: string, who = buyer) => {
  const { statusCode, rawPayload } = await file(kind, who);
  expect(statusCode, kind).toBe(200);
  return (await pdfPages(rawPayload)).join(' ').replace(/\s+/g, ' ');
};
const newest = async (kind: string) =>
  (
    await pool.query(
      `select d.code, d.number, d.paper::json as paper, d.claims::json as claims from issued_documents d
       where d.kind = $1 and (subject_id = $2 or subject_kind in ('booking', 'payout')) order by d.id desc limit 1`,
      [kind, order],
    )
  ).rows[0];
const stateOf = async ({ code }: { code: string }) => {
  const { state, ended_for } = (await getJson(app, `/api/verify/${code}`)).body;
  return [state, ended_for];
};

test('all papers of an order name the same buyer, consignee, term and cars', async () => {
  await nameConsignee();
  const proForma = await newest('pro_forma');
  await postJson(app, `/api/orders/${order}/trade-term`, CIF, { cookie: buyer.cookie, method: 'PUT' });
  const booking = await book();
  await payBalance(pool, booking);
  await billNow(pool);
  await save();
  const hash = (await getJson(app, `/api/orders/${order}/contract`, buyer.cookie)).body.hash;
  const accepted = await postJson(app, `/api/orders/${order}/contract/acceptance`, { hash }, { cookie: buyer.cookie });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  await app.inject({ url: `/api/my-bookings/${booking}/receipt`, headers: { cookie: buyer.cookie } });
  for (const kind of ['commercial_invoice', 'packing_list', 'bill_of_sale'])
    expect((await file(kind)).statusCode).toBe(200);
  await completeAndPayOut();
  const issuer = proForma.paper.issuer;
  const said = { issuer, order: `CQ-${String(order).padStart(6, '0')}` };
  const lines = ['Otieno Motors Ltd', `${buyer.id} Moi Avenue`, 'Mombasa 80100', 'Kenya'];
  const consignee = { lines: ['Amina Otieno', 'Kilindini Road 7', 'Mombasa', 'Kenya', '+254 700 000000'] };
  const vin = `LGXCE4CB0N0${car}`;
  const named = { name: expect.stringContaining('BYD Yuan Plus'), vin };
  const term = { tradeTerm: 'CIF Mombasa (Incoterms 2020)', consignee };
  const goods = [{ ...named, hsCode: '870380', engineNumber: 'TZ204XYP123', origin: 'China', weightKg: 1_920 }];
  const expected: Record<string, object> = {
    pro_forma: { ...said, ...term, buyer: { lines }, cars: [named] },
    invoice: { ...said, ...term, buyer: { lines }, cars: [named] },
    receipt: { ...said, buyer: { lines }, cars: [named] },
    contract: said,
    commercial_invoice: { ...said, ...term, buyer: { lines }, goods },
    packing_list: { ...said, ...term, buyer: { lines }, goods },
    bill_of_sale: { ...said, ...term, buyer: { lines }, goods },
    credit_note: { ...said, ...term, buyer: { lines }, cars: [named] },
    payout_statement: {
      issuer,
      seller: { lines: [expect.any(String), ...ACCOUNT_OF_SELLER.address.split('\n')] },
      lines: [{ order: said.order, car: named.name, vin }],
    },
  };
  for (const [kind, facts] of Object.entries(expected)) {
    const { paper, claims } = await newest(kind);
    expect(paper, kind).toMatchObject(facts);
    expect(claims.cars, kind).toEqual([{ name: expect.stringContaining('BYD Yuan Plus'), vin_end: vin.slice(-6) }]);
    expect(claims.issuer, kind).toBe(issuer.lines[0]);
  }
  const { paper: contract } = await newest('contract');
  expect(JSON.stringify(contract.clauses)).toContain(lines.join(', '));
  expect(JSON.stringify(contract.clauses)).toContain(vin);
});

test('a pro-forma invoice says when its money arrived', async () => {
  const { code } = await newest('pro_forma');
  const verified = async () => (await getJson(app, `/api/verify/${code}`)).body;
  expect(await verified()).toMatchObject({ state: 'valid', paid_at: null });
  await book();
  const { rows } = await pool.query(
    "select max(at) as at from order_moves where order_id = $1 and to_life = 'active'",
    [order],
  );
  expect(await verified()).toMatchObject({ state: 'outdated', ended_for: 'booked', paid_at: rows[0].at.toISOString() });
});

test('the commercial invoice states the value at the term, with freight and insurance apart', async () => {
  await nameConsignee();
  await book();
  const fob = await textOf('commercial_invoice');
  expect(fob).toContain('Value at the trade term $10,000.00');
  const first = await newest('commercial_invoice');
  const chosen = await postJson(app, `/api/orders/${order}/trade-term`, CIF, { cookie: buyer.cookie, method: 'PUT' });
  expect(chosen.status).toBe(200);
  expect(await stateOf(first)).toEqual(['outdated', 'facts']);
  const cif = await textOf('commercial_invoice');
  for (const words of ['$10,000.00', '$2,000.00', '$79.73', 'Value at the trade term $12,079.73', 'CIF Mombasa'])
    expect(cif).toContain(words);
  for (const words of ['Tax on', 'Registration fee for', 'Inspection before', 'Pay by bank transfer', '$250.00'])
    expect(cif).not.toContain(words);
  expect(await stateOf(first)).toEqual(['superseded', 'facts']);
  expect((await newest('commercial_invoice')).claims.total_cents).toBe(PRICE * 100 + FREIGHT + INSURANCE);
});

test('papers omit unknown facts, and the office sees which are missing', async () => {
  await book();
  expect((await papers(admin)).cars).toMatchObject([
    { missing: ['hs_code', 'engine_number', 'origin', 'weight', 'size', 'loading_port'], version: null },
  ]);
  const unknown = await textOf('packing_list');
  expect(unknown).toContain('Cars, unpacked 1');
  for (const label of ['HS code', 'Engine number', 'Country of origin', ' kg', 'Volume'])
    expect(unknown).not.toContain(label);
  expect((await save()).body.cars).toMatchObject([{ hs_code: '870380', missing: ['loading_port'] }]);
  const known = await textOf('packing_list');
  for (const words of ['870380', 'TZ204XYP123', 'China', '1,920 kg', '4,455 × 1,875 × 1,615 mm', '13.49 cbm'])
    expect(known).toContain(words);
});

test('changed facts make papers outdated immediately, and the same facts again change nothing', async () => {
  await book();
  await file('packing_list');
  const first = await newest('packing_list');
  expect(await stateOf(first)).toEqual(['valid', null]);
  const { body } = await save();
  expect(await stateOf(first)).toEqual(['outdated', 'facts']);
  await file('packing_list');
  const second = await newest('packing_list');
  await file('packing_list');
  expect((await newest('packing_list')).number).toBe(second.number);
  const [{ version }] = body.cars;
  expect((await save({ seen: version })).body.cars[0].version).toBe(version);
  expect((await save({ seen: null })).status).toBe(200);
  expect(await stateOf(second)).toEqual(['valid', null]);
  await nameConsignee();
  expect(await stateOf(second)).toEqual(['outdated', 'facts']);
});

test('papers end when the car moves to another sailing, or the sailing to another vessel', async () => {
  await book();
  await file('packing_list');
  const first = await newest('packing_list');
  const { rows } = await pool.query(
    `insert into sailings (vessel, imo, voyage, from_place, to_place)
     values ('Ever Able', '9074729', $1, 'CNSHG', 'KEMBA') returning id`,
    [`V${order}`],
  );
  await pool.query('insert into sailing_cars (sailing_id, order_id, listing_id) values ($1, $2, $3)', [
    rows[0].id,
    order,
    car,
  ]);
  expect(await stateOf(first)).toEqual(['outdated', 'facts']);
  await file('packing_list');
  const second = await newest('packing_list');
  await pool.query('update sailings set carrier = $2 where id = $1', [rows[0].id, 'Evergreen']);
  expect(await stateOf(second)).toEqual(['valid', null]);
  await pool.query('update sailings set vessel = $2 where id = $1', [rows[0].id, 'Ever Given']);
  expect(await stateOf(second)).toEqual(['outdated', 'facts']);
});

test('only the office corrects the facts of a completed order', async () => {
  await book();
  await pool.query("update orders set life = 'completed', ended_at = now() where id = $1", [order]);
  expect(await save()).toMatchObject({ status: 409, body: { message: expect.stringContaining('our office') } });
  expect((await papers(seller)).may_write).toBe(false);
  expect((await save({}, admin)).status).toBe(200);
});

test('of two people who save different facts at the same time, the second gets a conflict', async () => {
  await book();
  expect((await save({ weight_kg: 1_900 })).status).toBe(200);
  const other = await save({ weight_kg: 1_950 }, admin);
  expect(other).toMatchObject({ status: 409, body: { message: expect.stringContaining('meanwhile') } });
  expect((await papers()).cars[0].weight_kg).toBe(1_900);
});

test('a bill of sale is issued once the price is paid, and ends when money is refunded', async () => {
  const booking = await book();
  expect(await file('bill_of_sale')).toMatchObject({ statusCode: 409 });
  expect((await papers()).papers).toMatchObject([{ closed: null }, { closed: null }, { closed: 'not_paid' }]);
  await payBalance(pool, booking);
  const text = await textOf('bill_of_sale');
  expect(text).toMatch(/The seller, .+, sold the cars below to Otieno Motors Ltd, who has paid the price in full/);
  const issued = await newest('bill_of_sale');
  await pool.query(
    `insert into allocations (order_id, payment_id, cents) select $1, id, -100 from payments where order_id = $1 and captured_at is not null`,
    [order],
  );
  expect(await stateOf(issued)).toEqual(['outdated', 'money']);
  expect((await file('bill_of_sale')).statusCode).toBe(409);
});

test('papers end when the order is canceled, and a held order has none', async () => {
  expect((await file('packing_list')).statusCode).toBe(409);
  await book();
  await file('packing_list');
  const issued = await newest('packing_list');
  await pool.query("update orders set life = 'cancelled', ended_at = now() where id = $1", [order]);
  expect(await stateOf(issued)).toEqual(['outdated', 'canceled']);
  expect((await file('packing_list')).statusCode).toBe(409);
  expect((await save()).status).toBe(409);
});

test('only parties see papers, sellers get no commercial invoice, and buyers cannot save facts', async () => {
  await book();
  const stranger = await signIn(pool);
  for (const kind of ['commercial_invoice', 'packing_list']) expect((await file(kind, stranger)).statusCode).toBe(404);
  expect((await save({}, stranger)).status).toBe(404);
  expect((await getJson(app, `/api/orders/${order}/export-papers`, stranger.cookie)).status).toBe(404);
  expect((await file('packing_list', seller)).statusCode).toBe(200);
  expect((await file('commercial_invoice', seller)).statusCode).toBe(404);
  expect((await papers(seller)).papers.map(({ kind }: { kind: string }) => kind)).toEqual([
    'packing_list',
    'bill_of_sale',
  ]);
  expect((await file('commercial_invoice', admin)).statusCode).toBe(200);
  expect((await save({}, buyer)).status).toBe(403);
  expect((await papers(buyer)).may_write).toBe(false);
});

test('a rental has no export papers', async () => {
  await pool.query("update orders set offer = 'Rent' where id = $1", [order]);
  expect(await papers()).toEqual({ may_write: false, papers: [], cars: [] });
});
