import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { type Buyer, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { allowAnyStep } from '../../../../../tests/support/payments/ready-order.ts';
import { daysFromNow, msFromNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { mailDueArrivals } from './shipment-mails.ts';

const PRICE = 10_000;
let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };
let buyer: Buyer & { email: string };
let orderId: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  admin = await signInAdmin(pool);
});

beforeEach(async () => {
  await pool.query('delete from request_counts');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  buyer = await signIn(pool);
  orderId = (await payingCalls(app).buy(buyer, car, PRICE)).order_id;
  await allowAnyStep(pool);
  await pool.query('delete from mail_outbox');
});

const isoInDays = (days: number) => daysFromNow(days).toISOString();
async function expectArrival(days: number, note = '', car: object = {}): Promise<string> {
  const body = { id: randomUUID(), step: 'arrived', certainty: 'estimated', happens_at: isoInDays(days), note };
  const event = { ...body, ...car, place: 'KEMBA' };
  expect((await postJson(app, `/api/orders/${orderId}/events`, event, { cookie: admin.cookie })).status).toBe(200);
  return body.id;
}
const mails = async () =>
  (await pool.query('select subject, text from mail_outbox where to_address = $1 order by id', [buyer.email])).rows;
const later = (hours: number) =>
  mailDueArrivals(
    { pool, clock: { now: () => msFromNow(hours * 3_600_000) }, siteOrigin: 'http://localhost' },
    (error) => {
      throw error;
    },
  );
const day = (days: number) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'Africa/Nairobi', dateStyle: 'medium' }).format(daysFromNow(days));

test('emails the buyer the old date, the new date and the reason when the expected arrival moves', async () => {
  await expectArrival(30);
  expect(await mails()).toEqual([]);
  await expectArrival(36, 'Engine repair in Colombo.');
  const [mail, ...others] = await mails();
  expect(mail.subject).toBe(`The 2021 BYD Seal is now expected on ${day(36)}`);
  expect(mail.text).toContain(`Before: ${day(30)}`);
  expect(mail.text).toContain(`Now: ${day(36)}`);
  expect(mail.text).toContain('Reason: Engine repair in Colombo.');
  expect(others).toEqual([]);
});

test('a second change within a day is emailed a day later, once and with the newest date', async () => {
  await expectArrival(30);
  await expectArrival(36);
  await expectArrival(40);
  await expectArrival(41, 'The pilot is late.');
  await later(23);
  expect(await mails()).toHaveLength(1);
  await later(25);
  await later(26);
  const [, second, ...others] = await mails();
  expect(second.text).toContain(`Before: ${day(36)}`);
  expect(second.text).toContain(`Now: ${day(41)}`);
  expect(second.text).toContain('The pilot is late.');
  expect(others).toEqual([]);
});

test('sends no email if the date has changed back, is on the same day, or the vessel has arrived', async () => {
  await expectArrival(30);
  await expectArrival(36);
  await expectArrival(40);
  await expectArrival(36);
  await later(25);
  await expectArrival(36, 'Still the same day.');
  await expectArrival(42);
  const arrived = { id: randomUUID(), step: 'arrived', certainty: 'actual', happens_at: isoInDays(-1) };
  await postJson(app, `/api/orders/${orderId}/events`, arrived, { cookie: admin.cookie });
  await later(50);
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    `The 2021 BYD Seal is now expected on ${day(36)}`,
    'The 2021 BYD Seal has arrived at the port',
  ]);
});

/** Adds a second car to the order and returns its id. */
async function addToOrder(): Promise<string> {
  const [car = 0] = await addCars(pool, [{ make: 'Voyah', model: 'Free', priceCents: PRICE * 100 }]);
  await pool.query(
    `insert into order_cars (order_id, listing_id, seller_id, price_cents, tax_cents, fee_cents, total_cents, commission_cents, sells)
     select order_id, $2, seller_id, price_cents, tax_cents, fee_cents, total_cents, commission_cents, sells from order_cars where order_id = $1`,
    [orderId, car],
  );
  return String(car);
}

test('emails the buyer when only the second car of the order is expected on another day', async () => {
  const second = await addToOrder();
  await expectArrival(30);
  await expectArrival(36, 'It missed the vessel.', { listing_id: second });
  const [mail, ...others] = await mails();
  expect(mail.subject).toBe(`The 2021 Voyah Free is now expected on ${day(36)}`);
  expect(mail.text).toContain(`Before: ${day(30)}`);
  expect(mail.text).not.toContain('BYD');
  expect(others).toEqual([]);
});

test('one email names all affected cars of the order, each with its own dates if these differ', async () => {
  const second = await addToOrder();
  await expectArrival(30);
  await expectArrival(36);
  await expectArrival(40, '', { listing_id: second });
  await expectArrival(41);
  await expectArrival(47, 'It missed the vessel.', { listing_id: second });
  await later(25);
  await later(50);
  const [both, each, ...others] = await mails();
  const lot = 'lot of 2 cars (2021 BYD Seal, 2021 Voyah Free)';
  expect(both.subject).toBe(`The ${lot} is now expected on ${day(36)}`);
  expect(both.text.match(/Before:/g)).toHaveLength(1);
  expect(each.subject).toBe(`New expected arrival dates of the ${lot}`);
  expect(each.text).toContain(`2021 BYD Seal\nBefore: ${day(36)}\nNow: ${day(41)}`);
  expect(each.text).toContain(`2021 Voyah Free\nBefore: ${day(36)}\nNow: ${day(47)}`);
  expect(others).toEqual([]);
});

/** Puts the car on a voyage, says when it is expected to arrive, and returns the sailing. */
async function load(etaDays: number | null, voyage = randomUUID().slice(0, 8)): Promise<number> {
  const vessel = { vessel: 'Morning Sea', imo: '9074729', voyage, from_place: 'CNSHA', to_place: 'KEMBA' };
  const eta = etaDays === null ? {} : { eta: isoInDays(etaDays) };
  const body = { ...vessel, ...eta, cars: [{ car: String(orderId) }] };
  const loaded = await postJson(app, '/api/admin/sailings', body, { cookie: admin.cookie });
  expect(loaded.body.saved).toBe(true);
  return loaded.body.sailing_id;
}

test('emails the buyer when the car moves to a vessel that arrives on another day', async () => {
  await load(30);
  await load(30);
  expect(await mails()).toEqual([]);
  const voyage = randomUUID().slice(0, 8);
  await load(51, voyage);
  await load(51, voyage);
  const [mail, ...others] = await mails();
  expect(mail.subject).toBe(`The 2021 BYD Seal is now expected on ${day(51)}`);
  expect(mail.text).toContain(`Before: ${day(30)}`);
  expect(others).toEqual([]);
});

test('emails the buyer when the vessel that the car moves to had its arrival before', async () => {
  const voyage = randomUUID().slice(0, 8);
  const other = await signIn(pool);
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const mine = orderId;
  orderId = (await payingCalls(app).buy(other, car, PRICE)).order_id;
  await allowAnyStep(pool);
  await load(51, voyage);
  orderId = mine;
  await load(30);
  await pool.query('delete from known_arrivals');
  await pool.query('delete from mail_outbox');
  await load(null, voyage);
  expect((await mails()).map(({ subject }) => subject)).toEqual([`The 2021 BYD Seal is now expected on ${day(51)}`]);
});

test('emails the buyers of all cars on a vessel whose arrival moved, and when a wrong date is withdrawn', async () => {
  const sailing = await load(30);
  const event = { id: randomUUID(), step: 'arrived', certainty: 'estimated', happens_at: isoInDays(44) };
  await postJson(app, `/api/admin/sailings/${sailing}/events`, event, { cookie: admin.cookie });
  await postJson(
    app,
    `/api/orders/${orderId}/events/${event.id}/withdrawal`,
    { reason: 'Of another vessel.' },
    { cookie: admin.cookie },
  );
  await later(25);
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    `The 2021 BYD Seal is now expected on ${day(44)}`,
    `The 2021 BYD Seal is now expected on ${day(30)}`,
  ]);
});

const change = (values: object = {}, who: { cookie: string } = admin) =>
  postJson(
    app,
    `/api/admin/orders/${orderId}/schedule`,
    {
      id: randomUUID(),
      step: 'sailed',
      due_on: isoInDays(60).slice(0, 10),
      owner: 'carrier',
      reason: 'The vessel was full.',
      ...values,
    },
    { cookie: who.cookie },
  );
const sailed = async () => {
  const { body } = await getJson(app, `/api/orders/${orderId}/timeline`, buyer.cookie);
  return body.cars[0].steps.find(({ step }: { step: string }) => step === 'sailed');
};

test('the operator changes due date and owner of a step, and the buyer sees why', async () => {
  const id = randomUUID();
  expect((await change({ id, owner: 'seller' })).status).toBe(200);
  expect((await change({ id, owner: 'seller' })).status).toBe(200);
  expect((await change({ id, owner: 'buyer' })).status).toBe(422);
  const step = await sailed();
  expect(step).toMatchObject({ owner: 'seller', late: false, due_changes: [{ id, reason: 'The vessel was full.' }] });
  expect(step.due_at.slice(0, 10)).toBe(isoInDays(60).slice(0, 10));
  const board = await getJson(app, '/api/admin/orders/board?limit=50', admin.cookie);
  expect(board.status).toBe(200);
  await expect(pool.query('delete from order_schedule_changes')).rejects.toThrow('append-only');
});

test.each([
  ['a step of rentals', { step: 'pick_up' }, 400],
  ['a day before the order', { due_on: '2020-01-01' }, 400],
  ['a day in more than two years', { due_on: isoInDays(3 * 365).slice(0, 10) }, 400],
  ['no reason', { reason: ' ' }, 400],
  ['a payment', { step: 'balance' }, 400],
])('refuses to change %s', async (_what, values, status) => {
  expect((await change(values)).status).toBe(status);
  expect((await sailed()).due_changes).toEqual([]);
});

test('refuses to change the schedule of an ended order', async () => {
  await pool.query("update orders set life = 'completed', ended_at = now() where id = $1", [orderId]);
  expect((await change({})).status).toBe(409);
  expect((await sailed()).due_changes).toEqual([]);
});

test('only staff who may change orders can change a schedule', async () => {
  expect((await change({}, buyer)).status).toBe(403);
  const finance = await signInAdmin(pool, { role: 'finance' });
  expect((await change({}, finance)).status).toBe(403);
  expect((await sailed()).due_changes).toEqual([]);
});
