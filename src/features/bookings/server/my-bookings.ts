import type { ListingCard } from '#features/listings/listing.ts';
import { cardToWire } from '#features/listings/listing-wire.ts';
import { carsOfBookings } from '#features/listings/server/checkout-listing.ts';
import { givenBackElsewhere, refundOfBooking } from '#features/payments/server/payment-of-booking.ts';
import { amountOf } from '#platform/money.ts';
import { englishWords } from '#platform/words/all-words.ts';
import type { Booking } from '../booking.ts';
import type { BookingAnswer, MyBookingAnswer, MyBookingsAnswer } from '../booking-contract.ts';
import { bookingsOfUser } from './booking-store.server.ts';
import type { BookingTools } from './booking-tools.ts';
import { cancellationNow } from './cancel-booking.ts';

const PAGE_SIZE = 20;

/** A page of a user's bookings with all that the user may know and do about them, newest first. */
export async function myBookings(tools: BookingTools, userId: number, page: number): Promise<MyBookingsAnswer> {
  const { pool } = tools.payments;
  const { bookings, total } = await bookingsOfUser(pool, userId, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  const cars = await carsOfBookings(pool, [...new Set(bookings.map(({ listingId }) => listingId))]);
  const reviews = await tools.reviewsOf(
    pool,
    bookings.map(({ id }) => id),
  );
  const shown = async (booking: Booking) => {
    const review = reviews.get(booking.id) ?? null;
    const mayReview = booking.status === 'completed' && review === null;
    return { ...(await myBooking(tools, booking, cars.get(booking.listingId))), review, mayReview };
  };
  return {
    bookings: await Promise.all(bookings.map(shown)),
    pagination: { totalPages: Math.ceil(total / PAGE_SIZE), totalItems: total, page },
  };
}

async function myBooking(
  tools: BookingTools,
  booking: Booking,
  car: ListingCard | undefined,
): Promise<Omit<MyBookingAnswer, 'review' | 'mayReview'>> {
  const { pool, clock } = tools.payments;
  if (!car) throw new Error(`booking ${booking.id} has no car`);
  const { make, model, year, listing_status, images } = cardToWire(car);
  const refund = await refundOfBooking(pool, booking.paymentId);
  const elsewhere = await givenBackElsewhere(pool, booking.paymentId);
  const cancellation = cancellationNow(booking, elsewhere, clock.now());
  return {
    ...bookingToWire(booking),
    car: { make, model, year, listing_status, image: images[0] ?? null },
    cancellation:
      'refused' in cancellation
        ? { refused: englishWords(cancellation.refused) }
        : { refund: amountOf(cancellation.refundCents), until: cancellation.until.toISOString() },
    refund: refund && { amount: amountOf(refund.amountCents), done: refund.done, failed: refund.failure !== null },
    given_back: amountOf(elsewhere),
  };
}

export function bookingToWire(booking: Booking): BookingAnswer {
  return {
    booking_id: booking.id,
    id: booking.id,
    _id: String(booking.id),
    listing_id: booking.listingId,
    car_id: booking.listingId,
    user_id: booking.userId,
    transaction_id: booking.transactionId,
    payment_id: booking.paymentId,
    RentSell: booking.offer,
    booking_start_date: booking.startsAt.toISOString(),
    booking_end_date: booking.endsAt.toISOString(),
    total_price: amountOf(booking.totalCents),
    paid_price: amountOf(booking.paidCents),
    booking_status: booking.status,
    payment_status: booking.paymentStatus,
    version: booking.version,
    createdAt: booking.createdAt.toISOString(),
  };
}
