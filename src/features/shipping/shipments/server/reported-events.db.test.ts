import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { type Buyer, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { allowAnyStep } from '../../../../../tests/support/payments/ready-order.ts';
import { daysFromNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const PRICE = 10_000;
let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };
let buyer: Buyer & { email: string };
let seller: Buyer;
let orderId: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  admin = await signInAdmin(pool);
});

beforeEach(async () => {
  await pool.query('delete from request_counts');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const { rows } = await pool.query('select user_id from listings where id = $1', [car]);
  seller = { id: rows[0].user_id, cookie: await sessionOf(pool, rows[0].user_id) };
  buyer = await signIn(pool);
  orderId = (await payingCalls(app).buy(buyer, car, PRICE)).order_id;
  await allowAnyStep(pool);
  await pool.query('delete from mail_outbox');
});

const isoInDays = (days: number) => daysFromNow(days).toISOString();
async function tell(event: Record<string, unknown>, who: { cookie: string } = seller): Promise<string> {
  const body = { id: randomUUID(), certainty: 'actual', happens_at: isoInDays(-1), ...event };
  const told = await postJson(app, `/api/orders/${orderId}/events`, body, { cookie: who.cookie });
  expect(told.status).toBe(200);
  return body.id;
}
const withdraw = (event: string, who: { cookie: string } = seller, reason = 'It was another car.') =>
  postJson(app, `/api/orders/${orderId}/events/${event}/withdrawal`, { reason }, { cookie: who.cookie });
const stateOf = async (step: string) => {
  const { body } = await getJson(app, `/api/orders/${orderId}/timeline`, buyer.cookie);
  return body.cars[0].steps.find((each: { step: string }) => each.step === step);
};
const written = async (who: { cookie: string } = seller) =>
  (await getJson(app, `/api/orders/${orderId}/events`, who.cookie)).body.items;
const subjects = async () =>
  (await pool.query('select subject from mail_outbox where to_address = $1 order by id', [buyer.email])).rows.map(
    ({ subject }) => subject,
  );

test('a withdrawn event proves nothing, and the timeline shows neither the event nor the withdrawal', async () => {
  await tell({ step: 'inspection' });
  const wrong = await tell({ step: 'sailed', note: 'On the Morning Sea.' });
  expect((await stateOf('at_port')).state).toBe('passed');
  expect(await withdraw(wrong)).toMatchObject({ status: 200, body: { id: wrong, repeated: false } });
  expect(await stateOf('sailed')).toMatchObject({ state: 'open', note: '', certainty: null });
  expect((await stateOf('at_port')).state).toBe('open');
  expect((await stateOf('inspection')).state).toBe('done');
  const timeline = await getJson(app, `/api/orders/${orderId}/timeline`, buyer.cookie);
  expect(JSON.stringify(timeline.body)).not.toMatch(/Morning Sea|another car/);
});

test('shows again the event that the withdrawn one had replaced', async () => {
  await tell({ step: 'arrived', certainty: 'estimated', happens_at: isoInDays(30) }, admin);
  const wrong = await tell({ step: 'arrived', certainty: 'estimated', happens_at: isoInDays(90) }, admin);
  await withdraw(wrong, admin);
  expect((await stateOf('arrived')).at).toBe((await stateOf('arrived')).changes.at(-1).at);
  expect((await stateOf('arrived')).changes).toHaveLength(1);
});

test('the seller and the operator still see event and reason, and neither can be changed', async () => {
  const wrong = await tell({ step: 'at_port' });
  await withdraw(wrong);
  for (const who of [seller, admin])
    expect(await written(who)).toMatchObject([
      { id: wrong, withdrawn: { reason: 'It was another car.' }, withdrawable: false },
    ]);
  expect((await getJson(app, `/api/orders/${orderId}/events`, buyer.cookie)).status).toBe(403);
  await expect(pool.query('delete from shipment_withdrawals')).rejects.toThrow('append-only');
  await expect(pool.query("update shipment_withdrawals set reason = 'x'")).rejects.toThrow('append-only');
});

test('a second withdrawal has no further effect', async () => {
  const wrong = await tell({ step: 'at_port' });
  const answers = await Promise.all([withdraw(wrong), withdraw(wrong, seller, 'Twice.'), withdraw(wrong)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1);
});

test('a buyer who was emailed about the step gets a correction, and the true report is emailed again', async () => {
  const wrong = await tell({ step: 'at_port' });
  await withdraw(wrong);
  await tell({ step: 'at_port' });
  expect(await subjects()).toEqual([
    'The 2021 BYD Seal is at the port',
    'Correction about the 2021 BYD Seal',
    'The 2021 BYD Seal is at the port',
  ]);
});

test('no correction is sent while another report proves the step', async () => {
  await tell({ step: 'at_port' });
  const wrong = await tell({ step: 'at_port', note: 'Row D.' });
  await withdraw(wrong);
  expect(await subjects()).toHaveLength(1);
});

test.each([
  ['the buyer', () => buyer.cookie, 404],
  ['another user', async () => (await signIn(pool)).cookie, 404],
  ['the seller, of a report by the office', () => seller.cookie, 403],
  ['support', async () => (await signInAdmin(pool, { role: 'support' })).cookie, 200],
  ['finance', async () => (await signInAdmin(pool, { role: 'finance' })).cookie, 403],
])('answers %s who withdraws', async (_who, cookie, status) => {
  const event = await tell({ step: 'at_port' }, admin);
  expect((await withdraw(event, { cookie: await cookie() })).status).toBe(status);
  expect((await stateOf('at_port')).state === 'done').toBe(status !== 200);
});

test('an event of another order is not found', async () => {
  const event = await tell({ step: 'at_port' });
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', priceCents: PRICE * 100 }]);
  orderId = (await payingCalls(app).buy(buyer, car, PRICE)).order_id;
  await allowAnyStep(pool);
  expect((await withdraw(event, admin)).status).toBe(404);
});

test("a report about another seller's car is not found", async () => {
  const other = await signIn(pool);
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', priceCents: PRICE * 100 }]);
  await pool.query(
    `insert into order_cars (order_id, listing_id, seller_id, price_cents, tax_cents, fee_cents, total_cents, commission_cents, sells)
     select order_id, $2, $3, price_cents, tax_cents, fee_cents, total_cents, commission_cents, false from order_cars where order_id = $1`,
    [orderId, car, other.id],
  );
  const event = await tell({ step: 'at_port', listing_id: String(car) }, other);
  expect((await withdraw(event, seller)).status).toBe(404);
  const seen = (await getJson(app, `/api/orders/${orderId}/events`, seller.cookie)).body.items;
  expect(seen.map(({ id }: { id: string }) => id)).not.toContain(event);
  expect((await withdraw(event, other)).status).toBe(200);
});

test('withdrawing a report of a vessel affects all cars on it and updates the board', async () => {
  const body = {
    vessel: 'Morning Sea',
    imo: '9074729',
    voyage: randomUUID().slice(0, 8),
    from_place: 'CNSHA',
    to_place: 'KEMBA',
    cars: [{ car: String(orderId) }],
  };
  const { sailing_id: sailing } = (await postJson(app, '/api/admin/sailings', body, { cookie: admin.cookie })).body;
  const event = { id: randomUUID(), step: 'sailed', certainty: 'actual', happens_at: isoInDays(-1) };
  await postJson(app, `/api/admin/sailings/${sailing}/events`, event, { cookie: admin.cookie });
  expect((await stateOf('sailed')).state).toBe('done');
  await pool.query('delete from shipment_changes');
  expect((await withdraw(event.id, admin)).status).toBe(200);
  expect((await stateOf('sailed')).state).toBe('open');
  const { items } = (await getJson(app, '/api/admin/sailings', admin.cookie)).body;
  const shown = items.find(({ id }: { id: number }) => id === sailing);
  expect(shown.steps.find(({ step }: { step: string }) => step === 'sailed').changes).toEqual([]);
  const { rows } = await pool.query('select order_id from shipment_changes');
  expect(rows).toEqual([{ order_id: orderId }]);
});
