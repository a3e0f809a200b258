import { z } from 'zod';
import { saleFacts } from '#features/payments/payments/model/admin-payment-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { filterAmount, filterText, optionalFilter } from '#lib/filter-values.ts';
import { idValue } from '#lib/id-value.ts';
import { centsOf } from '#lib/money.ts';
import { pagedResponse, pageQuery } from '#lib/paging.ts';
import { BOOKING_PAYMENT_STATUSES, BOOKING_STATUSES } from './booking.ts';
import { bookingParams, bookingResponse, changedBookingResponse } from './booking-contract.ts';
import { BOOKING_SORTS, DUE_FILTERS } from './booking-filters.ts';

/** Filters of the booking list. Amounts are US dollars. */
export const bookingFilter = z.object({
  status: optionalFilter(z.enum(BOOKING_STATUSES)),
  paymentStatus: optionalFilter(z.enum(BOOKING_PAYMENT_STATUSES)),
  minPaid: optionalFilter(filterAmount),
  maxPaid: optionalFilter(filterAmount),
  due: optionalFilter(z.enum(DUE_FILTERS)).describe('The part of the total that is still due'),
  search: optionalFilter(filterText).describe(
    'The id of a booking, a user or a car, the start of a transaction id, the number of an order, a VIN, or a part of the buyer’s name or email',
  ),
});
export type BookingFilter = z.output<typeof bookingFilter>;

export const bookingsQuery = bookingFilter.extend({
  sort: z.enum(BOOKING_SORTS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  ...pageQuery,
});
export type BookingsQuery = z.output<typeof bookingsQuery>;

/** A page, or an array of the newest bookings when the query is empty. */
export const listedBooking = bookingResponse.extend({ sale: saleFacts.optional().describe('On pages of the list') });
export type ListedBooking = z.output<typeof listedBooking>;
export const bookingsResponse = z.union([z.array(bookingResponse), pagedResponse(listedBooking)]);

const cents = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,10}(\.\d{1,4})?$/, 'must be an amount')
      .transform(Number),
  ])
  .refine((dollars) => dollars >= 0 && dollars <= 1_000_000_000, 'must be an amount')
  .transform(centsOf);
const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).transform((text) => new Date(text));

/** All fields are sent; fields that cannot be changed must have their current values. */
export const changeBookingBody = z.object({
  listing_id: idValue,
  user_id: idValue,
  car_id: idValue,
  booking_start_date: moment,
  booking_end_date: moment,
  total_price: cents,
  paid_price: cents,
  transaction_id: z.string().max(40),
  booking_status: z.enum(BOOKING_STATUSES),
  payment_status: z.enum(BOOKING_PAYMENT_STATUSES),
  version: idValue.optional().describe('Version of the booking as it was read; the change is rejected if it is stale.'),
  reason: z.string().trim().max(500).optional().describe('Reason of a cancellation or refund, for the audit log.'),
});
export type ChangeBookingBody = z.output<typeof changeBookingBody>;

export const bookingOutcomeResponse = z.object({ flag: z.literal('1'), message: z.string() });

export const adminBookingContract = {
  list: { query: bookingsQuery, responses: { 200: bookingsResponse } },
  one: { params: bookingParams, responses: { 200: bookingResponse } },
  change: { params: bookingParams, body: changeBookingBody, responses: { 200: changedBookingResponse } },
  remove: { params: bookingParams, responses: { 200: bookingOutcomeResponse } },
  restore: { params: bookingParams, responses: { 200: bookingOutcomeResponse } },
} satisfies Record<string, CallContract>;
