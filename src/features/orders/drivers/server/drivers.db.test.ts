import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { factsOfOrders } from '#features/payments/server/api.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { type Buyer, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { dayFromNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const PDF = '%PDF-1.4\n% a license\n%%EOF\n';
const STATED = { born_on: '1990-05-01', valid_until: '2099-01-01' };
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };
let renter: Buyer;
let order: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  admin = await signInAdmin(pool);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', offer: 'Rent', priceCents: 5_000 }]);
  renter = await signIn(pool);
  order = (await payingCalls(app).buy(renter, car, 50)).order_id;
});

const send = (stated: object = {}, who = renter, text = PDF) =>
  postForm(
    app,
    `/api/orders/${order}/driver`,
    [...Object.entries({ ...STATED, ...stated }), ['file', new File([text], 'license.pdf')]],
    { cookie: who.cookie },
  );
const show = async (who: { cookie: string } = renter) =>
  (await getJson(app, `/api/orders/${order}/driver`, who.cookie)).body;
const open = (who: { cookie: string }) =>
  app.inject({ url: `/api/orders/${order}/driver/license`, headers: { cookie: who.cookie } });
const check = (body: object, cookie = admin.cookie) =>
  postJson(app, `/api/admin/orders/${order}/driver/check`, { ...STATED, hash: hashOf(PDF), ...body }, { cookie });
const mayPickUp = async () =>
  (await getJson(app, `/api/orders/${order}`, renter.cookie)).body.acts.find(
    ({ act }: { act: string }) => act === 'pick_up',
  ).why;

test('a license waits for the check, and the pick-up for its acceptance', async () => {
  expect(await show()).toMatchObject({ min_age: 21, state: 'missing', url: null, may_send: true });
  expect((await send()).body).toMatchObject({ state: 'waits', ...STATED, may_send: true });
  expect(await mayPickUp()).toContain('license');
  expect((await check({ accepted: true })).body).toMatchObject({ state: 'accepted', may_send: false });
  expect(await mayPickUp()).not.toContain('license');
  expect((await send({ born_on: '1991-01-01' })).status).toBe(409);
  expect(await show()).toMatchObject({ state: 'accepted', ...STATED });
});

test('a refused license says why, and can be replaced', async () => {
  await send();
  expect((await check({ accepted: false })).status).toBe(400);
  expect((await check({ accepted: false, reason: 'The back is missing.' })).body).toMatchObject({
    state: 'refused',
    reason: 'The back is missing.',
  });
  expect((await send()).body).toMatchObject({ state: 'waits', reason: '' });
});

test('a license that was replaced since it was shown is not accepted, and none is checked twice', async () => {
  await send();
  await send({ valid_until: '2098-01-01' });
  expect((await check({ accepted: true })).status).toBe(409);
  const answers = await Promise.all([1, 2].map(() => check({ accepted: true, valid_until: '2098-01-01' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a replaced picture with the same dates needs a new check, and renters cannot accept their own license', async () => {
  const seen = (await send()).body.hash;
  const other = PDF.replace('a license', 'another one');
  const { hash } = (await send({}, renter, other)).body;
  expect((await check({ accepted: true, hash: seen })).status).toBe(409);
  expect((await check({ accepted: true, hash }, `${renter.cookie}; ${admin.cookie}`)).status).toBe(403);
  expect(await show()).toMatchObject({ state: 'waits' });
  expect((await check({ accepted: true, hash })).status).toBe(200);
});

test.each([
  ['a driver who is too young', { born_on: '2099-01-01' }, PDF, 400],
  ['a license that has expired', { valid_until: '2020-01-01' }, PDF, 400],
  ['a day that does not exist', { born_on: '1990-02-30' }, PDF, 400],
  ['a file that is no license', {}, '<script>alert(1)</script>', 415],
])('refuses %s', async (_what, stated, text, status) => {
  expect((await send(stated, renter, text)).status).toBe(status);
  expect(await show()).toMatchObject({ state: 'missing' });
});

test('only the renter and staff open a license, and the audit log records when staff do', async () => {
  await send();
  const opened = async () =>
    (await pool.query("select 1 from audit_log where action = 'license opened' and subject_id = $1", [order])).rowCount;
  expect((await open(renter)).body).toBe(PDF);
  expect(await opened()).toBe(0);
  expect((await open(admin)).statusCode).toBe(200);
  expect(await opened()).toBe(1);
  const { rows } = await pool.query('select seller_id as id from order_cars where order_id = $1', [order]);
  expect((await open({ cookie: await sessionOf(pool, rows[0].id) })).statusCode).toBe(404);
  const other = await signIn(pool);
  expect((await open(other)).statusCode).toBe(404);
  expect((await send({}, other)).status).toBe(404);
  expect((await open(await signInAdmin(pool, { role: 'moderator' }))).statusCode).toBe(403);
});

/** Moves the rental to two days that begin so many days from now. */
const moveDays = (from: number) =>
  pool.query(
    'update bookings b set starts_at = $2, ends_at = $3 from order_cars c where c.booking_id = b.id and c.order_id = $1',
    [order, `${dayFromNow(from)}Z`, `${dayFromNow(from + 2)}Z`],
  );

test('an accepted license that expires before the new days is requested again', async () => {
  const { hash } = (await send({ valid_until: dayFromNow(20) })).body;
  expect((await check({ accepted: true, hash, valid_until: dayFromNow(20) })).body).toMatchObject({
    state: 'accepted',
  });
  expect((await send()).status).toBe(409);
  await moveDays(20);
  expect(await show()).toMatchObject({ state: 'outdated', may_send: true });
  expect((await factsOfOrders(pool, [order])).get(order)).toMatchObject({ hasLicense: false });
  const { body } = await send({ valid_until: dayFromNow(30) });
  expect(body).toMatchObject({ state: 'waits' });
  await moveDays(40);
  expect((await check({ accepted: true, hash: body.hash, valid_until: dayFromNow(30) })).status).toBe(409);
});

test('emails the office about a pending license and the renter about the answer, and a queue counts it meanwhile', async () => {
  await pool.query('delete from mail_outbox');
  const { queues: before } = (await getJson(app, '/api/admin/order-queues', admin.cookie)).body;
  const { hash } = (await send()).body;
  await send();
  const office =
    (await pool.query("select 1 from admins where role = 'administrator' and disabled_at is null")).rowCount ?? 0;
  const told = async (words: string) =>
    (await pool.query('select 1 from mail_outbox where subject like $1', [`%${words}%`])).rowCount;
  expect(office).toBeGreaterThan(0);
  expect(await told('license to check')).toBe(office);
  const waiting = async () => {
    const { queues } = (await getJson(app, '/api/admin/order-queues', admin.cookie)).body;
    const { items } = (await getJson(app, '/api/admin/orders?queue=renter', admin.cookie)).body;
    return [queues.renter - before.renter, items.find(({ id }: { id: number }) => id === order)?.renter_waits ?? null];
  };
  expect(await waiting()).toEqual([1, { since: expect.any(String), days: 0 }]);
  await check({ accepted: false, hash, reason: 'The back is missing.' });
  expect([await waiting(), await told('license again')]).toEqual([[0, null], 1]);
  const again = (await send()).body.hash;
  await check({ accepted: true, hash: again });
  expect(await told('license is accepted')).toBe(1);
});

test('terms without an age ask for no license', async () => {
  await pool.query('update orders set terms_version = 4 where id = $1', [order]);
  expect((await getJson(app, `/api/orders/${order}/driver`, renter.cookie)).status).toBe(404);
  expect(await mayPickUp()).not.toContain('license');
});
