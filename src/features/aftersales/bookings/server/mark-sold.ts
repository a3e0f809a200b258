import { displayStatus } from '#features/catalog/listings/model/listing-status.ts';
import { carsOfBookings, lockForCheckout, setCheckoutStatus } from '#features/catalog/server/api.ts';
import { capturePayment, findHoldingPayment } from '#features/payments/server/api.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { BookingDeps } from './booking-deps.ts';

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
