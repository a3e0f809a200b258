import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { dayAfter, dayOf } from '#features/payments/payments/model/calendar-day.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { sessionOf, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { type Buyer, newTransaction, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { acceptLicense } from '../../../../../tests/support/payments/ready-order.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { pagesApp } from '../../../../../tests/support/server/pages-app.ts';
import { getJson, postForm, postJson } from '../../../../../tests/support/server/test-app.ts';

/** What only a sale that is shipped has. */
const SHIPPING =
  /bill of lading|\bports?\b|import passport|\bimport(ed)? (to|into)\b|\bvessels?\b|\bfreight\b|\bcustoms\b|consignee|\bFOB\b|\bCIF\b|\bshipp?(ed|ing|ment)\b|import duty|export (license|papers)|clearing agent/i;

const { pool } = await testDatabase();
const app = await pagesApp(pool);
const calls = payingCalls(app);
/** One day for all that is asked, because midnight may pass meanwhile. */
const TODAY = dayOf(testNow());
let renter: Buyer;
let owner: Buyer;
let car: number;
let order: number;
let booking: number;
let charged: number;

beforeAll(async () => {
  const admin = await signInAdmin(pool);
  await pool.query('delete from mail_outbox');
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', offer: 'Rent', priceCents: 5_000 }]);
  const { rows } = await pool.query('select user_id from listings where id = $1', [car]);
  owner = { id: rows[0].user_id, cookie: await sessionOf(pool, rows[0].user_id) };
  renter = await signIn(pool);
  const days = { start_date: dayAfter(TODAY, 5), end_date: dayAfter(TODAY, 7), transaction_id: newTransaction() };
  ({ order_id: order, booking_id: booking } = await calls.buy(renter, car, 100, days));
  const asked = { last_day: dayAfter(TODAY, 8), total_cents: 10_800 };
  const extensions = `/api/orders/${order}/extensions`;
  const extension = await postJson(app, extensions, asked, { cookie: renter.cookie });
  expect(extension.status).toBe(200);
  const answer = `${extensions}/${extension.body.items[0].id}/answer`;
  expect((await postJson(app, answer, { answer: 'accepted' }, { cookie: owner.cookie })).status).toBe(200);
  expect((await calls.payNext(renter, order)).status).toBe(200);
  charged = await chargedRental(admin.cookie);
});

/** A rental of the same renter whose car is out, and which is charged for fuel. */
async function chargedRental(staff: string): Promise<number> {
  const [other = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', offer: 'Rent', priceCents: 5_000 }]);
  const days = { start_date: TODAY, end_date: dayAfter(TODAY, 2), transaction_id: newTransaction() };
  const { order_id: id } = await calls.buy(renter, other, 100, days);
  await acceptLicense(pool, id);
  expect((await calls.payNext(renter, id)).status).toBe(200);
  const pickUp = { id: randomUUID(), step: 'pick_up', certainty: 'actual', happens_at: testNow().toISOString() };
  expect((await postJson(app, `/api/orders/${id}/events`, pickUp, { cookie: staff })).status).toBe(200);
  const charge = { key: randomUUID(), kind: 'fuel', amount_cents: '100', reason: 'The tank was empty.' };
  const url = `/api/admin/orders/${id}/charges`;
  expect((await postForm(app, url, Object.entries(charge), { cookie: staff })).status).toBe(200);
  return id;
}

/** Returns the words of the page without those of the site's frame. */
async function wordsAt(path: string, cookie: string): Promise<string> {
  const { headers, body, statusCode } = await app.inject({ url: path, headers: { cookie } });
  if (headers.location) return wordsAt(String(headers.location), cookie);
  expect(statusCode, path).toBe(200);
  const main = /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? '';
  expect(main.length, path).toBeGreaterThan(100);
  return main
    .replaceAll(/<(script|style|template)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

const found = (text: string) => SHIPPING.exec(text)?.[0] ?? null;

test('the pages of a rental speak of renting only', async () => {
  const path = (await getJson(app, `/api/listings/${car}`)).body;
  const pages: [string, Buyer][] = [
    [`/rent-car/${String(path.make).toLowerCase()}-seal-${car}`, renter],
    [`/payment/${car}`, renter],
    [`/my-orders/${order}`, renter],
    [`/my-orders/${order}`, owner],
    [`/my-orders/${order}/pay`, renter],
    [`/my-orders/${charged}`, renter],
    ['/Dashboard', renter],
  ];
  const words: (readonly [string, string | null])[] = [];
  for (const [page, who] of pages) words.push([page, found(await wordsAt(page, who.cookie))]);
  expect(words.filter(([, word]) => word !== null)).toEqual([]);
});

test('the emails of a rental speak of renting only', async () => {
  const own = (await calls.bookings(renter)).find((one: { booking_id: number }) => one.booking_id === booking);
  expect((await calls.cancel(renter, booking, own.cancellation.refund)).status).toBe(200);
  const { rows } = await pool.query<{ subject: string; text: string }>(
    'select subject, text from mail_outbox order by id',
  );
  expect(rows.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/charge/i));
  expect(
    rows.map(({ subject, text }) => [subject, found(`${subject} ${text}`)]).filter(([, word]) => word !== null),
  ).toEqual([]);
});
