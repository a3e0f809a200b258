import { quoteResponse } from '#features/catalog/server/api.ts';
import { destinationOfPayment } from '#features/payments/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Booking } from '../model/booking.ts';
import type { BookingDestination } from '../model/booking-contract.ts';

/** What the import rules said about the car when it was paid for, in the language of the reader. */
export async function bookingDestination(
  db: Queryable,
  { paymentId, listingId }: Booking,
  t: Translator,
): Promise<BookingDestination | null> {
  const paid = await destinationOfPayment(db, paymentId, listingId);
  if (!paid) return null;
  return {
    ...quoteResponse(paid.quote, t),
    paid_at: paid.at.toISOString(),
    shown_light: paid.shownLight,
    buying_for: paid.buyingFor,
    buying_for_country: paid.buyingForCountry,
  };
}
