import { listingCalls } from '#features/listings/model/listing-calls.ts';
import type { ListingDecimalResponse } from '#features/listings/model/listing-contract.ts';
import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import { paymentCalls } from '../model/payment-calls.ts';
import type {
  BookedDaysResponse,
  PayBody,
  PaymentOptionsResponse,
  PaymentResponse,
} from '../model/payment-contract.ts';

/** Fetches the car to pay for; null if there is none. */
export async function fetchCarToPay(api: ApiClient, id: string): Promise<ListingDecimalResponse | null> {
  try {
    return await api.call(listingCalls.oneToPay, { params: { id } });
  } catch (error) {
    if (isApiFailure(error) && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

export function fetchPaymentOptions(api: ApiClient): Promise<PaymentOptionsResponse> {
  return api.call(paymentCalls.options);
}

export function fetchBookedDays(api: ApiClient, listingId: number): Promise<BookedDaysResponse> {
  return api.call(paymentCalls.bookedDays, { params: { id: listingId } });
}

/** Call 1 of a checkout: holds the car and reserves the amount. */
export function sendPayment(api: ApiClient, body: PayBody): Promise<PaymentResponse> {
  return api.call(paymentCalls.pay, { body });
}

/** Fetches the user's payment; null if it never arrived, so nothing was charged. */
export async function fetchPayment(api: ApiClient, transactionId: string): Promise<PaymentResponse | null> {
  try {
    return await api.call(paymentCalls.mine, { params: { transactionId } });
  } catch (error) {
    if (isApiFailure(error) && error.status === 404) return null;
    throw error;
  }
}
