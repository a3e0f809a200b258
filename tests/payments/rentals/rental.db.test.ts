import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listingPath } from '#features/catalog/listings/model/listing.ts';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { circuitBreakerGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import { dayAfter, dayOf } from '#features/payments/payments/model/calendar-day.ts';
import { bookingHooks } from '../../../src/features/aftersales/bookings/server/book-captured.ts';
import { processBookings } from '../../../src/features/aftersales/bookings/server/booking-worker.ts';
import { addCars } from '../../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../support/data/accounts.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { english } from '../../support/messages/english.ts';
import { payBalance, useFirstTerms } from '../../support/payments/orders.ts';
import { type Buyer, newTransaction, payingCalls } from '../../support/payments/paying.ts';
import { ScriptedGateway } from '../../support/payments/scripted-gateway.ts';
import { testNow } from '../../support/runner/test-clock.ts';
import { pagesApp } from '../../support/server/pages-app.ts';
import { getJson, postJson, testApp } from '../../support/server/test-app.ts';
import { testDocuments } from '../../support/site/documents/test-documents.ts';

const PRICE_A_DAY = 50;
/** Set before each test, because the file may run across midnight. */
let today: string;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let renter: Buyer;
let car: number;
const gateway = new ScriptedGateway();

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, gateway);
  calls = payingCalls(app);
});
beforeEach(async () => {
  today = dayOf(testNow());
  await pool.query('delete from request_counts');
  renter = await signIn(pool);
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', offer: 'Rent', priceCents: PRICE_A_DAY * 100 }]);
});

/** Makes all three calls for a rental. Days count from today; the last one is not included. */
async function rent(from: number, to: number, who = renter) {
  const price = PRICE_A_DAY * (to - from);
  const dates = { start_date: dayAfter(today, from), end_date: dayAfter(today, to), transaction_id: newTransaction() };
  const paid = await calls.pay(who, car, price, dates);
  if (paid.status !== 200) return paid;
  await calls.sold(who, car);
  return calls.book(who, car, dates.transaction_id, price);
}
const bookedDays = async () => (await getJson(app, `/api/listings/${car}/booked-days`)).body.days;
const fail = (error: unknown) => {
  throw error;
};
const runWorker = (now = testNow(), onError: (error: unknown) => void = fail) => {
  const clock = { now: () => now };
  const hooks = bookingHooks(clock, 'http://localhost');
  const rules = new RuleBookCache(pool);
  const payments = { pool, clock, rules, gateway: circuitBreakerGateway(gateway), hooks, unconfirmedMayTrade: true };
  return processBookings(
    { payments, documents: testDocuments(pool), siteOrigin: 'http://localhost', reviewsOf: async () => new Map() },
    onError,
  );
};

test('books days without the end day and charges per day', async () => {
  const booked = await rent(1, 4);
  expect(booked).toMatchObject({
    status: 200,
    body: { RentSell: 'Rent', booking_status: 'confirmed', total_price: 462 },
  });
  const { rows } = await pool.query('select text from mail_outbox where text like $1', [
    `%${booked.body.transaction_id}%`,
  ]);
  expect(rows[0].text).toContain(`3 days, ${english.date(dayAfter(today, 1))} to ${english.date(dayAfter(today, 3))}`);
  expect(booked.body.booking_start_date).toBe(`${dayAfter(today, 1)}T00:00:00.000Z`);
  expect(booked.body.booking_end_date).toBe(`${dayAfter(today, 4)}T00:00:00.000Z`);
  expect(await bookedDays()).toEqual([1, 2, 3].map((days) => dayAfter(today, days)));
  expect(await calls.statusOf(car)).toBe('active');
});

test('rents for today when the three calls name no days', async () => {
  const now = testNow().toISOString();
  const paid = await calls.pay(renter, null, PRICE_A_DAY);
  expect(paid.status).toBe(200);
  expect(await calls.sold(renter, car)).toMatchObject({ status: 200 });
  const days = { booking_start_date: now, booking_end_date: now };
  const booked = await calls.book(renter, car, paid.body.transaction_id, PRICE_A_DAY, days);
  expect(booked).toMatchObject({ status: 200, body: { booking_start_date: `${today}T00:00:00.000Z` } });
  expect(await bookedDays()).toEqual([today]);
});

test('rejects a rental with only one of its two days', async () => {
  expect((await calls.pay(renter, car, PRICE_A_DAY, { start_date: dayAfter(today) })).status).toBe(400);
});

test('rejects booked days and accepts adjacent ones', async () => {
  await rent(3, 5);
  const other = await signIn(pool);
  expect(await rent(4, 6, other)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('already booked') },
  });
  expect((await rent(1, 3, other)).status).toBe(200);
  expect((await rent(5, 6, other)).status).toBe(200);
});

test('of 12 concurrent rentals with overlapping dates, exactly one succeeds', async () => {
  const renters = await Promise.all(Array.from({ length: 12 }, () => signIn(pool)));
  const answers = await Promise.all(renters.map((one, index) => rent(index % 3, 4 + (index % 3), one)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await bookedDays()).toHaveLength(4);
});

test.each([
  ['no day', 2, 2],
  ['backwards', 4, 2],
  ['yesterday', -1, 1],
  ['too long', 1, 92],
  ['too far ahead', 366, 368],
])('rejects a rental: %s', async (_what, from, to) => {
  const dates = { start_date: dayAfter(today, from), end_date: dayAfter(today, to) };
  expect((await calls.pay(renter, car, PRICE_A_DAY * Math.max(1, to - from), dates)).status).toBe(400);
});

const status = async () => (await pool.query('select status from listings where id = $1', [car])).rows[0].status;

test('sets a car to rented while a booking covers today, then back to active', async () => {
  await payBalance(pool, (await rent(0, 1)).body.booking_id);
  expect(await status()).toBe('rented');
  expect((await rent(2, 3, await signIn(pool))).status).toBe(200);
  await runWorker(new Date(Date.parse(dayAfter(today, 1)) + 2 * 3_600_000));
  expect(await status()).toBe('active');
  expect((await calls.bookings(renter))[0]).toMatchObject({ booking_status: 'completed' });
  await runWorker(new Date(Date.parse(dayAfter(today, 2)) + 1_000));
  expect(await status()).toBe('rented');
});

test('completes a rental that was not picked up after the time for its return, and not before', async () => {
  await payBalance(pool, (await rent(0, 1)).body.booking_id);
  const stored = await pool.query('select return_at, return_by from rental_times order by order_id desc limit 1');
  const { return_at: end, return_by: late } = stored.rows[0];
  expect(late > end).toBe(true);
  const state = async () => (await calls.bookings(renter))[0].booking_status;
  await runWorker(end);
  expect(await state()).toBe('confirmed');
  await runWorker(late);
  expect(await state()).toBe('completed');
});

test('completes other bookings when one fails', async () => {
  const stuck = (await rent(0, 1)).body.booking_id;
  const { body: next } = await rent(1, 2, await signIn(pool));
  for (const id of [stuck, next.booking_id]) await payBalance(pool, id);
  await pool.query(`
    create function refuse_booking() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$;
    create trigger refused before update on bookings for each row when (new.id = ${stuck}) execute function refuse_booking()`);
  const errors: unknown[] = [];
  await runWorker(new Date(Date.parse(dayAfter(today, 2)) + 1_000), (error) => errors.push(error));
  await pool.query('drop trigger refused on bookings');
  expect(errors).toMatchObject([{ message: 'stuck' }]);
  const { rows } = await pool.query('select status from bookings where id = $1', [next.booking_id]);
  expect(rows).toEqual([{ status: 'completed' }]);
  expect(await status()).toBe('active');
});

/** Returns the ledger balances of this car. */
async function accounts(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ account: string; cents: number }>(
    `select account, sum(cents) as cents from ledger_lines l join ledger_entries e on e.id = entry_id
     join payments p on p.id = e.payment_id where p.listing_id = $1 group by 1 having sum(cents) <> 0`,
    [car],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

test('keeps a car that is rented today in lists, search, filters, counts and sitemap, with the day it is free', async () => {
  const make = `Rented ${car}`;
  [car = 0] = await addCars(pool, [{ make, model: 'Zq9', offer: 'Rent', priceCents: PRICE_A_DAY * 100 }]);
  const found = async (url: string, site = app) => (await getJson(site, url)).body;
  await rent(0, 2);
  await rent(2, 3, await signIn(pool));
  await rent(5, 6, await signIn(pool));
  expect(await status()).toBe('rented');
  await pool.query('update listings set review_count = 1, rating_sum = 5 where id = $1', [car]);
  const fresh = await testApp(pool);
  const named = encodeURIComponent(make);
  for (const query of [`make=${named}`, `make=${named}&minRating=5`, `make=${named}&carType=sedan&sortBy=price`]) {
    const { listings, pagination } = await found(`/api/listings/listings?rentSell=Rent&${query}`, fresh);
    expect(listings, query).toMatchObject([
      { id: car, listing_status: 'rented', availableFrom: dayAfter(today, 3), hold: null },
    ]);
    expect(pagination.totalItems, query).toBe(1);
  }
  expect((await found(`/api/listings/search?rentSell=Rent&q=${named}`, fresh)).pagination.totalItems).toBe(1);
  expect((await found(`/api/stock?rentSell=Rent&make=${named}`, fresh)).pagination.totalItems).toBe(1);
  const site = await pagesApp(pool);
  expect((await site.inject('/sitemaps/cars-0.xml')).body).toContain(`-${car}</loc>`);
  const page = (await site.inject(listingPath({ id: car, make, model: 'Zq9', offer: 'Rent' }))).body;
  expect(page).toContain('"availabilityStarts":');
  const words = `Free from ${english.date(dayAfter(today, 3), 'dayOfMonth')}`;
  expect(page).toContain(words);
  expect((await site.inject(`/CarExplore?mode=rent&make=${named}`)).body).toContain(words);
});

test('a car for sale that an administrator set to rented is in no list, and the back office counts exactly', async () => {
  const make = `Lent ${car}`;
  const ids = await addCars(pool, [
    { make, model: 'A', status: 'rented' },
    { make, model: 'B', status: 'rented', offer: 'Rent' },
    { make, model: 'C', offer: 'Rent' },
    { make, model: 'D' },
  ]);
  const fresh = await testApp(pool);
  const named = encodeURIComponent(make);
  const of = async (offer: string) =>
    (await getJson(fresh, `/api/listings/listings?rentSell=${offer}&make=${named}`)).body;
  const idsOf = ({ listings }: { listings: { id: number }[] }) => listings.map(({ id }) => ids.indexOf(id));
  expect([idsOf(await of('Sell')), idsOf(await of('Rent'))]).toEqual([[3], [1, 2]]);
  const { cookie } = await signInAdmin(pool);
  for (const [state, places] of [
    ['active', [2, 3]],
    ['rented', [0, 1]],
    ['all', [0, 1, 2, 3]],
  ] as const) {
    for (const search of [named, `${named}+one+owner`]) {
      const url = `/api/listings/all?page=1&status=${state}&search=${search}`;
      const { body } = await getJson(fresh, url, cookie);
      expect([idsOf(body), body.pagination.totalItems], url).toEqual([places, places.length]);
    }
  }
});

test('lets a car that is rented today be booked for other days', async () => {
  await rent(0, 1);
  const { listing_id: id, make, model } = (await getJson(app, `/api/listings/${car}`)).body;
  const site = await pagesApp(pool);
  const page = async (url: string) => (await site.inject({ url, headers: { cookie: renter.cookie } })).body;
  expect(await page(listingPath({ id, make, model, offer: 'Rent' }))).toContain(`href="/payment/${id}"`);
  const paying = await page(`/payment/${id}`);
  expect(paying).toContain('Confirm Payment');
  expect(paying).not.toContain('This car can’t be rented right now');
});

test('by the first terms, earns the deposit of a completed rental and takes refunds from earnings', async () => {
  const { payment_id: payment } = (await rent(0, 1)).body;
  await useFirstTerms(pool, payment);
  await runWorker(new Date(Date.parse(dayAfter(today, 1)) + 1_000));
  expect(await accounts()).toEqual({ earnings: -8_850, gateway: 8_850 });
  const { cookie } = await signInAdmin(pool);
  const refund = { reason: 'The heating was broken', amount: 50 };
  expect((await postJson(app, `/api/admin/payments/${payment}/refund`, refund, { cookie })).status).toBe(200);
  expect(await accounts()).toEqual({ earnings: -3_850, gateway: 3_850 });
  const { events } = (await getJson(app, `/api/admin/payments/${payment}/events`, cookie)).body;
  expect(events.map(({ event }: { event: string }) => event)).not.toContain('booking cancelled');
});

test('keeps the retained half of a rental that is canceled late', async () => {
  const { booking_id: id, paid_price: paid } = (await rent(1, 2)).body;
  await pool.query("update bookings set starts_at = now() + interval '1 hour' where id = $1", [id]);
  expect((await calls.cancel(renter, id, paid / 2)).status).toBe(200);
  expect(await accounts()).toEqual({ cancellation_kept: -4_425, gateway: 4_425 });
});

test('keeps a car rented today when a later rental is canceled', async () => {
  await rent(0, 2);
  const later = await signIn(pool);
  const { booking_id: id, paid_price: paid } = (await rent(5, 6, later)).body;
  expect((await calls.cancel(later, id, paid)).status).toBe(200);
  expect(await status()).toBe('rented');
});

test('keeps a car paused that its seller pauses during a payment', async () => {
  gateway.once('after', 'capture', () => pool.query("update listings set status = 'paused' where id = $1", [car]));
  expect((await rent(0, 1)).status).toBe(200);
  expect(await status()).toBe('paused');
  await runWorker();
  expect(await status()).toBe('paused');
});

test('refunds all when canceled early and half when late, and frees the days', async () => {
  const early = await rent(3, 5);
  const [{ cancellation }] = await calls.bookings(renter);
  expect(cancellation.refund).toBe(early.body.paid_price);
  expect((await calls.cancel(renter, early.body.booking_id, cancellation.refund)).status).toBe(200);
  expect(await bookedDays()).toEqual([]);

  const late = await rent(1, 2);
  await pool.query("update bookings set starts_at = now() + interval '1 hour' where id = $1", [late.body.booking_id]);
  const [{ cancellation: now }] = await calls.bookings(renter);
  expect(now.refund).toBe(Math.round(late.body.paid_price * 50) / 100);
  await pool.query("update bookings set starts_at = now() - interval '1 hour' where id = $1", [late.body.booking_id]);
  const refused = await calls.cancel(renter, late.body.booking_id, now.refund);
  expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('has started') } });
});

test('rejects deleting a car with future rentals or changing it to a sale', async () => {
  await rent(2, 4);
  for (const change of ['deleted_at = now()', "offer = 'Sell'", "status = 'sold'"]) {
    await expect(pool.query(`update listings set ${change} where id = $1`, [car])).rejects.toMatchObject({
      code: 'CQ001',
    });
  }
  await pool.query("update listings set status = 'paused', price_cents = 6000 where id = $1", [car]);
});
