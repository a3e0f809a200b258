import { transferAwaitedUntil } from '#features/bookkeeping/server/api.ts';
import {
  activateOrder,
  carsOfOrders,
  endLapsedHold,
  findOrderHold,
  isCardHold,
  mailHoldEnded,
  mailHoldEnds,
  mailHoldTaken,
  mailItemPaid,
  makeOrder,
  orderPayments,
} from '#features/orders/server/api.ts';
import { findPayment, type PaymentHooks } from '#features/payments/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { splitCents } from '#lib/money.ts';
import { isLive, timesOf } from '../model/booking.ts';
import { mailPaymentUndone, mailPaymentUndoneRefundFailed, mailRefundFailed } from './booking-mails.ts';
import { findBookingOfPayment, insertBooking, recordPaymentStatus, withdrawBookings } from './booking-store.ts';
import { cancelRefundedBooking } from './cancel-booking.ts';
import { mailDispute, mailRefundReturned, mailRefundSent, settleFeeOfBooked } from './payment-mails.ts';

/**
 * Implements the payment hooks: a captured payment becomes a booking and an order in the same transaction. A transfer for an order of
 * several cars becomes a booking of each.
 */
export function bookingHooks(clock: Clock, siteOrigin: string): PaymentHooks {
  return {
    async onCaptured(db, payment) {
      const { id: paymentId, userId, orderId, quote } = payment;
      if (!quote) throw new Error(`payment ${paymentId} has no car`);
      const { listingId, offer, totalCents, period } = quote;
      const now = clock.now();
      const times = period ? timesOf(period) : { startsAt: now, endsAt: now };
      const paidCents = Math.min(payment.amountCents, totalCents);
      const booking = { paymentId, userId, offer, ...times };
      if (orderId === null) {
        const bookingId = await insertBooking(db, { ...booking, listingId, totalCents, paidCents });
        return void (await makeOrder(db, payment, { bookingId, startsAt: times.startsAt, now }));
      }
      const cars = (await carsOfOrders(db, [orderId])).get(orderId) ?? [];
      const shares = splitCents(
        paidCents,
        cars.map((car) => car.totalCents),
      );
      const booked = [];
      for (const [index, car] of cars.entries()) {
        const amounts = { totalCents: car.totalCents, paidCents: shares[index] ?? 0 };
        const bookingId = await insertBooking(db, { ...booking, listingId: car.listingId, ...amounts });
        booked.push({ listingId: car.listingId, bookingId });
      }
      await activateOrder(db, orderId, booked);
    },
    onBooked: (db, payment) => settleFeeOfBooked(db, siteOrigin, payment),
    ...orderPayments,
    async onItemPaid(db, payment) {
      const { id, orderId, amountCents } = payment;
      const isAccepted = await orderPayments.onItemPaid(db, payment);
      if (isAccepted && (await isCardHold(db, id))) await mailHoldTaken(db, siteOrigin, payment);
      else if (isAccepted && orderId !== null) await mailItemPaid(db, { siteOrigin }, orderId, amountCents);
      return isAccepted;
    },
    onDispute: (db, payment, news) => mailDispute(db, siteOrigin, payment, news),
    async onRefunded(db, paymentId, sentCents) {
      await recordPaymentStatus(db, paymentId, 'refunded');
      if (sentCents !== null) await mailRefundSent(db, siteOrigin, paymentId);
    },
    async onRefundFailed(db, paymentId) {
      const payment = await findPayment(db, paymentId);
      if (!payment) return;
      // Another refund of the payment may have arrived.
      await recordPaymentStatus(db, paymentId, payment.state === 'refunded' ? 'refunded' : 'paid');
      if (payment.method === 'bank_transfer') return mailRefundReturned(db, siteOrigin, payment);
      const booking = await findBookingOfPayment(db, paymentId);
      if (booking) await mailRefundFailed(db, siteOrigin, booking, payment);
      else await mailPaymentUndoneRefundFailed(db, siteOrigin, payment);
    },
    async holdLastsUntil(db, { orderId, createdAt: since }) {
      const hold = orderId === null ? null : await findOrderHold(db, orderId);
      if (!hold) return null;
      const { until: endsAt, timeZone } = hold;
      return transferAwaitedUntil(db, { orderId: hold.orderId, since, endsAt, timeZone }, clock.now());
    },
    onHoldLapsed: (db, payment) => endLapsedHold(db, payment, siteOrigin),
    onFullyRefunded: (db, paymentId, by) => cancelRefundedBooking(db, clock, siteOrigin, paymentId, by),
    async onFailed(db, payment, captured) {
      if (!captured && (await isCardHold(db, payment.id))) await mailHoldEnded(db, siteOrigin, payment);
      else await mailPaymentUndone(db, siteOrigin, payment, captured);
    },
    onHoldEnds: (db, payment) => mailHoldEnds(db, siteOrigin, payment),
    onWithdrawn: withdrawBookings,
    bookingOf: async (db, paymentId) => (await findBookingOfPayment(db, paymentId))?.id ?? null,
    async isBookingLive(db, paymentId) {
      const booking = await findBookingOfPayment(db, paymentId);
      return booking !== null && isLive(booking.status);
    },
  };
}
