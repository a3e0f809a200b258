import { displayStatus } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings, lockForCheckout, setCheckoutStatus } from '#features/catalog/server/api.ts';
import { capturePayment, findHoldingPayment, findPayment } from '#features/payments/server/api.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { centsOf } from '#lib/money.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { Booking } from '../model/booking.ts';
import type { BookingDeps } from './booking-deps.ts';
import { mailConfirmation } from './booking-mails.ts';
import { findBooking, findBookingOfTransaction, lockBookingsOfPayment, transitionBookings } from './booking-store.ts';

/** Call 2 of a checkout: captures the payment that holds the car. */
export async function markSold({ payments }: BookingDeps, userId: number, listingId: number) {
  const { transactionId } = await capturePayment(payments, await findHoldingPayment(payments, userId, listingId));
  const car = (await carsOfBookings(payments.pool, [listingId])).get(listingId);
  return { transactionId, status: displayStatus(car?.status ?? 'sold') };
}

/** Marks a car sold without a payment. A database trigger rejects it while a payment holds the car. */
export async function markSoldByAdmin({ payments }: BookingDeps, adminId: number, listingId: number, origin: Origin) {
  await withTransaction(payments.pool, async (db) => {
    const car = await lockForCheckout(db, listingId);
    if (!car) throw new AppError('not_found', `no listing ${listingId}`, { messageKey: 'cars.notFound' });
    await setCheckoutStatus(db, listingId, 'sold');
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'listing sold',
      subject: { kind: 'listing', id: listingId },
      details: { before: { status: car.status }, after: { status: 'sold' } },
    });
  });
  return { transactionId: null, status: 'sold' as const };
}

type ConfirmRequest = {
  listing_id: number;
  car_id?: number | undefined;
  transaction_id: string;
  total_price: number;
  paid_price: number;
};

/**
 * Call 3 of a checkout: confirms the booking of a captured payment. Ids and amounts must match the payment; statuses
 * and dates are ignored. A repeated call returns the same booking.
 */
export async function confirmBooking(deps: BookingDeps, userId: number, request: ConfirmRequest): Promise<Booking> {
  const { pool } = deps.payments;
  const booking = await findBookingOfTransaction(pool, userId, request.transaction_id);
  if (!booking) throw new AppError('conflict', 'no captured payment', { messageKey: 'booking.notPaid' });
  if (differs(request, booking))
    throw new AppError('conflict', 'the booking differs from the payment', { messageKey: 'booking.mismatch' });
  if (booking.status === 'cancelled') throw new AppError('conflict', 'cancelled', { messageKey: 'booking.cancelled' });
  await confirmBookingsOf(deps, booking.paymentId);
  return (await findBooking(pool, booking.id)) ?? booking;
}

function differs(
  { listing_id, car_id = listing_id, total_price, paid_price }: ConfirmRequest,
  booking: Booking,
): boolean {
  return (
    listing_id !== booking.listingId ||
    car_id !== booking.listingId ||
    Math.abs(centsOf(total_price) - booking.totalCents) > 1 ||
    Math.abs(centsOf(paid_price) - booking.paidCents) > 1
  );
}

/** Confirms a pending booking and the bookings of the order's other cars, and queues the email with the receipt. Idempotent. */
export async function confirmPending(deps: BookingDeps, id: number): Promise<void> {
  const booking = await findBooking(deps.payments.pool, id);
  if (booking) await confirmBookingsOf(deps, booking.paymentId);
}

function confirmBookingsOf(deps: BookingDeps, paymentId: number): Promise<void> {
  return withTransaction(deps.payments.pool, async (db) => {
    const [first] = await lockBookingsOfPayment(db, paymentId);
    if (first) await confirmLockedBooking(deps, db, first);
  });
}

/** Like `confirmPending`; the caller holds the lock. Returns false if the booking is not pending. */
export async function confirmLockedBooking(
  { siteOrigin, payments: { clock } }: BookingDeps,
  db: Queryable,
  booking: Booking,
): Promise<boolean> {
  const { paymentId, status } = booking;
  if (status !== 'pending' || !(await transitionBookings(db, paymentId, 'pending', 'confirmed'))) return false;
  const payment = await findPayment(db, paymentId);
  if (payment) await mailConfirmation(db, siteOrigin, booking, payment, clock.now());
  return true;
}
