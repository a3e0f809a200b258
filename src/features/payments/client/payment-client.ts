import type { ListingDecimalAnswer } from '#features/listings/model/listing-contract.ts';
import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import { amountOf } from '#lib/money.ts';
import type { BookedDaysAnswer, PayBody, PaymentAnswer, PaymentOptionsAnswer } from '../model/payment-contract.ts';
import type { PendingPayment } from '../model/pending-payment.ts';

/** The car to pay for; null when there is none. */
export async function fetchCarToPay(api: ApiClient, id: string): Promise<ListingDecimalAnswer | null> {
  try {
    return await api.get<ListingDecimalAnswer>(`/api/api/listings/listings/${encodeURIComponent(id)}`);
  } catch (error) {
    if (isApiFailure(error) && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

export function fetchPaymentOptions(api: ApiClient): Promise<PaymentOptionsAnswer> {
  return api.get('/api/payment-options');
}

export function fetchBookedDays(api: ApiClient, listingId: number): Promise<BookedDaysAnswer> {
  return api.get(`/api/listings/${listingId}/booked-days`);
}

/** Call 1: holds the car and reserves the amount. */
export function sendPayment(api: ApiClient, body: PayBody): Promise<PaymentAnswer> {
  return api.post('/api/payments', body);
}

/** How a payment of one's own stands; null when it never arrived, so that nothing was taken. */
export async function fetchPayment(api: ApiClient, transactionId: string): Promise<PaymentAnswer | null> {
  try {
    return await api.get<PaymentAnswer>(`/api/my-payments/${transactionId}`);
  } catch (error) {
    if (isApiFailure(error) && error.status === 404) return null;
    throw error;
  }
}

/** Call 2: takes the amount and the car off the market. */
export function markSold(api: ApiClient, listingId: number): Promise<unknown> {
  return api.put(`/api/api/listings/listings/${listingId}`, { listing_status: 'sold' });
}

type BookingCall = { listingId: number; userId: number; kept: PendingPayment; now: Date };

/** Call 3: makes the booking. A purchase begins and ends now. */
export function book(api: ApiClient, { listingId, userId, kept, now }: BookingCall): Promise<unknown> {
  return api.post('/api/booking', {
    listing_id: listingId,
    user_id: userId,
    car_id: listingId,
    transaction_id: kept.transactionId,
    booking_start_date: kept.period?.startDay ?? now.toISOString(),
    booking_end_date: kept.period?.endDay ?? now.toISOString(),
    total_price: amountOf(kept.totalCents),
    paid_price: amountOf(kept.bookingCents),
    booking_status: 'confirmed',
    payment_status: 'paid',
  });
}
