import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { rulesCheckedToday } from '../../../../../tests/support/customs/rules.ts';
import { PASSWORD, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo } from '../../../../../tests/support/mail/mails.ts';
import { addCompany } from '../../../../../tests/support/payments/billing.ts';
import { type Buyer, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { orderByTransfer } from '../../../../../tests/support/payments/transfers.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const PRICE = 10_000;
const AMINA = { name: 'Amina Otieno', address: 'Moi Avenue 4', phone: '+254 712 345678' };
const UNCLE = { name: 'My uncle, a diplomat', country: 'KE' };
let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };
let buyer: Buyer & { email: string };
let car: number;
let order: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  await loadSeed(pool, await rulesCheckedToday());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  admin = await signInAdmin(pool);
  await addCompany(pool);
});

/** A buyer has paid the deposit of a car with left-hand drive, which Kenya and Tanzania prohibit, and said nothing about where it goes. */
beforeEach(async () => {
  await pool.query('delete from request_counts');
  await pool.query('delete from mail_outbox');
  await buy();
});

async function buy(destination?: object) {
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', year: 2022, priceCents: PRICE * 100 }]);
  await pool.query("update listings set steering = 'left', engine_cc = 1500 where id = $1", [car]);
  buyer = await signIn(pool);
  order = (await payingCalls(app).buy(buyer, car, PRICE, destination && { destination })).order_id;
}

const answers = async () =>
  (
    await pool.query(
      'select cause, country, light, buying_for, buying_for_country from order_destinations where order_id = $1 order by id',
      [order],
    )
  ).rows;
const at = (rest = '') => `/api/orders/${order}/consignee${rest}`;
const askCode = (body: object) => postJson(app, at('/code'), { ...AMINA, ...body }, { cookie: buyer.cookie });
const put = (body: object) => postJson(app, at(), { ...AMINA, ...body }, { cookie: buyer.cookie, method: 'PUT' });
const codes = async () =>
  (await mailsTo(pool, buyer.email)).filter(({ subject }) => subject.startsWith('Your code for order'));
/** Names a consignee after the deposit, with password and code. */
async function name(body: object) {
  const asked = await askCode(body);
  if (asked.status !== 200) return asked;
  const code = /\b\d{6}\b/.exec((await codes()).at(-1)?.text.split('Your code is')[1] ?? '')?.[0];
  return put({ ...body, password: PASSWORD, code });
}
const sail = (to: string) =>
  postJson(
    app,
    '/api/admin/sailings',
    {
      ...{ vessel: 'Morning Sea', imo: '9074729', voyage: `V${randomUUID().slice(0, 6).toUpperCase()}` },
      ...{ from_place: 'CNSHA', to_place: to, cars: [{ car: `CQ-${String(order).padStart(6, '0')}` }] },
    },
    { cookie: admin.cookie },
  );
const onBoard = async () =>
  (await getJson(app, '/api/admin/orders/board?limit=100', admin.cookie)).body.items.find(
    (item: { order_id: number }) => item.order_id === order,
  ).import;

test('a consignee in a country that prohibits the car is refused with the reasons, before a code is sent', async () => {
  const { status, body } = await name({ country: 'KE' });
  expect(status).toBe(409);
  expect(body.message).toContain('prohibit the car in Kenya');
  expect(body.fields).toMatchObject({
    destination: expect.stringContaining('right-hand'),
    buying_for: expect.any(String),
  });
  expect([await codes(), await answers()]).toEqual([[], []]);
});

test('records a declared recipient, emails the office and marks the order red on the board', async () => {
  expect(await onBoard()).toEqual({ country: null, light: null });
  expect((await name({ country: 'KE', buying_for: UNCLE })).status).toBe(200);
  const declared = {
    cause: 'consignee',
    country: 'KE',
    light: 'red',
    buying_for: UNCLE.name,
    buying_for_country: 'KE',
  };
  expect(await answers()).toEqual([declared]);
  const { rows } = await pool.query("select text from mail_outbox where subject like '%prohibited in Kenya'");
  expect(rows.length).toBeGreaterThan(0);
  expect(rows[0].text).toContain(UNCLE.name);
  await pool.query('update consignees set applied_at = effective_at where order_id = $1', [order]);
  expect(await onBoard()).toEqual({ country: 'KE', light: 'red' });
  const { body } = await getJson(app, `/api/admin/orders/${order}`, admin.cookie);
  expect(body.imports).toMatchObject([{ cause: 'consignee', country: 'KE', light: 'red', buying_for: UNCLE.name }]);
  expect(body.imports[0].why).toContain('right-hand');
});

test('checks a car once per country, including the check before payment', async () => {
  await buy({ country: 'GE', buyer: 'person' });
  expect((await name({ country: 'GE' })).status).toBe(200);
  expect(await answers()).toEqual([]);
  await pool.query('update consignees set applied_at = effective_at where order_id = $1', [order]);
  expect((await name({ country: 'NG' })).status).toBe(200);
  expect(await answers()).toMatchObject([{ country: 'NG', light: 'amber' }]);
});

test('records that a buyer paid without the requested destination', async () => {
  const shown = async () => (await getJson(app, `/api/admin/orders/${order}`, admin.cookie)).body.destination_not_said;
  expect(await shown()).toBe(false);
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', priceCents: PRICE * 100 }]);
  order = (await payingCalls(app).buy(buyer, car, PRICE, { destination_not_said: true })).order_id;
  expect(await shown()).toBe(true);
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', priceCents: PRICE * 100 }]);
  const said = { destination_not_said: true, destination: { country: 'GE' } };
  order = (await payingCalls(app).buy(buyer, car, PRICE, said)).order_id;
  expect(await shown()).toBe(false);
});

test('a held order’s consignee is refused and recorded like a booked one’s', async () => {
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', year: 2022, priceCents: PRICE * 100 }]);
  await pool.query("update listings set steering = 'left' where id = $1", [car]);
  order = await orderByTransfer(app, buyer, car, 2_775);
  expect((await put({ country: 'KE' })).status).toBe(409);
  expect((await put({ country: 'KE', buying_for: UNCLE })).status).toBe(200);
  expect(await answers()).toMatchObject([{ country: 'KE', light: 'red' }]);
});

test('a car that is prohibited in the declared country as well is refused there and in the checkout', async () => {
  const { status, body } = await name({ country: 'KE', buying_for: { ...UNCLE, country: 'TZ' } });
  expect([status, Object.keys(body.fields)]).toEqual([409, ['destination', 'buying_for_country']]);
  expect((await name({ country: 'KE', buying_for: { ...UNCLE, country: 'AE' } })).status).toBe(200);
  const { rows } = await pool.query(
    "select buying_for_quote -> 'verdict' ->> 'light' as light from order_destinations where order_id = $1",
    [order],
  );
  expect(rows).toEqual([{ light: 'amber' }]);
});

test('a sailing to a country that prohibits the car is refused, until the buyer has declared for whom it is', async () => {
  const { body } = await sail('KEMBA');
  expect(body).toMatchObject({ saved: false, rows: [{ outcome: 'problem' }] });
  expect(body.rows[0].problem).toContain('Prohibited in Kenya');
  expect(await answers()).toEqual([]);
  await name({ country: 'KE', buying_for: UNCLE });
  expect((await sail('KEMBA')).body).toMatchObject({ saved: true, rows: [{ problem: null }] });
});

test('checks a landlocked destination by its own rules, not by those of the transit port', async () => {
  await name({ country: 'RW' });
  await pool.query('update consignees set applied_at = effective_at where order_id = $1', [order]);
  expect((await sail('KEMBA')).body.saved).toBe(true);
  expect((await answers()).map(({ country }) => country)).toEqual(['RW']);
});

test('the country of a sailing is recorded, and does not say where the car goes', async () => {
  expect((await sail('GEPTI')).body.saved).toBe(true);
  expect(await answers()).toMatchObject([{ cause: 'sailing', country: 'GE' }]);
  expect(await onBoard()).toEqual({ country: null, light: null });
});

test('a consignee named before the rules were asked is marked on the board, and asked when the trade term is chosen', async () => {
  await pool.query(
    `insert into transport_rates (country, port, place, inspection_cents, freight_cents, insurance_bps, inland_cents, saved_by)
     values ('KE', 'KEMBA', '', 0, 150000, 100, null, $1) on conflict do nothing`,
    [admin.id],
  );
  await pool.query(
    `insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
     values ($1, 'Amina Otieno', 'Mombasa', '', 'KE', '+254700000000', '', false, now(), now(), now())`,
    [order],
  );
  expect(await onBoard()).toEqual({ country: 'KE', light: null });
  const term = { term: 'CFR', port: 'KEMBA', place: '', inspection: false, total_cents: 150_000 };
  const choose = () => postJson(app, `/api/orders/${order}/trade-term`, term, { cookie: buyer.cookie, method: 'PUT' });
  const refused = await choose();
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Name the consignee again')]);
  expect((await name({ country: 'KE', buying_for: UNCLE })).status).toBe(200);
  expect((await choose()).status).toBe(200);
});

test('answers never change; only the name of the person is erased, with the account', async () => {
  await name({ country: 'KE', buying_for: UNCLE });
  const refused = (sql: string) => expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
  await refused("update order_destinations set light = 'green'");
  await refused('delete from order_destinations');
  await refused('truncate order_destinations');
  await pool.query('update order_destinations set buying_for = null');
  expect(await answers()).toMatchObject([{ buying_for: null, buying_for_country: 'KE' }]);
});
