import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { dayOf } from '#features/payments/payments/model/calendar-day.ts';
import type { RentalPeriod } from '#features/payments/payments/model/payment.ts';
import { daysOf, rentalProblem } from '#features/payments/payments/model/quote.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { amountOf, centsOf } from '#lib/money.ts';
import type { BookingResponse } from './booking-contract.ts';

export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

export const BOOKING_PAYMENT_STATUSES = ['pending', 'paid', 'failed', 'refunded'] as const;
export type BookingPaymentStatus = (typeof BOOKING_PAYMENT_STATUSES)[number];

/** The purchase or rental of a car; amounts in cents of US dollars. */
export type Booking = {
  id: number;
  orderId: number;
  paymentId: number;
  transactionId: string;
  /** The names of all cars of its order; each has a booking. */
  cars: string[];
  listingId: number;
  userId: number;
  offer: Offer;
  /**
   * For a purchase, both times are its creation. For a rental, midnight UTC of the first day and of the day after the
   * last.
   */
  startsAt: Date;
  endsAt: Date;
  totalCents: number;
  /** What all cars of the order were booked for. */
  orderTotalCents: number;
  /** The deposit, or the part of this car in it. */
  paidCents: number;
  /** All captured payments of the booking's order, with the deposit. */
  receivedCents: number;
  /** Money that staff took in person for the order, minus returns. Excludes charges of a rental. */
  inPersonCents: number;
  /** What is open of the price, by the plan of the order: less what was received in any way, and what banks kept of transfers. */
  dueCents: number;
  /** Refunded manually at the payment provider, of all these payments, and lost in disputes. */
  givenBackCents: number;
  /** Asked to be refunded by us, of all these payments, whether sent or not. */
  refundedCents: number;
  status: BookingStatus;
  paymentStatus: BookingPaymentStatus;
  version: number;
  createdAt: Date;
};

/** The statuses that may follow each status. The worker completes rentals whose last day has passed. */
const TRANSITIONS: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

export function canTransition(from: BookingStatus, to: BookingStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Returns true for pending and confirmed bookings, which block other buyers. */
export function isLive(status: BookingStatus): boolean {
  return status === 'pending' || status === 'confirmed';
}

/** Returns what was received by payments and is not on its way back. */
export function leftCents({
  receivedCents,
  givenBackCents,
  refundedCents,
}: Pick<Booking, 'receivedCents' | 'givenBackCents' | 'refundedCents'>): number {
  return Math.max(0, receivedCents - givenBackCents - refundedCents);
}

/** Returns the same in US dollars. */
export function refundableAmount({
  received_price: received,
  given_back: given,
  refunded_price: refunded,
}: Pick<BookingResponse, 'received_price' | 'given_back' | 'refunded_price'>) {
  const [receivedCents, givenBackCents, refundedCents] = [centsOf(received), centsOf(given), centsOf(refunded)];
  return amountOf(leftCents({ receivedCents, givenBackCents, refundedCents }));
}

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

/** Query parameters of the booking list, shared by the screen's URL and the API call. */
export const BOOKING_FILTERS = ['search', 'status', 'paymentStatus', 'due', 'minPaid', 'maxPaid'] as const;
export const BOOKING_QUERY = [...BOOKING_FILTERS, 'sort', 'order', 'page'] as const;

/** The part of the total that is still due. */
export const DUE_FILTERS = ['none', 'partial', 'full'] as const;

export const BOOKING_SORTS = ['booking', 'total', 'paid'] as const;
export type BookingSort = (typeof BOOKING_SORTS)[number];
