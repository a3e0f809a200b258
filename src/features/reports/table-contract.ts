import { z } from 'zod';
import { usersQuery } from '#features/accounts/managed-accounts-contract.ts';
import { BOOKING_PAYMENT_STATUSES, BOOKING_STATUSES } from '#features/bookings/booking.ts';
import { CAR_TYPES } from '#features/listings/listing.ts';
import { SETTABLE_STATUSES } from '#features/listings/managed-listing.ts';
import { centsOf } from '#platform/money.ts';

/** An option of a form that was left open narrows nothing. */
const unlessOpen = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((sent) => (sent === '' || sent === 'all' ? undefined : sent), schema.optional());

const dollars = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be an amount')
  .transform((amount) => centsOf(Number(amount)));
const day = z.iso.date().transform((date) => new Date(date));
const words = z
  .string()
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'), 'must be text')
  .transform((text) => text.trim());

/** What narrows the list of bookings: the filters of their screen. Amounts are US dollars. */
export const bookingFilter = z.object({
  status: unlessOpen(z.enum(BOOKING_STATUSES)),
  paymentStatus: unlessOpen(z.enum(BOOKING_PAYMENT_STATUSES)),
  minPaid: unlessOpen(dollars),
  maxPaid: unlessOpen(dollars),
  due: unlessOpen(z.enum(['none', 'partial', 'full'])).describe('What is still to be paid of the total'),
  search: unlessOpen(words).describe('The id of a booking, a user or a car, or the beginning of a transaction id'),
});
export type BookingFilter = z.output<typeof bookingFilter>;

/** What narrows the list of payments. `to` is the last day that counts. */
export const paymentFilter = z.object({
  status: unlessOpen(z.enum(['success', 'pending', 'failed', 'refunded'])),
  from: unlessOpen(day),
  to: unlessOpen(day.transform((date) => new Date(date.getTime() + 86_400_000))),
  minAmount: unlessOpen(dollars),
  maxAmount: unlessOpen(dollars),
  search: unlessOpen(words).describe('The id of a user or a car, or the beginning of a transaction id'),
});
export type PaymentFilter = z.output<typeof paymentFilter>;

/** What narrows the list of cars. */
export const listingFilter = z.object({
  category: unlessOpen(z.enum(CAR_TYPES)),
  status: unlessOpen(z.enum(SETTABLE_STATUSES)),
  minPrice: unlessOpen(dollars),
  maxPrice: unlessOpen(dollars),
  search: unlessOpen(words).describe('The id of a listing, a VIN, or words of make and model'),
});
export type ListingFilter = z.output<typeof listingFilter>;

/** What narrows and orders the list of users. */
export const userFilter = usersQuery.omit({ page: true, limit: true });
