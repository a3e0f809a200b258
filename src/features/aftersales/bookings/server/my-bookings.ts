import type { ListingCard } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings, shortQuoteResponse, toCardResponse } from '#features/catalog/server/api.ts';
import { cancellationOf, refundOf } from '#features/payments/order-acts/model/cancellation.ts';
import {
  answersOf,
  destinationsOfPayments,
  type NextFee,
  nextFeesOf,
  type PaymentRefunds,
  reasonText,
  refundsByPayment,
} from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Paged, pageOf, rowsBefore } from '#lib/contract-parts.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { type Booking, isLive, leftCents } from '../model/booking.ts';
import type { BookingResponse, MyBookingResponse } from '../model/booking-contract.ts';
import type { BookingDeps } from './booking-deps.ts';
import { bookingsOfUser, hasLiveBooking, hasLiveSale } from './booking-store.ts';

const PAGE_SIZE = 20;
type Answers = NonNullable<ReturnType<Awaited<ReturnType<typeof answersOf>>['get']>>;

/** Returns a page of a user's bookings with car, refund, review and possible actions, newest first. */
export async function myBookings(
  deps: BookingDeps,
  userId: number,
  page: number,
  t: Translator,
): Promise<Paged<MyBookingResponse>> {
  const { pool, clock } = deps.payments;
  const range = { limit: PAGE_SIZE, offset: rowsBefore(page, PAGE_SIZE) };
  const { bookings, total } = await bookingsOfUser(pool, userId, range);
  const all = <Key extends keyof Booking>(key: Key) => [...new Set(bookings.map((booking) => booking[key]))];
  const [cars, reviews, refunds, destinations] = [
    await carsOfBookings(pool, all('listingId')),
    await deps.reviewsOf(pool, all('id')),
    await refundsByPayment(pool, all('paymentId')),
    await destinationsOfPayments(pool, all('paymentId')),
  ];
  const answers = await answersOf(pool, all('orderId'), clock.now());
  const rented = bookings.filter(({ offer, status }) => offer === 'Rent' && isLive(status));
  const fees = await nextFeesOf(
    pool,
    rented.map(({ orderId }) => orderId),
    clock.now(),
  );
  const items = bookings.map((booking) => {
    const review = reviews.get(booking.id) ?? null;
    const destination = destinations.get(booking.paymentId)?.find(({ quote }) => quote.listingId === booking.listingId);
    return {
      ...toBookingResponse(booking),
      order_total: amountOf(booking.orderTotalCents),
      car: toCar(booking, cars.get(booking.listingId)),
      cancellation: toCancellation(booking, answers.get(booking.orderId), clock.now(), t, fees.get(booking.orderId)),
      refund: toRefunds(refunds.get(booking.paymentId)).at(-1) ?? null,
      refunds: toRefunds(refunds.get(booking.paymentId)),
      destination: destination ? shortQuoteResponse(destination, t) : null,
      review,
      mayReview: booking.status === 'completed' && review === null,
    };
  });
  return pageOf(items, { total }, page, PAGE_SIZE);
}

function toCar({ id }: Booking, car: ListingCard | undefined): MyBookingResponse['car'] {
  if (!car) throw new Error(`booking ${id} has no car`);
  const { make, model, year, listing_status, images } = toCardResponse(car);
  return { make, model, year, listing_status, image: images[0] ?? null };
}

function toCancellation(
  booking: Booking,
  answers: Answers | undefined,
  now: Date,
  t: Translator,
  fee: NextFee | undefined,
): MyBookingResponse['cancellation'] {
  if (!answers) throw new Error(`booking ${booking.id} has no order`);
  const { facts, answer } = answers;
  const asked = answer('cancel');
  if (asked.may !== 'yes') return { refused: reasonText(t, 'cancel', asked.why, facts) };
  const { keptCents, until } = cancellationOf(facts, now);
  return {
    refund: amountOf(refundOf({ ...booking, leftCents: leftCents(booking) }, keptCents)),
    ...(until && { until: until.toISOString() }),
    ...(facts.offer === 'Sell' && { until_step: facts.terms.cancelUntil }),
    ...(fee && { fee_moves: { amount: amountOf(fee.feeCents), order_id: fee.orderId } }),
  };
}

/** Of refunds that failed, what is still owed is shown as one. */
function toRefunds(own: PaymentRefunds | undefined): MyBookingResponse['refunds'] {
  const { refunds, owedCents } = own ?? { refunds: [], owedCents: 0 };
  return [
    ...refunds
      .filter(({ failure }) => failure === null)
      .map(({ amountCents, done }) => ({ amount: amountOf(amountCents), done, failed: false })),
    ...(owedCents > 0 ? [{ amount: amountOf(owedCents), done: false, failed: true }] : []),
  ];
}

export function toBookingResponse(booking: Booking): BookingResponse {
  return {
    booking_id: booking.id,
    id: booking.id,
    order_id: booking.orderId,
    cars_of_order: booking.cars,
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
    received_price: amountOf(booking.receivedCents),
    in_person: amountOf(booking.inPersonCents),
    due_price: amountOf(booking.dueCents),
    given_back: amountOf(booking.givenBackCents),
    refunded_price: amountOf(booking.refundedCents),
    booking_status: booking.status,
    payment_status: booking.paymentStatus,
    version: booking.version,
    createdAt: booking.createdAt.toISOString(),
  };
}

/**
 * Throws while the user has a live booking as buyer or seller. Bookings are kept unchanged: their only personal data is
 * the user id.
 */
export async function detachBookings(db: Queryable, userId: number): Promise<void> {
  if (await hasLiveBooking(db, userId))
    throw new AppError('conflict', 'a live booking', { messageKey: 'bookings.keepsAccount' });
  if (await hasLiveSale(db, userId))
    throw new AppError('conflict', 'a live booking of a car', { messageKey: 'bookings.keepsSeller' });
}
