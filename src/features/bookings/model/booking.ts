import type { Offer } from '#features/listings/model/listing.ts';

export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

export const BOOKING_PAYMENT_STATUSES = ['pending', 'paid', 'failed', 'refunded'] as const;
export type BookingPaymentStatus = (typeof BOOKING_PAYMENT_STATUSES)[number];

/** A car bought, or rented for whole days; cents of US dollars. */
export type Booking = {
  id: number;
  paymentId: number;
  transactionId: string;
  listingId: number;
  userId: number;
  offer: Offer;
  /** Of a purchase: the moment it was made, twice. Of a rental: midnight UTC of the first day and of the day after the last. */
  startsAt: Date;
  endsAt: Date;
  totalCents: number;
  paidCents: number;
  /** What of that went back at the payment provider, by nobody here. */
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

/** Whether it still stands between a car and other buyers, and waits for its end. */
export function isLive(status: BookingStatus): boolean {
  return status === 'pending' || status === 'confirmed';
}
