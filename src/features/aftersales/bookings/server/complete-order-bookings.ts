import { carsOfOrders, orderNotFound } from '#features/orders/server/api.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { BookingDeps } from './booking-deps.ts';
import { findBooking } from './booking-store.ts';
import { completeLockedBooking } from './booking-worker.ts';
import { lockedBooking } from './cancel-booking.ts';

/** Completes an order with all its bookings on behalf of an administrator. Throws while money is open. */
export async function completeOrderBookings(
  { payments: { pool, clock } }: BookingDeps,
  adminId: number,
  orderId: number,
  origin: Origin,
): Promise<void> {
  const cars = (await carsOfOrders(pool, [orderId])).get(orderId);
  if (!cars) throw orderNotFound();
  const bookingId = cars[0]?.bookingId ?? null;
  await withTransaction(pool, async (db) => {
    const snapshot = bookingId === null ? null : await findBooking(db, bookingId);
    const locked = snapshot && (await lockedBooking(db, snapshot));
    if (locked?.booking.status !== 'confirmed') {
      throw new AppError('conflict', 'not confirmed', { messageKey: 'orders.notConfirmed' });
    }
    await completeLockedBooking(db, locked.booking, { actor: 'admin', actorId: adminId }, clock.now());
    for (const { id } of locked.bookings) {
      await audit(db, origin, {
        actor: actingAdmin(adminId),
        action: 'booking changed',
        subject: { kind: 'booking', id },
        details: { changed: ['status'], before: { status: 'confirmed' }, after: { status: 'completed' } },
      });
    }
  });
}
