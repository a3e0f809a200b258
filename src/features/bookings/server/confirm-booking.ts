import { findByTransaction, findPayment } from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { centsOf } from '#lib/money.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Booking } from '../model/booking.ts';
import type { BookingDeps } from './booking-deps.ts';
import { mailConfirmation } from './booking-mails.ts';
import { findBooking, findBookingOfPayment, lockBooking, transitionBooking } from './booking-store.ts';

type Asked = {
  listing_id: number;
  car_id?: number | undefined;
  transaction_id: string;
  total_price: number;
  paid_price: number;
};

/**
 * Call 3 of a checkout: the buyer's browser says that it knows. What is asked for must be what was paid; statuses and
 * dates come from
 * us. The same call again gets the same booking.
 */
export async function confirmBooking(deps: BookingDeps, userId: number, asked: Asked): Promise<Booking> {
  const { pool } = deps.payments;
  const payment = await findByTransaction(pool, userId, asked.transaction_id);
  const booking = payment && (await findBookingOfPayment(pool, payment.id));
  if (!booking) throw new AppError('conflict', 'no captured payment', { messageKey: 'booking.notPaid' });
  if (differs(asked, booking))
    throw new AppError('conflict', 'another booking than was paid', { messageKey: 'booking.mismatch' });
  if (booking.status === 'cancelled') throw new AppError('conflict', 'cancelled', { messageKey: 'booking.cancelled' });
  await confirmPending(deps, booking.id);
  return (await findBooking(pool, booking.id)) ?? booking;
}

function differs({ listing_id, car_id = listing_id, total_price, paid_price }: Asked, booking: Booking): boolean {
  return (
    listing_id !== booking.listingId ||
    car_id !== booking.listingId ||
    Math.abs(centsOf(total_price) - booking.totalCents) > 1 ||
    Math.abs(centsOf(paid_price) - booking.paidCents) > 1
  );
}

/** Confirms a booking that still waits for it, and sends the buyer's receipt on its way; once, whoever asks. */
export async function confirmPending(deps: BookingDeps, id: number): Promise<void> {
  await withTransaction(deps.payments.pool, async (db) => {
    const booking = await lockBooking(db, id);
    if (booking) await confirmLockedBooking(deps, db, booking);
  });
}

/** The same for a booking that is locked already; tells whether it waited. */
export async function confirmLockedBooking(
  { siteOrigin }: BookingDeps,
  db: Queryable,
  booking: Booking,
): Promise<boolean> {
  const { id, paymentId, status } = booking;
  if (status !== 'pending' || !(await transitionBooking(db, id, 'pending', 'confirmed'))) return false;
  const payment = await findPayment(db, paymentId);
  if (payment) await mailConfirmation(db, siteOrigin, booking, payment);
  return true;
}
