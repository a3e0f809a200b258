import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
let buyer: Buyer;
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
});

const isoInDays = (days: number) => daysFromNow(days).toISOString();
const eventOf = (change: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  step: 'at_port',
  certainty: 'actual',
  happens_at: isoInDays(-1),
  place: 'CNSHA',
  ...change,
});
const tell = (event: object, who = seller) =>
  postJson(app, `/api/orders/${orderId}/events`, event, { cookie: who.cookie });
const timeline = async (who: { cookie: string } = buyer) =>
  (await getJson(app, `/api/orders/${orderId}/timeline`, who.cookie)).body;
const step = async (name: string, who?: { cookie: string }) =>
  (await timeline(who)).cars[0].steps.find((each: { step: string }) => each.step === name);

test('the buyer sees which steps are done, which is next and what was reported', async () => {
  expect(await timeline()).toMatchObject({ number: expect.stringMatching(/^CQ-/), viewer: 'buyer', life: 'active' });
  expect(await step('deposit')).toMatchObject({ state: 'done', certainty: 'actual' });
  expect(await step('inspection')).toMatchObject({ state: 'next', owner: 'operator', late: false });
  expect(await tell(eventOf({ note: 'Gate 4.' }))).toMatchObject({ status: 200, body: { repeated: false } });
  expect(await step('at_port')).toMatchObject({
    state: 'done',
    certainty: 'actual',
    place: { code: 'CNSHG', name: 'Shanghai port' },
    time_zone: 'Asia/Shanghai',
    note: 'Gate 4.',
  });
  expect(await step('inspection')).toMatchObject({ state: 'passed' });
  expect(await step('balance')).toMatchObject({ state: 'next' });
});

test('repeating an event changes nothing, and the same id with other content is refused', async () => {
  const event = eventOf();
  const first = await tell(event);
  const again = await tell(event);
  expect(again.body).toEqual({ ...first.body, repeated: true });
  expect(await tell({ ...event, note: 'Another gate.' })).toMatchObject({ status: 422 });
  expect(await tell(event, admin)).toMatchObject({ status: 200 });
  const { rows } = await pool.query('select count(*) as events from shipment_events where order_id = $1', [orderId]);
  expect(rows[0].events).toBe(1);
});

test('of simultaneous copies of an event, one is recorded', async () => {
  const event = eventOf();
  const answers = await Promise.all(Array.from({ length: 6 }, () => tell(event)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1);
});

test('late updates do not move the order back, and every expected time stays stored', async () => {
  const captured = (days: number) => ({ captured_at: isoInDays(days) });
  await tell(eventOf({ step: 'sailed', ...captured(-1), vessel: 'Sea Bridge', imo: 'IMO 9074729', voyage: '12W' }));
  await tell(eventOf({ certainty: 'estimated', ...captured(-5), happens_at: isoInDays(3) }));
  const eta = { step: 'arrived', certainty: 'estimated', place: 'KEMBA' };
  await tell(eventOf({ ...eta, ...captured(-2), happens_at: isoInDays(40), note: 'Engine repair.' }), admin);
  await tell(eventOf({ ...eta, ...captured(-4), happens_at: isoInDays(30) }), admin);
  expect(await step('at_port')).toMatchObject({ state: 'passed' });
  expect(await step('sailed')).toMatchObject({ state: 'done', vessel: { imo: '9074729', voyage: '12W' } });
  const arrived = await step('arrived');
  expect(arrived).toMatchObject({ certainty: 'estimated', time_zone: 'Africa/Nairobi' });
  expect(arrived.changes).toMatchObject([{ note: '' }, { note: 'Engine repair.' }]);
  expect(arrived.at).toBe(arrived.changes[1].at);
  expect((await timeline()).cars[0].route).toMatchObject({
    from: { code: 'CNSHG' },
    to: { code: 'KEMBA' },
    by: 'roro',
  });
});

test.each([
  ['a wrong IMO number', { imo: '9074728' }, 'imo'],
  ['a wrong container number', { container: 'CSQU3054384' }, 'container'],
  ['a seal without a container', { seal: 'A1' }, 'container'],
  ['an unknown port', { place: 'XXXXX' }, 'place'],
  ['an unknown time zone', { time_zone: 'Asia/Nowhere' }, 'time_zone'],
  ['something that happened next week', { happens_at: isoInDays(7) }, 'happens_at'],
  ['a vessel that sailed a month before the order', { step: 'sailed', happens_at: isoInDays(-30) }, 'happens_at'],
  ['a report that a device recorded in the year 1', { captured_at: '0001-01-01T00:00:00Z' }, 'captured_at'],
  ['a time in ten years', { certainty: 'planned', happens_at: isoInDays(3_650) }, 'happens_at'],
  ['export papers without a paper', { step: 'export_papers' }, 'paper'],
  ['a paper at the port', { paper: 'deregistration' }, 'paper'],
  ['a bill of lading without a number', { step: 'bill_of_lading' }, 'bill_number'],
  ['the step of a rental', { step: 'pick_up' }, 'step'],
  ['a car of another order', { listing_id: 999_999 }, 'listing_id'],
])('refuses %s', async (_what, change, field) => {
  const { status, body } = await tell(eventOf(change));
  expect(status).toBe(400);
  expect(Object.keys(body.fields)).toEqual([field]);
});

test('refuses reports of steps that are derived from the order', async () => {
  for (const name of ['deposit', 'balance', 'handed_over'])
    expect((await tell(eventOf({ step: name }), admin)).status).toBe(400);
});

test('a canceled order accepts only repeated updates', async () => {
  const event = eventOf({ step: 'inspection', certainty: 'planned' });
  await tell(event);
  await pool.query("update orders set life = 'cancelled', ended_at = now() where id = $1", [orderId]);
  expect((await tell(eventOf())).status).toBe(409);
  expect(await tell(event)).toMatchObject({ status: 200, body: { repeated: true } });
  expect((await step('inspection')).state).toBe('canceled');
});

test('an update from a device with a fast clock does not override later updates', async () => {
  await tell(eventOf({ captured_at: isoInDays(30), note: 'Wrong clock.' }));
  await tell(eventOf({ note: 'Right clock.' }));
  expect((await step('at_port')).note).toBe('Right clock.');
});

test('a car may have reached the port before it was ordered', async () => {
  expect((await tell(eventOf({ happens_at: isoInDays(-30) }))).status).toBe(200);
});

test('accepts 2,000 updates of an order, and after that only repeated ones', async () => {
  const event = eventOf();
  await tell(event);
  await pool.query(
    `insert into shipment_events (id, order_id, step, certainty, happens_at, time_zone, captured_at, actor, actor_id, content_hash)
     select gen_random_uuid(), $1, 'sailed', 'planned', now(), 'UTC', now(), 'admin', 1, sha256('test') from generate_series(1, 1999)`,
    [orderId],
  );
  expect((await tell(eventOf())).status).toBe(409);
  expect(await tell(event)).toMatchObject({ status: 200, body: { repeated: true } });
});

test('shows the files of a step, and no photo of another step or order', async () => {
  const [own, foreign] = [randomUUID(), randomUUID()];
  const insert = (id: string, order: number, kind: string, of: string | null) =>
    pool.query(
      `insert into order_files (id, order_id, kind, step, name, format, bytes, sha256, actor, actor_id, captured_at)
       values ($1, $2, $3, $4, $3, 'jpg', 1, sha256('test'), 'seller', 1, now())`,
      [id, order, kind, of],
    );
  const first = orderId;
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', priceCents: PRICE * 100 }]);
  const other = (await payingCalls(app).buy(await signIn(pool), car, PRICE)).order_id;
  await insert(own, first, 'photo', 'at_port');
  await insert(foreign, other, 'photo', 'loaded');
  await tell(eventOf({ step: 'loaded', evidence: [foreign] }));
  expect(await step('at_port')).toMatchObject({
    evidence: [{ kind: 'photo', there: true }],
    files: [{ id: own, kind: 'photo', url: `/api/orders/${first}/files/${own}` }],
  });
  expect(await step('loaded')).toMatchObject({ evidence: [{ kind: 'photo', there: false }], files: [] });
});

test('events never change', async () => {
  await tell(eventOf());
  for (const change of ["update shipment_events set note = 'x'", 'delete from shipment_events'])
    await expect(pool.query(change)).rejects.toThrow('append-only');
});

test('the timeline of 60 changes of a date usually takes less than 100 ms', async () => {
  for (let count = 0; count < 60; count++)
    await tell(eventOf({ step: 'sailed', certainty: 'estimated', happens_at: isoInDays(count) }));
  const times: number[] = [];
  for (let count = 0; count < 60; count++) {
    const began = performance.now();
    await timeline();
    times.push(performance.now() - began);
  }
  // Other processes on a busy machine delay most calls.
  expect(times.sort((one, other) => one - other)[15]).toBeLessThan(100);
});

describe('the rights of the parties', () => {
  test.each([
    ['buyer', 200, 403],
    ['seller', 200, 200],
    ['other user', 404, 404],
    ['visitor', 401, 401],
    ['administrator', 200, 200],
    ['support', 200, 200],
    ['finance', 200, 403],
    ['moderator', 403, 403],
  ] as const)('%s: timeline %i, event %i', async (who, reads, tells) => {
    const cookie = await cookieOf(who);
    expect((await getJson(app, `/api/orders/${orderId}/timeline`, cookie)).status).toBe(reads);
    expect((await tell(eventOf(), { id: 0, cookie })).status).toBe(tells);
  });

  test('sellers report only until the car has sailed, and the timeline shows it', async () => {
    expect((await tell(eventOf({ step: 'released' }))).status).toBe(403);
    expect(await step('at_port', seller)).toMatchObject({ reportable: true });
    expect(await step('released', seller)).toMatchObject({ reportable: false });
    expect(await step('released', admin)).toMatchObject({ reportable: true });
    expect(await step('at_port', buyer)).toMatchObject({ reportable: false });
  });

  async function cookieOf(who: string): Promise<string> {
    if (who === 'buyer') return buyer.cookie;
    if (who === 'seller') return seller.cookie;
    if (who === 'other user') return (await signIn(pool)).cookie;
    if (who === 'visitor') return '';
    if (who === 'administrator') return admin.cookie;
    return (await signInAdmin(pool, { role: who as 'support' })).cookie;
  }
});
