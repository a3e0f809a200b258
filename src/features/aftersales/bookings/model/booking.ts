import type { Offer } from '#features/catalog/listings/model/listing.ts';
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
  /** Cash and the like that staff took for the order, less what was given back. Charges of a rental are left out. */
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

/** Whether the booking is pending or confirmed, so that it blocks other buyers. */
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
