/** Converts a booking between the back office's form and the API call, and checks the form. */

import type { z } from 'zod';
import { dayAfter } from '#features/payments/payments/model/calendar-day.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import {
  BOOKING_PAYMENT_STATUSES,
  BOOKING_STATUSES,
  type BookingPaymentStatus,
  type BookingStatus,
  canTransition,
} from './booking.ts';
import type { BookingResponse, changeBookingBody } from './booking-contract.ts';

const BOOKING_FIELDS = [
  'listing_id',
  'user_id',
  'car_id',
  'booking_start_date',
  'booking_end_date',
  'total_price',
  'paid_price',
  'transaction_id',
  'booking_status',
  'payment_status',
] as const;
type Field = (typeof BOOKING_FIELDS)[number];

/** The last day of a booking. The API has the day after it as the end of a rental; a sale has one moment. */
export function lastDayOf({ RentSell, booking_end_date: end }: Pick<BookingResponse, 'RentSell' | 'booking_end_date'>) {
  return RentSell === 'Rent' ? dayAfter(end.slice(0, 10), -1) : end.slice(0, 10);
}

export function formOfBooking(booking: BookingResponse): Record<Field | 'RentSell', string> {
  return {
    RentSell: booking.RentSell,
    listing_id: String(booking.listing_id),
    user_id: String(booking.user_id),
    car_id: String(booking.car_id),
    booking_start_date: booking.booking_start_date.slice(0, 10),
    booking_end_date: lastDayOf(booking),
    total_price: booking.total_price.toFixed(2),
    paid_price: booking.paid_price.toFixed(2),
    transaction_id: booking.transaction_id,
    booking_status: booking.booking_status,
    payment_status: booking.payment_status,
  };
}

export function bodyOfForm(values: Record<string, string>): z.input<typeof changeBookingBody> {
  const text = (name: Field) => values[name] ?? '';
  const { version, reason, RentSell } = values;
  const end = text('booking_end_date');
  return {
    listing_id: Number(text('listing_id')),
    user_id: Number(text('user_id')),
    car_id: Number(text('car_id')),
    booking_start_date: text('booking_start_date'),
    booking_end_date: RentSell === 'Rent' && end !== '' ? dayAfter(end) : end,
    total_price: Number(text('total_price')),
    paid_price: Number(text('paid_price')),
    transaction_id: text('transaction_id'),
    booking_status: text('booking_status') as BookingStatus,
    payment_status: text('payment_status') as BookingPaymentStatus,
    version: Number(version),
    ...(reason && { reason }),
  };
}

/** Returns a problem for every empty field; null if there is none. */
export function bookingProblems(values: Record<string, unknown>): Record<string, MessageKey> | null {
  const empty = BOOKING_FIELDS.filter((name) => String(values[name] ?? '').trim() === '');
  if (empty.length === 0) return null;
  return Object.fromEntries(empty.map((name) => [name, 'admin.bookings.field.needed' as const]));
}

/** Returns true if saving sends a refund, which cannot be undone. */
export function isRefunding(
  { booking_status: status, payment_status: payment }: Record<string, unknown>,
  stored: Pick<BookingResponse, 'booking_status' | 'payment_status'>,
): boolean {
  const cancels = status === 'cancelled' && stored.booking_status !== 'cancelled';
  return cancels || (payment === 'refunded' && stored.payment_status !== 'refunded');
}

/** Returns the problems of an edit: empty fields, or a refund without the confirmation checkbox. */
export function editProblems(
  values: Record<string, unknown>,
  stored: BookingResponse,
): Record<string, MessageKey> | null {
  const isUnconfirmed = isRefunding(values, stored) && values.understood !== 'on';
  return bookingProblems(values) ?? (isUnconfirmed ? { understood: 'admin.bookings.edit.tick' } : null);
}

/** Returns the statuses that an edit may choose, including the current ones. */
export function choicesOf({ booking_status: status, payment_status: payment }: BookingResponse) {
  return {
    statuses: BOOKING_STATUSES.filter((next) => next === status || canTransition(status, next)),
    payments: BOOKING_PAYMENT_STATUSES.filter(
      (next) => next === payment || (payment === 'paid' && next === 'refunded'),
    ),
  };
}
