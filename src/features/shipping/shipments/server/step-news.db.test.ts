import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { type Buyer, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { allowAnyStep } from '../../../../../tests/support/payments/ready-order.ts';
import { daysFromNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const PRICE = 10_000;
let app: FastifyInstance;
let pool: pg.Pool;
let admin: { cookie: string };
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
const tell = (event: Record<string, unknown>) =>
  postJson(
    app,
    `/api/orders/${orderId}/events`,
    { id: randomUUID(), certainty: 'actual', happens_at: isoInDays(-1), ...event },
    { cookie: admin.cookie },
  );
const mails = async () =>
  (await pool.query('select subject, text from mail_outbox where to_address = $1 order by id', [buyer.email])).rows;

test('emails the buyer at each step that has happened, once', async () => {
  const event = { id: randomUUID(), step: 'at_port', place: 'CNSHA', note: 'Gate 4.', happens_at: isoInDays(-1) };
  await tell(event);
  await tell(event);
  await tell({ ...event, id: randomUUID(), note: 'Gate 5.' });
  await tell({ step: 'arrived', certainty: 'estimated', happens_at: isoInDays(30) });
  const [mail, ...others] = await mails();
  expect(mail.subject).toBe('The 2021 BYD Seal is at the port');
  expect(mail.text).toContain('Shanghai port');
  expect(mail.text).toContain('Gate 4.');
  expect(mail.text).toMatch(/Next: the balance, \w+ \d+, \d{4}\./);
  expect(mail.text).toContain(`/my-orders/${orderId}`);
  expect(others).toEqual([]);
});

test('does not email a step that is reported after a later one', async () => {
  await tell({ step: 'sailed' });
  await tell({ step: 'at_port' });
  await tell({ step: 'arrived' });
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'The 2021 BYD Seal has sailed',
    'The 2021 BYD Seal has arrived at the port',
  ]);
});

test('emails about each car of an order once, and names the cars of one report together', async () => {
  const [car = 0] = await addCars(pool, [{ make: 'Voyah', model: 'Free', priceCents: PRICE * 100 }]);
  await pool.query(
    `insert into order_cars (order_id, listing_id, seller_id, price_cents, tax_cents, fee_cents, total_cents, commission_cents, sells)
     select order_id, $2, seller_id, price_cents, tax_cents, fee_cents, total_cents, commission_cents, sells from order_cars where order_id = $1`,
    [orderId, car],
  );
  await tell({ step: 'loaded', listing_id: String(car) });
  await tell({ step: 'loaded' });
  await tell({ step: 'sailed' });
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'The 2021 Voyah Free is loaded',
    'The 2021 BYD Seal is loaded',
    'The lot of 2 cars (2021 BYD Seal, 2021 Voyah Free) has sailed',
  ]);
});

test('emails about export papers once all of them are there', async () => {
  for (const paper of ['export_licence', 'deregistration']) await tell({ step: 'export_papers', paper });
  expect(await mails()).toEqual([]);
  await tell({ step: 'export_papers', paper: 'customs_declaration' });
  expect(await mails()).toHaveLength(1);
});

test('emails the buyers of all cars on a vessel', async () => {
  const vessel = { vessel: 'Morning Sea', imo: '9074729', from_place: 'CNSHA', to_place: 'KEMBA' };
  const cars = [{ car: String(orderId) }];
  const body = { ...vessel, voyage: randomUUID().slice(0, 8), cars };
  const { sailing_id: id } = (await postJson(app, '/api/admin/sailings', body, { cookie: admin.cookie })).body;
  const event = { id: randomUUID(), step: 'sailed', certainty: 'actual', happens_at: isoInDays(-1) };
  for (let sent = 0; sent < 2; sent++)
    await postJson(app, `/api/admin/sailings/${id}/events`, event, { cookie: admin.cookie });
  expect((await mails()).map(({ subject }) => subject)).toEqual(['The 2021 BYD Seal has sailed']);
});

const share = (who: { cookie: string } = buyer) =>
  postJson(app, `/api/orders/${orderId}/calendar`, {}, { cookie: who.cookie });
const calendar = async (url: string) => {
  const { pathname, search } = new URL(url);
  return app.inject(pathname + search);
};

test('the buyer gets a secret calendar of the steps, which a new address replaces', async () => {
  await tell({
    step: 'arrived',
    certainty: 'estimated',
    happens_at: isoInDays(30),
    place: 'KEMBA',
    note: 'Berth 2, slow; very.',
  });
  const { url } = (await share()).body;
  const response = await calendar(url);
  expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(response.body).toMatch(/^BEGIN:VCALENDAR\r\n/);
  const unfolded = response.body.replaceAll('\r\n ', '');
  expect(unfolded).toContain('SUMMARY:BYD Seal: Arrived (expected)');
  expect(unfolded).toContain(String.raw`DESCRIPTION:Berth 2\, slow\; very.`);
  expect(unfolded).toContain(String.raw`LOCATION:Mombasa\, Kenya`);
  expect(response.body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const second = (await share()).body.url;
  expect((await calendar(url)).statusCode).toBe(404);
  expect((await calendar(second)).statusCode).toBe(200);
  expect((await calendar(second.replace(`/${orderId}/`, '/999999/'))).statusCode).toBe(404);
});

test('only the buyer can create the address, which is stored as a hash', async () => {
  expect((await share(await signIn(pool))).status).toBe(404);
  expect((await share(admin)).status).toBe(403);
  const { url } = (await share()).body;
  const { rows } = await pool.query('select encode(token_hash, $2) as hash from timeline_links where order_id = $1', [
    orderId,
    'hex',
  ]);
  expect(url).not.toContain(rows[0].hash);
});

test('the timeline lists which evidence is there', async () => {
  const { body } = await getJson(app, `/api/orders/${orderId}/timeline`, buyer.cookie);
  const step = body.cars[0].steps.find((each: { step: string }) => each.step === 'bill_of_lading');
  expect(step.evidence).toEqual([{ kind: 'bill_of_lading', there: false }]);
});
