import { activateOrder, endLapsedHold, makeOrder, orderPayments } from '#features/orders/server/api.ts';
import { findPayment, type PaymentHooks } from '#features/payments/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { isLive } from '../model/booking.ts';
import { timesOf } from '../model/booking-transition.ts';
import { mailPaymentUndone, mailPaymentUndoneRefundFailed, mailRefundFailed } from './booking-mails.ts';
import { findBookingOfPayment, insertBooking, recordPaymentStatus } from './booking-store.ts';
import { cancelRefundedBooking } from './cancel-booking.ts';

/** Implements the payment hooks: a captured payment becomes a booking and an order in the same transaction. */
export function bookingHooks(clock: Clock, siteOrigin: string): PaymentHooks {
  return {
    async onCaptured(db, payment) {
      const { id: paymentId, userId, orderId, quote } = payment;
      if (!quote) throw new Error(`payment ${paymentId} has no car`);
      const { listingId, offer, totalCents, period } = quote;
      const now = clock.now();
      const times = period ? timesOf(period) : { startsAt: now, endsAt: now };
      const paidCents = Math.min(payment.amountCents, totalCents);
      const bookingId = await insertBooking(db, {
        paymentId,
        listingId,
        userId,
        offer,
        totalCents,
        paidCents,
        ...times,
      });
      if (orderId === null) await makeOrder(db, payment, { bookingId, startsAt: times.startsAt, now });
      else await activateOrder(db, orderId, listingId, bookingId);
    },
    ...orderPayments,
    onRefunded: (db, paymentId) => recordPaymentStatus(db, paymentId, 'refunded'),
    async onRefundFailed(db, paymentId) {
      await recordPaymentStatus(db, paymentId, 'paid');
      const booking = await findBookingOfPayment(db, paymentId);
      const payment = await findPayment(db, paymentId);
      if (!payment) return;
      if (booking) await mailRefundFailed(db, siteOrigin, booking, payment);
      else await mailPaymentUndoneRefundFailed(db, siteOrigin, payment);
    },
    onHoldLapsed: (db, payment) => endLapsedHold(db, payment, siteOrigin),
    onFullyRefunded: (db, paymentId) => cancelRefundedBooking(db, clock, siteOrigin, paymentId),
    onFailed: (db, payment, captured) => mailPaymentUndone(db, siteOrigin, payment, captured),
    bookingOf: async (db, paymentId) => (await findBookingOfPayment(db, paymentId))?.id ?? null,
    async isBookingLive(db, paymentId) {
      const booking = await findBookingOfPayment(db, paymentId);
      return booking !== null && isLive(booking.status);
    },
  };
}
