import { lockForCheckout } from '#features/listings/server/api.ts';
import { dayOf } from '#features/payments/model/quote.ts';
import { earnPayment, lockPayment, updateRentedStatus } from '#features/payments/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Booking } from '../model/booking.ts';
import type { BookingDeps } from './booking-deps.ts';
import {
  carsChangingToday,
  claimDueBookings,
  findBooking,
  lockBooking,
  rentalsOver,
  transitionBooking,
} from './booking-store.ts';
import { confirmPending } from './confirm-booking.ts';

const LEASE_S = 20;

/**
 * Confirms what browsers left unconfirmed, completes rentals that are over, and keeps Rent cars' state true of today.
 * What fails keeps
 * nothing else from being looked after.
 */
export async function processBookings(deps: BookingDeps, onError: (error: unknown) => void): Promise<void> {
  const { pool, clock } = deps.payments;
  const each = async (ids: number[], tend: (id: number) => Promise<unknown>) => {
    for (const id of ids) await tend(id).catch(onError);
  };
  await each(await claimDueBookings(pool, LEASE_S), (id) => confirmPending(deps, id));
  await each(await rentalsOver(pool, clock.now()), (id) => completeBooking(deps, id));
  await each(await carsChangingToday(pool, dayOf(clock.now())), (id) => showCarToday(deps, id));
}

async function showCarToday({ payments: { pool, clock } }: BookingDeps, id: number): Promise<void> {
  await withTransaction(pool, async (db) => {
    const car = await lockForCheckout(db, id);
    if (car) await updateRentedStatus(db, car, clock.now());
  });
}

/** Ends a booking well: what was paid is earned, and the renter may review the car. */
async function completeBooking({ payments }: BookingDeps, id: number): Promise<boolean> {
  const seen = await findBooking(payments.pool, id);
  if (!seen) return false;
  return withTransaction(payments.pool, async (db) => {
    await lockPayment(db, seen.paymentId);
    const booking = await lockBooking(db, id);
    return booking !== null && completeLockedBooking(db, booking);
  });
}

/** The same for a booking that is locked already; tells whether it was to be completed. */
export async function completeLockedBooking(db: Queryable, { id, paymentId, status }: Booking): Promise<boolean> {
  if (status !== 'confirmed' || !(await transitionBooking(db, id, 'confirmed', 'completed'))) return false;
  await earnPayment(db, paymentId);
  return true;
}
