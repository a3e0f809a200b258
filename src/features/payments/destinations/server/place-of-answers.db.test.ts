import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { findWholeListing, makeQuote } from '#features/catalog/server/api.ts';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { insertRows, insertVersion } from '#features/customs/import-rules/server/book/rule-row-store.ts';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { todayOf } from '#features/customs/server/api.ts';
import { linesOf, type TransportRate, totalOf } from '#features/payments/trade-terms/model/trade-term.ts';
import { systemClock } from '#lib/clock.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { rulesCheckedToday } from '../../../../../tests/support/customs/rules.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addCompany } from '../../../../../tests/support/payments/billing.ts';
import type { Buyer } from '../../../../../tests/support/payments/paying.ts';
import { holdForTransfer } from '../../../../../tests/support/payments/transfers.ts';
import { postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { checkDestination } from './decide-destination.ts';
import { insertAnswer } from './destination-store.ts';

const AMINA = { name: 'Amina Otieno', address: 'Moi Avenue 4', phone: '+254 712 345678' };
let app: FastifyInstance;
let pool: pg.Pool;
let rules: RuleBookCache;
let buyer: Buyer;
let cars: [number, number];
let order: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  await loadSeed(pool, await rulesCheckedToday());
  rules = new RuleBookCache(pool);
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  await addCompany(pool);
});

/** A buyer holds two cars with right-hand drive. */
beforeEach(async () => {
  await pool.query('delete from request_counts');
  cars = (await addCars(pool, [
    { make: 'Toyota', model: 'Corolla', year: 2022, priceCents: 1_000_000 },
    { make: 'Toyota', model: 'Axio', year: 2022, priceCents: 900_000 },
  ])) as [number, number];
  await pool.query("update listings set steering = 'right', engine_cc = 1500 where id = any($1)", [cars]);
  buyer = await signIn(pool);
  order = (await holdForTransfer(pool, buyer.id, ...cars)).orderId;
});

const places = async () =>
  (
    await pool.query(
      `select listing_id as car, cause, country, quote #>> '{landed,journey,port}' as port, quote #>> '{door,city}' as city
       from order_destinations where order_id = $1 order by id`,
      [order],
    )
  ).rows;
const nameConsignee = (country: string) =>
  postJson(app, `/api/orders/${order}/consignee`, { ...AMINA, country }, { cookie: buyer.cookie, method: 'PUT' });

/** Stores an answer for the first car, as a payment or a sailing of that car does. */
async function answerFirst(country: string, port: string | null, city: string | null) {
  const car = await findWholeListing(pool, cars[0]);
  const place = { country, port, city, buyer: 'person' as const };
  const quote = makeQuote(await rules.book(), car!, place, todayOf(systemClock));
  const said = { shownLight: null, buyingFor: null, buyingForCountry: null, buyingForQuote: null };
  await insertAnswer(pool, order, 'sailing', { quote, ...said });
}

const KAMPALA: TransportRate = {
  ...{ country: 'UG', port: 'KEMBA', place: 'Kampala' },
  ...{ inspectionCents: 0, freightCents: 150_000, insuranceBps: 100, inlandCents: 50_000 },
};

const chooseTerm = (body: object) =>
  postJson(app, `/api/orders/${order}/trade-term`, body, { cookie: buyer.cookie, method: 'PUT' });

test('a consignee is assessed at the port and the city that the buyer chose in the country', async () => {
  await answerFirst('GE', 'GEBUS', null);
  await answerFirst('KE', 'KELAU', 'Nairobi');
  expect((await nameConsignee('KE')).status).toBe(200);
  expect((await places()).slice(2)).toEqual([
    { car: cars[1], cause: 'consignee', country: 'KE', port: 'KELAU', city: 'Nairobi' },
  ]);
});

test('a trade term is assessed at its port, and in the city that it names if the order has none', async () => {
  const admin = await signInAdmin(pool);
  await pool.query(
    `insert into transport_rates (country, port, place, inspection_cents, freight_cents, insurance_bps, inland_cents, saved_by)
     values ('UG', 'KEMBA', 'Kampala', 0, 150000, 100, 50000, $1)`,
    [admin.id],
  );
  await pool.query(
    `insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
     values ($1, 'Amina Otieno', 'Kampala', '', 'UG', '+256700000000', '', false, now(), now(), now())`,
    [order],
  );
  const choice = { term: 'CIP', port: 'KEMBA', place: 'Kampala', inspection: false } as const;
  const sold = cars.map((listingId, nth) => ({ listingId, priceCents: [1_000_000, 900_000][nth]! }));
  const chosen = await chooseTerm({ ...choice, total_cents: totalOf(linesOf(choice, KAMPALA, sold)) });
  expect([chosen.status, chosen.body.message]).toEqual([200, undefined]);
  expect(await places()).toEqual(
    cars.map((car) => ({ car, cause: 'trade_term', country: 'UG', port: null, city: 'Kampala' })),
  );
});

test('a sailing is assessed at its port, which comes before the one that the buyer chose', async () => {
  const check = async (port: string) => {
    const named = { country: 'KE', listingId: cars[1], port };
    const [answer] = await checkDestination(
      pool,
      { book: await rules.book(), clock: systemClock },
      { id: order, offer: 'Sell' },
      named,
      'shipments.row.prohibited',
    );
    return answer!.quote.landed.journey.port;
  };
  await answerFirst('KE', 'KELAU', null);
  expect(await check('KEMBA')).toBe('KEMBA');
  expect(await check('TZDAR')).toBe('KELAU');
});

test('a city to which no way is known any more does not block the order', async () => {
  await answerFirst('UG', null, 'Kampala');
  await withTransaction(pool, async (db) => {
    const version = await insertVersion(db, { reason: 'seed', proposedBy: null, approvedBy: null });
    const record = {
      ...{ id: 'UG-inland-9', country: 'UG', kind: 'inland', port: 'KEMBA', city: 'Entebbe', border: '' },
      ...{ leastDays: '10', mostDays: '14', currency: 'USD', low: '', likely: '', high: '', sources: 'KENFREIGHT' },
      ...{ confidence: 'forwarderGuide', from: '', to: '', checked: '2026-11-29', supersedes: 'UG-inland-kampala-1' },
    };
    await insertRows(db, [{ list: 'doorCosts', id: record.id, record }], version);
  });
  expect((await nameConsignee('UG')).status).toBe(200);
  expect((await places()).slice(1)).toEqual([
    { car: cars[1], cause: 'consignee', country: 'UG', port: null, city: null },
  ]);
});
