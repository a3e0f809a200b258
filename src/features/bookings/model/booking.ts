import type { Offer } from '#features/listings/model/listing.ts';
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
  /** The deposit. */
  paidCents: number;
  /** All captured payments of the booking's order, with the deposit. */
  receivedCents: number;
  /** Refunded manually at the payment provider, of all these payments. */
  givenBackCents: number;
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

/** Returns the part of the paid price, in US dollars, that was not refunded at the provider. */
export function refundableAmount({
  received_price: received,
  given_back: given,
}: Pick<BookingResponse, 'received_price' | 'given_back'>) {
  return amountOf(centsOf(received) - centsOf(given));
}
