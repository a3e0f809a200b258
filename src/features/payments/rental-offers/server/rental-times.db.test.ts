import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { type Buyer, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { acceptLicense } from '../../../../../tests/support/payments/ready-order.ts';
import { dayFromNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const PRICE = 50;
let app: FastifyInstance;
let pool: pg.Pool;
let renter: Buyer;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  renter = await signIn(pool);
});

/** Rents a car and sets the days of its booking. Returns the order. */
async function rent(location: string | undefined, first: string, dayAfterLast: string): Promise<number> {
  const [car = 0] = await addCars(pool, [
    { make: 'BYD', model: 'Dolphin', offer: 'Rent', priceCents: PRICE * 100, ...(location && { location }) },
  ]);
  renter = await signIn(pool);
  const { order_id: order, booking_id: booking } = await payingCalls(app).buy(renter, car, PRICE);
  await pool.query('update bookings set starts_at = $2, ends_at = $3 where id = $1', [booking, first, dayAfterLast]);
  return order;
}
const timesOf = async (order: number) => (await getJson(app, `/api/orders/${order}`, renter.cookie)).body.rental;

test("a rental's hours follow the car's local time, even across a clock change", async () => {
  expect(await timesOf(await rent('Hamburg', '2099-03-28Z', '2099-03-30Z'))).toEqual({
    pick_up_at: '2099-03-28T08:00:00.000Z',
    return_at: '2099-03-29T16:00:00.000Z',
    return_by: '2099-03-29T17:00:00.000Z',
    time_zone: 'Europe/Berlin',
    place: 'Hamburg',
  });
  expect(await timesOf(await rent('Shenzhen, Guangdong', '2099-03-28Z', '2099-03-29Z'))).toMatchObject({
    pick_up_at: '2099-03-28T01:00:00.000Z',
    return_at: '2099-03-28T10:00:00.000Z',
    time_zone: 'Asia/Shanghai',
  });
});

test.each([
  ['at its last minute', '2019-10-27T18:00:00.000Z', 409],
  ['a second later', '2019-10-27T18:00:01.000Z', 200],
])(
  'a return %s by the clock of the car, which changed in between, is charged: %s gives %i',
  async (_, back, status) => {
    const { cookie } = await signInAdmin(pool);
    const order = await rent('Hamburg', '2019-10-26Z', '2019-10-28Z');
    await pool.query(
      "update bookings set created_at = '2019-10-01Z' where id = (select booking_id from order_cars where order_id = $1)",
      [order],
    );
    expect(await timesOf(order)).toMatchObject({
      pick_up_at: '2019-10-26T07:00:00.000Z',
      return_by: '2019-10-27T18:00:00.000Z',
    });
    expect((await payingCalls(app).payNext(renter, order)).status).toBe(200);
    await acceptLicense(pool, order);
    const report = (step: string, happensAt: string) =>
      pool.query(
        `insert into shipment_events (id, order_id, step, certainty, happens_at, time_zone, captured_at, actor, actor_id, note, evidence, content_hash)
       values ($1::uuid, $2, $3, 'actual', $4, 'UTC', $4, 'admin', 1, '', '{}', sha256($1::uuid::text::bytea))`,
        [randomUUID(), order, step, happensAt],
      );
    await report('pick_up', '2019-10-26T07:00:00.000Z');
    await report('return', back);
    const charge = { key: randomUUID(), kind: 'late_return', amount_cents: '100', reason: 'It came back late.' };
    const charged = await postForm(app, `/api/admin/orders/${order}/charges`, Object.entries(charge), { cookie });
    expect(charged.status).toBe(status);
    const { steps } = (await getJson(app, `/api/orders/${order}/timeline`, renter.cookie)).body.cars[0];
    expect(steps.slice(-2).map(({ time_zone }: { time_zone: string }) => time_zone)).toEqual([
      'Europe/Berlin',
      'Europe/Berlin',
    ]);
  },
);

test('a rental that a process without hours books has the place of its car and the clock of China', async () => {
  const order = await rent('Shenzhen', '2099-03-28Z', '2099-03-30Z');
  const { rows } = await pool.query('delete from rental_places where order_id = $1 returning place', [order]);
  expect(rows).toEqual([{ place: 'Shenzhen' }]);
  await pool.query(
    `with gone as (delete from order_cars where order_id = $1 returning *) insert into order_cars select * from gone`,
    [order],
  );
  expect(await timesOf(order)).toMatchObject({
    pick_up_at: '2099-03-28T01:00:00.000Z',
    time_zone: 'Asia/Shanghai',
    place: 'Shenzhen',
  });
});

test('the calendar of a rental has the hours of pick-up and return, with the clock of the car', async () => {
  const order = await rent('Hamburg', '2099-03-28Z', '2099-03-30Z');
  const { url } = (await postJson(app, `/api/orders/${order}/calendar`, {}, { cookie: renter.cookie })).body;
  const { pathname, search } = new URL(url);
  const text = (await app.inject({ url: pathname + search })).body.replaceAll('\r\n ', '');
  expect(text).toContain('DTSTART:20990328T080000Z');
  expect(text).toContain('DTSTART:20990329T160000Z');
  expect(text).toMatch(/SUMMARY:BYD Dolphin: [^\n]* from [^\n]*9:00/);
  expect(text).toContain('LOCATION:Hamburg');
});

test.each([
  ['listings', 'rental_pick_up_hour', 'rental_return_hour'],
  ['rental_places', 'pick_up_hour', 'return_hour'],
])('the database refuses one hour of %s without the other', async (table, pickUp, back) => {
  await rent('Hamburg', '2099-03-28Z', '2099-03-30Z');
  const set = (hours: string) => pool.query(`update ${table} set ${hours}`);
  await expect(set(`${pickUp} = 9, ${back} = null`)).rejects.toThrow('both');
  await expect(set(`${pickUp} = null, ${back} = 18`)).rejects.toThrow('both');
  await set(`${pickUp} = null, ${back} = null`);
});

test('a rental from before hours lasts from midnight to midnight in UTC', async () => {
  const order = await rent('Hamburg', '2099-03-28Z', '2099-03-30Z');
  await pool.query('delete from rental_places where order_id = $1', [order]);
  await pool.query('update orders set terms_version = 4 where id = $1', [order]);
  expect(await timesOf(order)).toEqual({
    pick_up_at: '2099-03-28T00:00:00.000Z',
    return_at: '2099-03-30T00:00:00.000Z',
    return_by: '2099-03-30T00:00:00.000Z',
    time_zone: 'UTC',
    place: '',
  });
});

test('hours and place appear before the booking and in its email', async () => {
  const order = await rent('Hamburg', '2099-03-28Z', '2099-03-30Z');
  const { rows } = await pool.query('select listing_id as car from order_cars where order_id = $1', [order]);
  expect((await getJson(app, `/api/listings/${rows[0].car}/booked-days`)).body.rental).toEqual({
    pick_up_hour: 9,
    return_hour: 18,
    return_grace_minutes: 60,
    time_zone: 'Europe/Berlin',
    place: 'Hamburg',
    fee_days: 365,
    min_age: 21,
  });
  const mails = await pool.query("select text from mail_outbox where subject like 'Booking%' order by id desc limit 1");
  expect(mails.rows[0].text).toContain('Place of the pick-up and the return: Hamburg.');
});

test('the owner sets hours and place of one car, which renters see, and booked rentals keep theirs', async () => {
  const owner = await signIn(pool);
  const before = await rent('Hamburg', '2099-03-28Z', '2099-03-30Z');
  const { rows } = await pool.query('select listing_id as car from order_cars where order_id = $1', [before]);
  const car: number = rows[0].car;
  // A car that is out today cannot be edited.
  await pool.query("update listings set user_id = $2, status = 'active' where id = $1", [car, owner.id]);
  const { values, photos, version } = (await getJson(app, `/api/my-listings/${car}`, owner.cookie)).body.listing;
  const save = (changed: object, saved: number) =>
    postJson(
      app,
      `/api/my-listings/${car}`,
      {
        values: { ...values, ...changed },
        photos: photos.map(({ key }: { key: string }) => key),
        report: null,
        version: saved,
      },
      { cookie: owner.cookie, method: 'PUT' },
    );
  const late = { rentalPickUpHour: '12', rentalReturnHour: '12' };
  expect((await save(late, version)).body.fields).toMatchObject({ rentalReturnHour: expect.any(String) });
  const own = { rentalPickUpHour: '12', rentalReturnHour: '22', rentalPlace: 'Deichstraße 4, Hamburg' };
  expect((await save(own, version)).status).toBe(200);
  expect((await getJson(app, `/api/listings/${car}/booked-days`)).body.rental).toMatchObject({
    pick_up_hour: 12,
    return_hour: 22,
    place: 'Deichstraße 4, Hamburg',
    time_zone: 'Europe/Berlin',
  });
  const renterBefore = renter;
  renter = await signIn(pool);
  const dates = { start_date: dayFromNow(20), end_date: dayFromNow(21) };
  const { order_id: after, booking_id } = await payingCalls(app).buy(renter, car, PRICE, dates);
  await pool.query("update bookings set starts_at = '2099-05-28Z', ends_at = '2099-05-29Z' where id = $1", [
    booking_id,
  ]);
  const times = {
    pick_up_at: '2099-05-28T10:00:00.000Z',
    return_at: '2099-05-28T20:00:00.000Z',
    place: 'Deichstraße 4, Hamburg',
  };
  expect(await timesOf(after)).toMatchObject(times);
  await pool.query(
    "update listings set rental_pick_up_hour = 1, rental_return_hour = 2, rental_place = 'Kiel' where id = $1",
    [car],
  );
  expect(await timesOf(after)).toMatchObject(times);
  renter = renterBefore;
  expect(await timesOf(before)).toMatchObject({ pick_up_at: '2099-03-28T08:00:00.000Z', place: 'Hamburg' });
});

test('a rental that is booked for today after the hours of its day lasts until the day is over in UTC', async () => {
  const order = await rent('Hamburg', `${dayFromNow(-3)}Z`, `${dayFromNow(-2)}Z`);
  expect(await timesOf(order)).toMatchObject({
    return_at: `${dayFromNow(-2)}T00:00:00.000Z`,
    return_by: `${dayFromNow(-2)}T01:00:00.000Z`,
  });
});
