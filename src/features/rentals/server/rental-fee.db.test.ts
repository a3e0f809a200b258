import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signIn } from '../../../../tests/support/data/accounts.ts';
import { addCars } from '../../../../tests/support/data/cars.ts';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { type Buyer, newTransaction, payingCalls } from '../../../../tests/support/payments/paying.ts';
import { clockFrom, dayFromNow } from '../../../../tests/support/runner/test-clock.ts';
import { getJson, testApp } from '../../../../tests/support/server/test-app.ts';

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
/** Returns the registration fee that somebody would pay, in cents. */
const feeOf = async (who?: Buyer) =>
  (await getJson(app, `/api/listings/${car}/booked-days`, who?.cookie)).body.fee_cents as number;

test('a renter pays the registration fee once in the days of the terms, for whichever cars', async () => {
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

test('a client that computes the fee of the car itself pays it again, and a canceled rental does not count', async () => {
  const { order_id: first } = await rent(1, 2);
  expect(await rent(3, 4)).toMatchObject({ total_price: 354 });
  await pool.query(
    'delete from order_cars where order_id <> $1 and order_id in (select id from orders where user_id = $2)',
    [first, renter.id],
  );
  await pool.query("update orders set life = 'cancelled', ended_at = now() where id = $1", [first]);
  expect(await feeOf(renter)).toBe(30_000);
});
