import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { portsOf, UNION_MEMBERS } from '#features/customs/import-rules/model/ports.ts';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { rulesCheckedToday } from '../../../../../tests/support/customs/rules.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addCompany } from '../../../../../tests/support/payments/billing.ts';
import { type Buyer, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { orderByTransfer } from '../../../../../tests/support/payments/transfers.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

/** All members of the European Union, and the country whose rule prohibits the car. */
const COUNTRIES = [...UNION_MEMBERS, 'US'];
const PRICE = 10_000;
const SOURCE = { title: expect.stringMatching(/./), publisher: expect.stringMatching(/./) };
let app: FastifyInstance;
let pool: pg.Pool;
let buyer: Buyer;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  await loadSeed(pool, await rulesCheckedToday());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  await addCompany(pool);
});
beforeEach(async () => {
  buyer = await signIn(pool);
});

async function newCar(): Promise<number> {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', year: 2022, priceCents: PRICE * 100 }]);
  await pool.query("update listings set steering = 'left' where id = $1", [car]);
  return car;
}
const allowAgain = () => pool.query('delete from request_counts');
const book = async () => (await payingCalls(app).buy(buyer, await newCar(), PRICE)).order_id;
const hold = async () => orderByTransfer(app, buyer, await newCar(), PRICE * 0.2775);

type Answer = { country: string; light: string; quote: { verdict: { reasons: { sources: unknown[] }[] } } };
/** Expects an answer for each country that rests on rules with sources. */
function expectAnswers(answers: Answer[], countries: readonly string[]): void {
  expect(answers.map(({ country }) => country).sort()).toEqual([...countries].sort());
  for (const { country, light, quote } of answers) {
    expect(['green', 'amber', 'red'], country).toContain(light);
    expectReasons(country, quote.verdict.reasons);
  }
}
function expectReasons(country: string, reasons: { sources: unknown[] }[]): void {
  expect(reasons, country).not.toEqual([]);
  for (const { sources } of reasons) expect(sources, country).toContainEqual(expect.objectContaining(SOURCE));
}
const answersOf = async (orderId: number): Promise<Answer[]> =>
  (await pool.query('select country, light, quote from order_destinations where order_id = $1', [orderId])).rows;

test('the check and the landed cost answer for each country with reasons and sources', async () => {
  const car = await newCar();
  for (const country of COUNTRIES) {
    await allowAgain();
    const query = `country=${country}&listing_id=${car}`;
    const check = await getJson(app, `/api/import/check?${query}`);
    const cost = await getJson(app, `/api/landed-cost?${query}`);
    expect([country, check.status, cost.status]).toEqual([country, 200, 200]);
    expect([country, check.body.light]).toEqual([country, country === 'US' ? 'red' : 'amber']);
    expectReasons(country, check.body.reasons);
    expect(cost.body).toMatchObject({ light: check.body.light, sentence: check.body.sentence });
    // Charges without a source are named instead of being counted as nothing.
    const missing = cost.body.total === null ? cost.body.missing : [{ sentence: 'none' }];
    expect(missing, country).toContainEqual(expect.objectContaining({ sentence: expect.stringMatching(/./) }));
  }
});

test('the checkout stores an answer for each member, and refuses a prohibited car with the reasons', async () => {
  const buyers: number[] = [];
  for (const country of COUNTRIES) {
    await allowAgain();
    const other = await signIn(pool);
    buyers.push(other.id);
    const { status, body } = await payingCalls(app).pay(other, await newCar(), PRICE, { destination: { country } });
    expect([country, status]).toEqual([country, country === 'US' ? 409 : 200]);
    if (status === 409) expect(body.fields.destination).toMatch(/25 years.*\(.+: .+\)/);
  }
  const { rows } = await pool.query(
    `select d.country, d.light, d.quote from payment_destinations d join payments p on p.id = d.payment_id
     where p.user_id = any($1)`,
    [buyers],
  );
  expectAnswers(rows, UNION_MEMBERS);
});

test('naming a consignee asks in each country', async () => {
  const order = await hold();
  for (const country of COUNTRIES) {
    await allowAgain();
    const named = { name: 'Amina Otieno', address: 'Main Street 4', phone: '+254 712 345678', country };
    const { status } = await postJson(app, `/api/orders/${order}/consignee`, named, {
      cookie: buyer.cookie,
      method: 'PUT',
    });
    expect([country, status]).toEqual([country, country === 'US' ? 409 : 200]);
  }
  expectAnswers(await answersOf(order), UNION_MEMBERS);
});

test('choosing a trade term asks in each country', async () => {
  const admin = await signInAdmin(pool);
  const order = await hold();
  for (const [index, country] of COUNTRIES.entries()) {
    await allowAgain();
    const cents = 150_000 + index;
    await pool.query(
      `insert into transport_rates (country, port, place, inspection_cents, freight_cents, insurance_bps, inland_cents, saved_by)
       values ($1, 'DEBRV', '', 0, $2, 100, null, $3)`,
      [country, cents, admin.id],
    );
    await pool.query(
      `insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
       values ($1, 'Amina Otieno', 'Main Street 4', '', $2, '+254700000000', '', false, now(), now(), now())`,
      [order, country],
    );
    const term = { term: 'CFR', port: 'DEBRV', place: '', inspection: false, total_cents: cents };
    const { status, body } = await postJson(app, `/api/orders/${order}/trade-term`, term, {
      cookie: buyer.cookie,
      method: 'PUT',
    });
    expect([country, status, JSON.stringify(body)]).toEqual([country, country === 'US' ? 409 : 200, expect.anything()]);
  }
  expectAnswers(await answersOf(order), UNION_MEMBERS);
});

test('a sailing to a port asks in the country of the port', async () => {
  const { cookie } = await signInAdmin(pool);
  const answers: Answer[] = [];
  const coastal = COUNTRIES.filter((country) => portsOf(country).length > 0);
  for (const country of coastal) {
    await allowAgain();
    buyer = await signIn(pool);
    const order = await book();
    const sailing = {
      ...{ vessel: 'Morning Sea', imo: '9074729', voyage: `V${randomUUID().slice(0, 6).toUpperCase()}` },
      ...{ from_place: 'CNSHA', to_place: portsOf(country)[0]?.code, cars: [{ car: orderNumber(order) }] },
    };
    const { body } = await postJson(app, '/api/admin/sailings', sailing, { cookie });
    expect([country, body.saved]).toEqual([country, country !== 'US']);
    if (!body.saved) expect(body.rows[0].problem).toContain('Prohibited in United States');
    answers.push(...(await answersOf(order)));
  }
  expectAnswers(
    answers,
    coastal.filter((country) => country !== 'US'),
  );
});
