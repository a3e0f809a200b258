import type { RentalPeriod } from '#features/payments/model/payment.ts';
import { dayOf, daysOf, rentalProblem } from '#features/payments/model/quote.ts';
import type { MessageId } from '#lib/i18n/messages.ts';
import { type Booking, type BookingPaymentStatus, type BookingStatus, canTransition, isLive } from './booking.ts';

/** A booking as an administrator wants it to be. */
export type RequestedBooking = Pick<Booking, 'listingId' | 'userId' | 'transactionId' | 'startsAt' | 'endsAt'> & {
  carId: number;
  totalCents: number;
  paidCents: number;
  status: BookingStatus;
  paymentStatus: BookingPaymentStatus;
};

/** What has to be done so that a booking is as it is wanted; `cancelled` gives the money back as well. */
export type BookingChange = {
  period: RentalPeriod | null;
  to: BookingStatus | null;
  refund: boolean;
};

/** What would make a booking as it is wanted, or why that cannot be. */
export function transitionOf(
  booking: Booking,
  wanted: RequestedBooking,
  now: Date,
): BookingChange | { refused: MessageId } {
  if (!isOfSamePayment(booking, wanted)) return { refused: 'admin.bookings.refused.facts' };
  if (booking.totalCents !== wanted.totalCents || booking.paidCents !== wanted.paidCents) {
    return { refused: 'admin.bookings.refused.amounts' };
  }
  const refund = wanted.paymentStatus !== booking.paymentStatus;
  if (refund && wanted.paymentStatus !== 'refunded') return { refused: 'admin.bookings.refused.payment' };
  const moves = wanted.status !== booking.status;
  if (moves && !canTransition(booking.status, wanted.status))
    return { refused: `admin.bookings.refused.${booking.status}` };
  if (refund && moves && wanted.status !== 'cancelled') return { refused: 'admin.bookings.refused.both' };
  const to = refund && isLive(booking.status) ? 'cancelled' : moves ? wanted.status : null;
  const period = newPeriod(booking, wanted);
  if (period) {
    const refused =
      to === null || to === 'confirmed' ? whyNotMovable(booking, period, now) : 'admin.bookings.refused.both';
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

export const periodOf = ({ startsAt, endsAt }: Pick<Booking, 'startsAt' | 'endsAt'>): RentalPeriod => ({
  startDay: dayOf(startsAt),
  endDay: dayOf(endsAt),
});

/** When a rental of such days begins and ends. */
export const timesOf = ({ startDay, endDay }: RentalPeriod) => ({
  startsAt: new Date(startDay),
  endsAt: new Date(endDay),
});

/** The days that are wanted, where they are others. */
function newPeriod(booking: Booking, wanted: RequestedBooking): RentalPeriod | null {
  const [before, after] = [periodOf(booking), periodOf(wanted)];
  return before.startDay === after.startDay && before.endDay === after.endDay ? null : after;
}

function whyNotMovable(booking: Booking, period: RentalPeriod, now: Date): MessageId | null {
  if (booking.offer === 'Sell') return 'admin.bookings.refused.saleDates';
  if (!isLive(booking.status) || booking.startsAt <= now) return 'admin.bookings.refused.begun';
  if (daysOf(period).length !== daysOf(periodOf(booking)).length) return 'admin.bookings.refused.days';
  return rentalProblem(period, now);
}
