import { dayOf } from '#features/payments/payments/model/calendar-day.ts';
import type { RentalPeriod } from '#features/payments/payments/model/payment.ts';
import { daysOf, rentalProblem } from '#features/payments/payments/model/quote.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { type Booking, type BookingPaymentStatus, type BookingStatus, canTransition, isLive } from './booking.ts';

/** The booking that an administrator requests. */
export type RequestedBooking = Pick<Booking, 'listingId' | 'userId' | 'transactionId' | 'startsAt' | 'endsAt'> & {
  carId: number;
  totalCents: number;
  paidCents: number;
  status: BookingStatus;
  paymentStatus: BookingPaymentStatus;
};

/** The steps to a requested booking. `to: 'cancelled'` includes the refund. */
export type BookingChange = {
  period: RentalPeriod | null;
  to: BookingStatus | null;
  refund: boolean;
};

/** Computes the change to the requested booking, or why it is rejected. */
export function transitionOf(
  booking: Booking,
  request: RequestedBooking,
  now: Date,
): BookingChange | { refused: MessageKey } {
  if (!isOfSamePayment(booking, request)) return { refused: 'admin.bookings.refused.facts' };
  if (booking.totalCents !== request.totalCents || booking.paidCents !== request.paidCents) {
    return { refused: 'admin.bookings.refused.amounts' };
  }
  const refund = request.paymentStatus !== booking.paymentStatus;
  if (refund && request.paymentStatus !== 'refunded') return { refused: 'admin.bookings.refused.payment' };
  const changesStatus = request.status !== booking.status;
  if (changesStatus && !canTransition(booking.status, request.status))
    return { refused: `admin.bookings.refused.${booking.status}` };
  if (refund && changesStatus && request.status !== 'cancelled') return { refused: 'admin.bookings.refused.both' };
  const to = refund && isLive(booking.status) ? 'cancelled' : changesStatus ? request.status : null;
  const period = newPeriod(booking, request);
  if (period) {
    const refused =
      to === null || to === 'confirmed' ? periodProblem(booking, period, now) : 'admin.bookings.refused.both';
    if (refused) return { refused };
  }
  return { period, to, refund: refund || to === 'cancelled' };
}

function isOfSamePayment(booking: Booking, { listingId, carId, userId, transactionId }: RequestedBooking): boolean {
  return (
    listingId === booking.listingId &&
    carId === booking.listingId &&
    userId === booking.userId &&
    transactionId === booking.transactionId
  );
}

export const bookingPeriod = ({ startsAt, endsAt }: Pick<Booking, 'startsAt' | 'endsAt'>): RentalPeriod => ({
  startDay: dayOf(startsAt),
  endDay: dayOf(endsAt),
});

export const timesOf = ({ startDay, endDay }: RentalPeriod) => ({
  startsAt: new Date(startDay),
  endsAt: new Date(endDay),
});

/** Returns the requested days if they differ from the current ones. */
function newPeriod(booking: Booking, request: RequestedBooking): RentalPeriod | null {
  const [before, after] = [bookingPeriod(booking), bookingPeriod(request)];
  return before.startDay === after.startDay && before.endDay === after.endDay ? null : after;
}

function periodProblem(booking: Booking, period: RentalPeriod, now: Date): MessageKey | null {
  if (booking.offer === 'Sell') return 'admin.bookings.refused.saleDates';
  if (!isLive(booking.status) || booking.startsAt <= now) return 'admin.bookings.refused.begun';
  if (daysOf(period).length !== daysOf(bookingPeriod(booking)).length) return 'admin.bookings.refused.days';
  return rentalProblem(period, now);
}
