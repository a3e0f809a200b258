import type { BookingSteps } from '#features/payments/payments/client/use-checkout.ts';
import { type ApiClient, browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { amountOf } from '#lib/money.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { bookingCalls } from '../../aftersales-calls.ts';
import type { MyBookingsResponse } from '../model/booking-contract.ts';

/** Fetches a page of the user's bookings, newest first. */
export function fetchMyBookings(api: ApiClient, page: number): Promise<MyBookingsResponse> {
  return api.call(bookingCalls.mine, { query: { page } });
}

/** The last two calls of a checkout. Both may be repeated. */
export const bookingSteps: BookingSteps = {
  markSold: (listingId) =>
    browserApi.call(bookingCalls.markSold, { params: { id: listingId }, body: { listing_status: 'sold' } }),
  async book({ listingId, userId, payment }) {
    const now = new Date().toISOString();
    const body = {
      listing_id: listingId,
      user_id: userId,
      car_id: listingId,
      transaction_id: payment.transactionId,
      // A purchase begins and ends now.
      booking_start_date: payment.period?.startDay ?? now,
      booking_end_date: payment.period?.endDay ?? now,
      total_price: amountOf(payment.totalCents),
      paid_price: amountOf(payment.bookingCents),
      booking_status: 'confirmed',
      payment_status: 'paid',
    };
    const { order_id: orderId } = await browserApi.call(bookingCalls.book, { body });
    return { orderId };
  },
};

/** Form actions of 'My bookings'. */

/** Cancels with the refund that was shown. If it has changed since, the page reloads. */
const cancelBooking: FormAction = async ({ api, url, values: { booking = '', refund = '' } }) => {
  try {
    const call = { params: { id: booking }, body: { refund: Number(refund) } };
    const { message, refund_failed } = await api.call(bookingCalls.cancel, call);
    return { done: true, message, showAsFailure: refund_failed };
  } catch (error) {
    if (!isApiFailure(error) || (error.status !== 409 && error.status !== 404)) throw error;
    return { done: false, message: error.message, to: url.pathname + url.search };
  }
};

export const myBookingActions: Record<string, FormAction> = { 'booking cancel': cancelBooking };
