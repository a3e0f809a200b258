import type { LoadInput } from '#lib/pages/page-handlers.ts';
import { paths, returnPath } from '#paths.ts';
import { CarsUnavailable, fetchListing } from './listing-client.ts';

/** The car that a visitor is about to pay for after logging in. */
type LoginPurpose = { car: string; offer: 'Sell' | 'Rent' };

/** Reads the car from the payment page in `next`. Returns null for other pages and for cars that cannot be read. */
export async function fetchLoginPurpose({ api, url }: LoadInput): Promise<LoginPurpose | null> {
  const id = paidListing(returnPath(url.searchParams.get('next')));
  if (id === null) return null;
  try {
    const listing = await fetchListing(api, id);
    return listing && { car: `${listing.make} ${listing.model}`, offer: listing.RentSell };
  } catch (error) {
    if (error instanceof CarsUnavailable) return null;
    throw error;
  }
}

const PAYMENT_PAGE = new RegExp(`^${paths.payment.replace(':id', '([1-9]\\d{0,14})')}(?:\\?|$)`);

function paidListing(path: string): number | null {
  const [, id] = PAYMENT_PAGE.exec(path) ?? [];
  return id === undefined ? null : Number(id);
}
