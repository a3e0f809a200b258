import type { PaymentTools } from '#features/payments/server/payment-tools.ts';
import type { Queryable } from '#platform/database/statement.ts';
import type { MyBookingAnswer } from '../booking-contract.ts';

type Review = NonNullable<MyBookingAnswer['review']>;

export type BookingTools = {
  payments: PaymentTools;
  siteOrigin: string;
  /** What buyers and renters said of their bookings, by the booking's id. */
  reviewsOf(db: Queryable, bookingIds: number[]): Promise<Map<number, Review>>;
};
