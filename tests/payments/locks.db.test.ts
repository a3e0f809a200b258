import { beforeAll, expect, test } from 'vitest';
import { lockForCheckout } from '#features/catalog/listings/server/checkout-listing.ts';
import { lockPayment } from '#features/payments/payments/server/payment-store.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import {
  findBooking,
  lockBooking,
  transitionBookings,
} from '../../src/features/aftersales/bookings/server/booking-store.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { payingCalls } from '../support/payments/paying.ts';
import { testApp } from '../support/server/test-app.ts';

const PRICE = 10_000;
const { pool } = await testDatabase();
const calls = payingCalls(await testApp(pool, { PAYMENT_DELAY_MS: '0' }));
let booked: { booking_id: number; payment_id: number; listing_id: number };

beforeAll(async () => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  booked = await calls.buy(await signIn(pool), car, PRICE);
});

test.each<[what: string, lock: (db: Queryable) => Promise<unknown>]>([
  ['car', (db) => lockForCheckout(db, booked.listing_id)],
  ['payment', (db) => lockPayment(db, booked.payment_id)],
  ['booking', (db) => lockBooking(db, booked.booking_id)],
])('the lock of a %s blocks a second transaction until the first ends', async (_what, lock) => {
  await withTransaction(pool, async (first) => {
    await lock(first);
    const second = withTransaction(pool, async (db) => {
      await db.query("set local lock_timeout = '50ms'");
      await lock(db);
    });
    await expect(second).rejects.toThrow();
  });
  await withTransaction(pool, lock);
});

test('changes the status of a booking only from its current status', async () => {
  expect(await transitionBookings(pool, booked.payment_id, 'pending', 'cancelled')).toBe(false);
  expect(await findBooking(pool, booked.booking_id)).toMatchObject({ status: 'confirmed' });
});
