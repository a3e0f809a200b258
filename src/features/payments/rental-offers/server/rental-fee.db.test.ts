import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { dayOf } from '#features/payments/payments/model/calendar-day.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { type Buyer, newTransaction, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { clockFrom, dayFromNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const PRICE_A_DAY = 50;
const RENTAL = { make: 'BYD', model: 'Seal', offer: 'Rent', priceCents: PRICE_A_DAY * 100 } as const;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let renter: Buyer;
let car: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  calls = payingCalls(app);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  renter = await signIn(pool);
  [car = 0] = await addCars(pool, [RENTAL]);
});

const daysOf = (from: number, to: number) => ({
  start_date: dayFromNow(from),
  end_date: dayFromNow(to),
  transaction_id: newTransaction(),
});
/** Makes all three calls for a rental with the fee of the car. Days count from today; the last one is not included. */
const rent = (from: number, to: number) => calls.buy(renter, car, PRICE_A_DAY * (to - from), daysOf(from, to));
/** Returns the registration fee in cents for a buyer or a visitor. */
const feeOf = async (who?: Buyer) =>
  (await getJson(app, `/api/listings/${car}/booked-days`, who?.cookie)).body.fee_cents as number;

test('a renter pays the registration fee once within the period of the terms, for any car', async () => {
  expect([await feeOf(renter), await feeOf()]).toEqual([30_000, 30_000]);
  expect(await rent(1, 2)).toMatchObject({ total_price: 354 });
  [car = 0] = await addCars(pool, [{ ...RENTAL, model: 'Han' }]);
  expect([await feeOf(renter), await feeOf(await signIn(pool)), await feeOf()]).toEqual([0, 30_000, 30_000]);
  const dates = daysOf(3, 4);
  expect((await calls.pay(renter, car, PRICE_A_DAY, { ...dates, amount: 13.49 })).status).toBe(409);
  expect((await calls.pay(renter, car, PRICE_A_DAY, { ...dates, amount: 13.5 })).status).toBe(200);
  await calls.sold(renter, car);
  const booked = { total_price: 54, paid_price: 13.5 };
  expect(await calls.book(renter, car, dates.transaction_id, PRICE_A_DAY, booked)).toMatchObject({
    status: 200,
    body: { total_price: 54 },
  });
  await pool.query("update orders set created_at = created_at - interval '366 days' where user_id = $1", [renter.id]);
  expect(await feeOf(renter)).toBe(30_000);
});

test('the first day that is offered is tomorrow once the hours of today are over where the car is', async () => {
  await pool.query("update listings set location = 'Hamburg' where id = $1", [car]);
  const todayAt = async (time: string) => {
    const clock = clockFrom(`2026-07-01T${time}Z`);
    return (await getJson(await testApp(pool, {}, undefined, false, clock), `/api/listings/${car}/booked-days`)).body
      .today;
  };
  expect([await todayAt('15:59:00'), await todayAt('16:00:01')]).toEqual(['2026-07-01', '2026-07-02']);
});

const orderOf = async (order: number) => (await getJson(app, `/api/orders/${order}`, renter.cookie)).body;
const mailsOf = async (subject: string) =>
  (await pool.query('select text from mail_outbox where subject like $1 order by id', [subject])).rows;
const otherCar = async () => {
  [car = 0] = await addCars(pool, [{ ...RENTAL, model: 'Han' }]);
};
/** The fee of each order, as its page shows it. */
const feesOf = (...orders: number[]) => Promise.all(orders.map(async (id) => (await orderOf(id)).cars[0].fee_cents));
/** Rents without the fee, as the site quotes a renter who paid it. */
async function rentWithoutFee(from: number, to: number) {
  const price = PRICE_A_DAY * (to - from) * 1.08;
  const amounts = { total_price: price, paid_price: price / 4 };
  const dates = daysOf(from, to);
  expect((await calls.pay(renter, car, 0, { ...dates, amount: price / 4 })).status).toBe(200);
  await calls.sold(renter, car);
  return (await calls.book(renter, car, dates.transaction_id, 0, amounts)).body;
}

test('a client that computes the fee of the car itself gets the second one back', async () => {
  await rent(1, 2);
  await otherCar();
  const { order_id: second, total_price } = await rent(3, 4);
  expect(total_price).toBe(354);
  const { cars, money, refunds } = await orderOf(second);
  expect(cars[0]).toMatchObject({ fee_cents: 0, total_cents: 5_400 });
  expect(money).toMatchObject({ owed_cents: 5_400, next: null });
  expect(refunds.waiting_cents + refunds.sent_cents).toBe(8_850 - 5_400);
  expect(await orderDifferences(pool)).toEqual([]);
  expect((await mailsOf('You pay the registration fee once%')).at(-1)?.text).toContain('$300.00');
});

test('of two rentals that are captured at the same moment, one carries the fee', async () => {
  for (let round = 0; round < 4; round++) {
    renter = await signIn(pool);
    const cars = await addCars(pool, [RENTAL, RENTAL]);
    const paid = cars.map((id) => ({ id, dates: daysOf(1, 11) }));
    for (const { id, dates } of paid) expect((await calls.pay(renter, id, 500, dates)).status).toBe(200);
    await Promise.all(cars.map((id) => calls.sold(renter, id)));
    const orders: number[] = [];
    for (const { id, dates } of paid) {
      const { status, body } = await calls.book(renter, id, dates.transaction_id, 500);
      expect(status).toBe(200);
      orders.push(body.order_id);
    }
    expect((await feesOf(...orders)).sort()).toEqual([0, 30_000]);
    const owed = await Promise.all(orders.map(async (id) => (await orderOf(id)).money.owed_cents));
    expect(owed.sort()).toEqual([54_000, 84_000]);
  }
});

test('the fee of a canceled rental goes to the next one of the renter, which is shown before', async () => {
  const { order_id: first, booking_id } = await rent(3, 4);
  await otherCar();
  const { order_id: later } = await rentWithoutFee(8, 9);
  await otherCar();
  const { order_id: next } = await rentWithoutFee(5, 6);
  expect(await feesOf(first, later, next)).toEqual([30_000, 0, 0]);
  const shown = (await calls.bookings(renter)).find((one: { booking_id: number }) => one.booking_id === booking_id);
  expect(shown.cancellation.fee_moves).toEqual({ amount: 300, order_id: next });
  expect((await calls.cancel(renter, booking_id, 88.5)).status).toBe(200);
  expect(await feesOf(later, next)).toEqual([0, 30_000]);
  expect((await orderOf(next)).money).toMatchObject({
    owed_cents: 35_400,
    next: { kind: 'balance', amount_cents: 34_050 },
  });
  expect(await feeOf(renter)).toBe(0);
  expect((await mailsOf('Your rental % now carries the registration fee')).at(-1)?.text).toContain('$300.00');
  expect(await orderDifferences(pool)).toEqual([]);
});

test('the fee of a canceled rental goes to one whose car the renter already has, due at its return', async () => {
  const { booking_id } = await rent(3, 4);
  await otherCar();
  const { order_id: out } = await rentWithoutFee(5, 6);
  await pool.query(
    "update bookings set starts_at = starts_at - interval '9 days' where id = (select booking_id from order_cars where order_id = $1)",
    [out],
  );
  expect((await calls.cancel(renter, booking_id, 88.5)).status).toBe(200);
  expect(await feesOf(out)).toEqual([30_000]);
  const { rows } = await pool.query('select return_at from rental_times where order_id = $1', [out]);
  expect((await orderOf(out)).money).toMatchObject({
    owed_cents: 35_400,
    next: { kind: 'balance', due_on: dayOf(rows[0].return_at) },
  });
  expect(await feeOf(renter)).toBe(0);
  expect(await orderDifferences(pool)).toEqual([]);
});

test('the fee of a canceled rental is owed with the next booking if the renter has no other live rental', async () => {
  const { booking_id } = await rent(3, 4);
  expect((await calls.bookings(renter))[0].cancellation.fee_moves).toBeUndefined();
  expect((await calls.cancel(renter, booking_id, 88.5)).status).toBe(200);
  expect(await feeOf(renter)).toBe(30_000);
});

test('a rental that was quoted without the fee carries it if the other one is canceled before the capture', async () => {
  const { booking_id } = await rent(3, 4);
  await otherCar();
  const dates = daysOf(5, 6);
  expect((await calls.pay(renter, car, 0, { ...dates, amount: 13.5 })).status).toBe(200);
  expect((await calls.cancel(renter, booking_id, 88.5)).status).toBe(200);
  await calls.sold(renter, car);
  const amounts = { total_price: 54, paid_price: 13.5 };
  const { status, body } = await calls.book(renter, car, dates.transaction_id, 0, amounts);
  expect([status, await feesOf(body.order_id)]).toEqual([200, [30_000]]);
});

test('the database refuses a second rental with the fee of a renter within the days of the terms', async () => {
  await rent(1, 2);
  await otherCar();
  const { order_id: second } = await rentWithoutFee(3, 4);
  const addFee = () =>
    pool.query('update order_cars set fee_cents = 1, total_cents = total_cents + 1 where order_id = $1', [second]);
  await expect(addFee()).rejects.toThrow('another rental carries the registration fee');
  await pool.query("update orders set created_at = created_at + interval '365 days' where id = $1", [second]);
  await addFee();
});
