import { isNamedByOpenLine } from '#features/bookkeeping/server/api.ts';
import { lockForCheckout } from '#features/catalog/server/api.ts';
import { type Actor, followAccountChanges, remindHolds, tellWaiting } from '#features/orders/server/api.ts';
import { dayOf } from '#features/payments/payments/model/calendar-day.ts';
import { lockPayment, updateRentedStatus } from '#features/payments/server/api.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import type { BookingDeps } from './booking-deps.ts';
import {
  carsChangingToday,
  claimDueBookings,
  findBooking,
  handBackBookings,
  lockBooking,
  rentalsOver,
} from './booking-store.ts';
import { completeLockedBooking, confirmPending } from './change-booking.ts';
import { tellOrderNews } from './order-news.ts';
import { processOverdueOrders } from './overdue-orders.ts';

const LEASE_S = 20;
const SYSTEM: Actor = { actor: 'system', actorId: null };

/**
 * Confirms bookings that no browser confirmed, completes ended rentals, reminds of balances and cancels orders whose balance
 * was not paid in time, reminds of holds for transfers, tells parties of changes of orders, waiting buyers of free
 * cars and buyers with open invoices of a changed bank account, and updates the status of Rent cars. An error does not stop the other rows.
 */
export async function processBookings(deps: BookingDeps, onError: (error: unknown) => void, run?: Run): Promise<void> {
  const { pool, clock } = deps.payments;
  const how = { pool, onError, run };
  await workInTurn(await claimDueBookings(pool, LEASE_S), {
    ...how,
    queue: 'bookings',
    work: (id) => confirmPending(deps, id),
    handBack: (ids) => handBackBookings(pool, ids, LEASE_S),
  });
  const rentals = await rentalsOver(pool, clock.now());
  await workInTurn(rentals, { ...how, queue: 'ended rentals', work: (id) => completeBooking(deps, id) });
  await processOverdueOrders(deps, onError, run);
  await remindHolds(deps, isNamedByOpenLine, onError, run);
  await tellOrderNews(deps, onError, run);
  await tellWaiting(deps, onError, run);
  await followAccountChanges(deps, onError, run);
  const cars = await carsChangingToday(pool, dayOf(clock.now()));
  await workInTurn(cars, { ...how, queue: 'rented cars', work: (id) => updateCarStatus(deps, id) });
}

async function updateCarStatus({ payments: { pool, clock } }: BookingDeps, id: number): Promise<void> {
  await withTransaction(pool, async (db) => {
    const car = await lockForCheckout(db, id);
    if (car) await updateRentedStatus(db, car, clock.now());
  });
}

/** Completes a booking and its order, and the renter may review the car. */
async function completeBooking({ payments }: BookingDeps, id: number): Promise<boolean> {
  const snapshot = await findBooking(payments.pool, id);
  if (!snapshot) return false;
  return withTransaction(payments.pool, async (db) => {
    await lockPayment(db, snapshot.paymentId);
    const booking = await lockBooking(db, id);
    return booking !== null && completeLockedBooking(db, booking, SYSTEM, payments.clock.now());
  });
}
