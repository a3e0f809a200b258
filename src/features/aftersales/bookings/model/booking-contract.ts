import { z } from 'zod';
import { light, quoteResponse, shortQuoteResponse } from '#features/catalog/landed-cost/model/landed-cost-contract.ts';
import { listingParams } from '#features/catalog/listings/model/listing-contract.ts';
import { CANCEL_STEPS } from '#features/payments/order-terms/model/term-values.ts';
import { saleFacts } from '#features/payments/payments/model/admin-payment-contract.ts';
import { TRANSACTION_ID } from '#features/payments/payments/model/payment.ts';
import { refundFailed, refundResponse } from '#features/payments/payments/model/payment-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse, idValue, pagedResponse, pageQuery } from '#lib/contract-parts.ts';
import { filterAmount, filterText, optionalFilter } from '#lib/filter-values.ts';
import { centsOf } from '#lib/money.ts';
import { BOOKING_PAYMENT_STATUSES, BOOKING_SORTS, BOOKING_STATUSES, DUE_FILTERS } from './booking.ts';

const time = z.string().describe('ISO 8601, UTC');
const sentAmount = z.number().nonnegative().max(1_000_000_000);
const sentTime = z.string().max(40);

/** Call 3 of a checkout. Statuses and dates are ignored; ids and amounts must match the payment. */
const bookBody = z.object({
  listing_id: idValue,
  user_id: idValue,
  car_id: idValue.optional(),
  transaction_id: z.string().regex(TRANSACTION_ID, 'must be TR and digits'),
  booking_start_date: sentTime.optional(),
  booking_end_date: sentTime.optional(),
  total_price: sentAmount,
  paid_price: sentAmount,
  booking_status: z.string().max(40).optional().describe('Ignored'),
  payment_status: z.string().max(40).optional().describe('Ignored'),
});

/** Call 2 of a checkout. */
const soldBody = z.strictObject({ listing_status: z.literal('sold') });
const soldResponse = z.object({
  flag: z.literal('1'),
  message: z.string(),
  listing_id: z.int(),
  listing_status: z.enum(['active', 'sold', 'rented', 'requested']),
  transaction_id: z
    .string()
    .nullable()
    .describe('Transaction of the payment; null when an administrator marked the car'),
});

const bookingFields = {
  booking_id: z.int(),
  id: z.int(),
  order_id: z.int(),
  cars_of_order: z.array(z.string()).describe('The names of all cars of its order; each has a booking'),
  _id: z.string(),
  listing_id: z.int(),
  car_id: z.int(),
  user_id: z.int(),
  transaction_id: z.string(),
  payment_id: z.int(),
  RentSell: z.enum(['Sell', 'Rent']),
  booking_start_date: time,
  booking_end_date: time,
  total_price: z.number(),
  paid_price: z.number(),
  received_price: z.number().describe('The deposit and later payments of the whole order, US dollars'),
  in_person: z.number().describe('Taken in person and not returned, US dollars'),
  due_price: z.number().describe('What is open of the price, US dollars'),
  given_back: z.number().describe('Refunded manually at the payment provider, US dollars'),
  refunded_price: z.number().describe('What we were asked to refund of the order, sent or not, US dollars'),
  booking_status: z.enum(BOOKING_STATUSES),
  payment_status: z.enum(BOOKING_PAYMENT_STATUSES),
  version: z.int(),
  createdAt: time,
};
const bookingResponse = z.object(bookingFields);
export type BookingResponse = z.output<typeof bookingResponse>;
const bookedResponse = bookingResponse.extend({ flag: z.literal('1'), message: z.string() });
const changedBookingResponse = bookedResponse.extend({ refund_failed: refundFailed });

const myRefund = z.object({ amount: z.number(), done: z.boolean().describe('Once it was sent'), failed: z.boolean() });

const myBookingResponse = bookingResponse.extend({
  car: z.object({
    make: z.string(),
    model: z.string(),
    year: z.int(),
    listing_status: z.enum(['active', 'sold', 'rented', 'requested']),
    image: z.object({ url: z.string(), placeholder: z.string().optional() }).nullable(),
  }),
  order_total: z.number().describe('What all cars of the order were booked for, US dollars'),
  cancellation: z
    .union([
      z.object({
        refund: z.number(),
        until: time.optional().describe('How long the refund stays so; left out: until the step'),
        until_step: z
          .enum(CANCEL_STEPS)
          .optional()
          .describe('The step of the car that ends the right to cancel a purchase'),
        fee_moves: z
          .object({ amount: z.number(), order_id: z.int() })
          .optional()
          .describe('The registration fee in US dollars that another rental carries after the cancellation'),
      }),
      z.object({ refused: z.string() }),
    ])
    .describe('The refund of canceling now, or why canceling is not possible'),
  /** The newest of `refunds`. */
  refund: myRefund.nullable(),
  /** Requested refunds, the oldest first; of those that failed, what is still owed. */
  refunds: z.array(myRefund),
  /** What the import rules said at the payment; null without a destination. */
  destination: shortQuoteResponse.nullable(),
  review: z.object({ rating: z.int(), text: z.string(), reply: z.string().nullable() }).nullable(),
  mayReview: z.boolean(),
});
export type MyBookingResponse = z.output<typeof myBookingResponse>;

const myBookingsQuery = z.object({ page: pageQuery.page });
const myBookingsResponse = pagedResponse(myBookingResponse);
export type MyBookingsResponse = z.output<typeof myBookingsResponse>;

const bookingParams = z.object({ id: idValue });
/** `refund`: the amount that the buyer saw. The call is rejected if it has changed. */
const cancelBody = z.object({ refund: sentAmount });
const cancelResponse = refundResponse;

/** What the import rules said about the car when it was paid for. It never changes. */
const destinationResponse = z.object({
  destination: quoteResponse
    .extend({
      paid_at: time,
      shown_light: light.nullable().describe('What the buyer saw before paying'),
      buying_for: z.string().nullable().describe('Whom or what the buyer named in spite of a prohibition'),
      buying_for_country: z.string().nullable(),
    })
    .nullable()
    .describe('Null if the buyer chose no destination'),
});
export type BookingDestination = NonNullable<z.output<typeof destinationResponse>['destination']>;

const receiptQuery = z.object({
  revision: idValue.optional().describe('An earlier revision; by default the newest receipt.'),
});

export const bookingContract = {
  markSold: { params: listingParams, body: soldBody, responses: { 200: soldResponse } },
  book: { body: bookBody, responses: { 200: bookedResponse } },
  mine: { query: myBookingsQuery, responses: { 200: myBookingsResponse } },
  cancel: { params: bookingParams, body: cancelBody, responses: { 200: cancelResponse } },
  destination: { params: bookingParams, responses: { 200: destinationResponse } },
  receipt: { params: bookingParams, query: receiptQuery, responses: { 200: fileResponse } },
} satisfies Record<string, CallContract>;

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

const bookingsQuery = bookingFilter.extend({
  sort: z.enum(BOOKING_SORTS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  ...pageQuery,
});
export type BookingsQuery = z.output<typeof bookingsQuery>;

/** A page, or an array of the newest bookings when the query is empty. */
const listedBooking = bookingResponse.extend({ sale: saleFacts.optional().describe('On pages of the list') });
export type ListedBooking = z.output<typeof listedBooking>;
const bookingsResponse = z.union([z.array(bookingResponse), pagedResponse(listedBooking)]);

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

const bookingOutcomeResponse = z.object({ flag: z.literal('1'), message: z.string() });

export const adminBookingContract = {
  list: { query: bookingsQuery, responses: { 200: bookingsResponse } },
  one: { params: bookingParams, responses: { 200: bookingResponse } },
  change: { params: bookingParams, body: changeBookingBody, responses: { 200: changedBookingResponse } },
  remove: { params: bookingParams, responses: { 200: bookingOutcomeResponse } },
  restore: { params: bookingParams, responses: { 200: bookingOutcomeResponse } },
} satisfies Record<string, CallContract>;
