import type { PaymentDeps } from '#features/payments/server/api.ts';
import type { DocumentDeps } from '#features/site/server/api.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { MyBookingResponse } from '../model/booking-contract.ts';

type Review = NonNullable<MyBookingResponse['review']>;

export type BookingDeps = {
  payments: PaymentDeps;
  documents: DocumentDeps;
  siteOrigin: string;
  /** Returns the reviews of bookings by booking id. */
  reviewsOf(db: Queryable, bookingIds: number[]): Promise<Map<number, Review>>;
};
