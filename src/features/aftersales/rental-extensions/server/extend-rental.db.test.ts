import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { type Buyer, newTransaction, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { dayFromNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const PRICE = 50;
/** Two more days with 8% tax. */
const MORE = 10_800;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let admin: { id: number; cookie: string };
let renter: Buyer;
let owner: Buyer;
let car: number;
let order: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  calls = payingCalls(app);
  admin = await signInAdmin(pool);
});

/** A rental of the days from 5 to 7 from now; the last of them is not included. */
beforeEach(async () => {
  await pool.query('delete from request_counts');
  await pool.query('delete from mail_outbox');
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', offer: 'Rent', priceCents: PRICE * 100 }]);
  const { rows } = await pool.query('select user_id from listings where id = $1', [car]);
  owner = { id: rows[0].user_id, cookie: await sessionOf(pool, rows[0].user_id) };
  renter = await signIn(pool);
  order = (await rent(renter, 5, 7)).order_id;
});

const rent = (who: Buyer, from: number, to: number) =>
  calls.buy(who, car, PRICE * (to - from), {
    start_date: dayFromNow(from),
    end_date: dayFromNow(to),
    transaction_id: newTransaction(),
  });
const path = () => `/api/orders/${order}/extensions`;
const ask = (days = 8, cents = MORE, who = renter) =>
  postJson(app, path(), { last_day: dayFromNow(days), total_cents: cents }, { cookie: who.cookie });
const list = async (who: { cookie: string } = renter) => (await getJson(app, path(), who.cookie)).body;
const answer = async (said: string, who: { cookie: string } = owner) =>
  postJson(app, `${path()}/${(await list(admin)).items[0].id}/answer`, { answer: said }, { cookie: who.cookie });
const show = async () => (await getJson(app, `/api/orders/${order}`, renter.cookie)).body;
const bookedDays = async () => (await getJson(app, `/api/listings/${car}/booked-days`)).body.days;
const subjects = async () =>
  (await pool.query('select subject from mail_outbox order by id')).rows.map((row) => row.subject);

test('an accepted request moves the end of the rental and asks for its price, without another fee', async () => {
  expect((await ask()).body).toMatchObject({ role: 'buyer', items: [{ days: 2, total_cents: MORE, answer: null }] });
  expect(await bookedDays()).toHaveLength(2);
  expect(await subjects()).toContainEqual(expect.stringContaining('A renter wants to keep your car longer'));
  const before = await show();
  expect((await answer('accepted')).body.items).toMatchObject([{ answer: 'accepted' }]);
  expect(await subjects()).toContainEqual(expect.stringContaining('You keep the car'));
  const { rows: mails } = await pool.query('select text from mail_outbox order by id');
  expect(mails.map(({ text }) => text).join()).toContain('Please pay $108.00 with tax');
  expect(mails.map(({ text }) => text).join()).not.toContain('stays the same');
  const after = await show();
  expect(after.money.owed_cents).toBe(before.money.owed_cents + MORE);
  expect(after.plan.at(-1)).toMatchObject({ kind: 'extension', amount_cents: MORE, paid_cents: 0 });
  expect(after.rental.pick_up_at).toBe(before.rental.pick_up_at);
  expect(Date.parse(after.rental.return_at) - Date.parse(before.rental.return_at)).toBe(2 * 86_400_000);
  expect(await bookedDays()).toEqual([5, 6, 7, 8].map(dayFromNow));
  expect(await orderDifferences(pool)).toEqual([]);
});

test('the price of an extension belongs to the owner at the end, less our commission', async () => {
  await ask();
  await answer('accepted');
  const { money } = await show();
  const cash = { key: randomUUID(), method: 'cash', amount_cents: money.open_cents };
  await postJson(app, `/api/admin/orders/${order}/cash-receipts`, cash, { cookie: admin.cookie });
  const complete = () => postJson(app, `/api/admin/orders/${order}/complete`, undefined, { cookie: admin.cookie });
  expect(await complete()).toMatchObject({ status: 409, body: { error: expect.stringContaining('isn’t over yet') } });
  await pool.query(
    `update bookings b set starts_at = starts_at - interval '30 days', ends_at = ends_at - interval '30 days'
     from order_cars c where c.booking_id = b.id and c.order_id = $1`,
    [order],
  );
  expect((await complete()).status).toBe(200);
  const { rows } = await pool.query(
    `select account, sum(cents)::int as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
     where e.order_id = $1 and account in ('seller_payable', 'earnings', 'tax_payable', 'deposits') group by account order by account`,
    [order],
  );
  expect(rows).toEqual([
    { account: 'deposits', cents: 0 },
    { account: 'earnings', cents: -1_000 },
    { account: 'seller_payable', cents: -19_000 },
    { account: 'tax_payable', cents: -1_600 },
  ]);
  expect(await orderDifferences(pool)).toEqual([]);
});

test('a request is refused for another price, no day more, a car that is booked, and a second request', async () => {
  expect((await ask(8, MORE - 1)).status).toBe(409);
  expect((await ask(6, MORE)).status).toBe(400);
  expect((await ask(95, MORE)).status).toBe(400);
  await rent(await signIn(pool), 8, 9);
  expect((await ask()).status).toBe(409);
  expect((await ask(7, MORE / 2)).status).toBe(200);
  expect((await ask(7, MORE / 2)).body.items).toHaveLength(1);
  expect((await ask(8)).status).toBe(409);
  expect((await list()).items).toHaveLength(1);
});

test('a rental is not extended beyond the license of its driver', async () => {
  const license = (validUntil: string) =>
    pool.query(
      `insert into rental_drivers (order_id, born_on, valid_until, format, content, is_accepted, checked_at, checked_by)
       values ($1, '1990-05-01', $2, 'pdf', 'x', true, now(), $3)
       on conflict (order_id) do update set valid_until = excluded.valid_until`,
      [order, validUntil, admin.id],
    );
  await license(dayFromNow(7));
  expect((await ask()).body.message).toContain('license');
  await license(dayFromNow(8));
  expect((await ask()).status).toBe(200);
  await license(dayFromNow(7));
  expect((await answer('accepted')).status).toBe(409);
  expect((await list()).items).toMatchObject([{ answer: null }]);
});

test('refuses to accept an extension once another renter has booked its days', async () => {
  await ask();
  await rent(await signIn(pool), 8, 9);
  const before = await show();
  expect((await answer('accepted')).status).toBe(409);
  expect(await show()).toEqual(before);
  expect((await list()).items).toMatchObject([{ answer: null }]);
});

test('of simultaneous answers one counts, and repeating it changes nothing', async () => {
  await ask();
  const answers = await Promise.all(['accepted', 'declined', 'accepted', 'declined'].map((said) => answer(said)));
  const [{ answer: said }] = (await list()).items;
  expect(
    answers.map(({ status }, index) => status === 200 && ['accepted', 'declined'][index % 2] !== said),
  ).not.toContain(true);
  expect((await show()).plan.filter(({ kind }: { kind: string }) => kind === 'extension')).toHaveLength(
    said === 'accepted' ? 1 : 0,
  );
});

test('a declined request changes nothing, the renter gets an email, and may ask again', async () => {
  await ask();
  expect((await answer('declined', admin)).status).toBe(200);
  expect(await subjects()).toContainEqual(expect.stringContaining('ends as booked'));
  expect((await show()).plan).toHaveLength(2);
  expect((await ask()).status).toBe(200);
  expect((await answer('withdrawn', renter)).body.items[0]).toMatchObject({ answer: 'withdrawn' });
});

test('the renter cannot accept, the owner cannot withdraw, and other users get 404', async () => {
  await ask();
  expect((await answer('accepted', renter)).status).toBe(403);
  expect((await answer('accepted', { cookie: `${renter.cookie}; ${admin.cookie}` })).status).toBe(403);
  expect((await answer('withdrawn', owner)).status).toBe(403);
  expect((await answer('accepted', await signIn(pool))).status).toBe(404);
  expect((await ask(8, MORE, owner)).status).toBe(404);
  expect((await getJson(app, path(), (await signIn(pool)).cookie)).status).toBe(404);
  expect((await list(owner)).items).toMatchObject([{ answer: null }]);
});

test('a rental that was canceled is not extended', async () => {
  await ask();
  const [booking] = await calls.bookings(renter);
  await calls.cancel(renter, booking.booking_id, booking.cancellation.refund);
  expect((await answer('accepted')).status).toBe(409);
  expect(await list()).toMatchObject({ may: { may: 'no' }, items: [{ answer: null }] });
});

test('the owner sees the requests that wait for an answer, with the age that the office sees', async () => {
  type Item = { order_id: number; since: string; days: number };
  // The owner has other cars with requests of other tests.
  const waiting = async (who: { cookie: string }): Promise<Item[]> =>
    (await getJson(app, '/api/my-rental-requests', who.cookie)).body.items.filter(
      (item: Item) => item.order_id === order,
    );
  expect(await waiting(owner)).toEqual([]);
  await ask();
  expect(await waiting(owner)).toMatchObject([
    { order_id: order, car: expect.stringContaining('Seal'), last_day: dayFromNow(8), total_cents: MORE, days: 0 },
  ]);
  expect([await waiting(renter), await waiting(await signIn(pool))]).toEqual([[], []]);
  const office = (await getJson(app, '/api/admin/orders?queue=renter', admin.cookie)).body.items;
  const seen = office.find((one: { id: number }) => one.id === order).renter_waits;
  const [own] = await waiting(owner);
  expect({ since: own?.since, days: own?.days }).toEqual(seen);
  await answer('declined');
  expect(await waiting(owner)).toEqual([]);
});
