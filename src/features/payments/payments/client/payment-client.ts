import { redirectDocument } from 'react-router';
import { listingCalls } from '#features/catalog/catalog-calls.ts';
import type { ListingDecimalResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { type ApiClient, browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { browserLoader, type Load } from '#lib/pages/page-handlers.ts';
import { paymentCalls } from '../../payments-calls.ts';
import type {
  BookedDaysResponse,
  PayBody,
  PaymentOptionsResponse,
  PaymentResponse,
} from '../model/payment-contract.ts';

/** Fetches the car to pay for; null if there is none. */
export function fetchCarToPay(api: ApiClient, id: string): Promise<ListingDecimalResponse | null> {
  return api.find(listingCalls.oneToPay, { params: { id } });
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

const TRIES = 15;
const PAUSE_MS = 2_000;

/** Waits until a worker has recorded what the browser did not see, such as the answer of the bank. Throws after half a minute. */
export async function awaitProgress(transactionId: string, progress: PaymentResponse['progress']): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if ((await fetchPayment(browserApi, transactionId))?.progress === progress) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`the payment is not ${progress}`);
}

type Loaded = { data: { options: PaymentOptionsResponse | null } };

/**
 * Adapts the `load` of a page with a payment form to `clientLoader`. The provider's card fields need the page's own content security policy,
 * so the page is loaded as a document.
 */
export function cardFieldsLoader<Data extends Loaded>(load: Load<Data>) {
  return browserLoader(async (input) => {
    const loaded = await load(input);
    if (loaded.data.options?.gateway === 'stripe' && !openedOn(input.url))
      throw redirectDocument(input.url.pathname + input.url.search);
    return loaded;
  });
}

/** Whether this document was loaded at the path of a URL, and not reached by a client-side navigation. */
function openedOn({ pathname }: URL): boolean {
  const [opened] = performance.getEntriesByType('navigation');
  return opened !== undefined && new URL(opened.name).pathname === pathname;
}
