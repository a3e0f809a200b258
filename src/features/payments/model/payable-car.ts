import type { Offer } from '#features/listings/model/listing.ts';
import type { ListingDecimalResponse } from '#features/listings/model/listing-contract.ts';
import { listingName } from '#features/listings/model/listing-name.ts';
import { type PriceBreakdown, priceBreakdown } from '#features/listings/model/listing-pricing.ts';
import { listingPath } from '#features/listings/model/listing-slug.ts';
import { centsOf } from '#lib/money.ts';

/** What the payment page shows of a car, with its price in cents. */
export type PayableCar = {
  id: number;
  name: string;
  path: string;
  offer: Offer;
  status: ListingDecimalResponse['listing_status'];
  location: string | null;
  image: ListingDecimalResponse['images'][number] | null;
  /** Of a Rent car: of one day. */
  priceCents: number;
  taxRate: number;
  feeCents: number;
};

const DECIMAL = /^\d{1,12}(\.\d{1,4})?$/;

/** A listing as the payment page reads it: `missing` without a price, `invalid` with one that is no price. */
export function parsePayable(listing: ListingDecimalResponse | null): PayableCar | 'missing' | 'invalid' {
  const written: unknown = listing?.price?.$numberDecimal;
  if (!listing || written === undefined || written === null || written === '') return 'missing';
  if (typeof written !== 'string' || !DECIMAL.test(written) || Number(written) <= 0) return 'invalid';
  const { listing_id: id, make, model, RentSell: offer, priceBreakdown: rates } = listing;
  return {
    id,
    name: listingName(listing),
    path: listingPath({ id, make, model, offer }),
    offer,
    status: listing.listing_status,
    location: listing.location,
    image: listing.images[0] ?? null,
    priceCents: centsOf(Number(written)),
    taxRate: rates.taxRate,
    feeCents: centsOf(rates.registrationFee),
  };
}

export type CheckoutSums = PriceBreakdown & { laterCents: number };

/** What booking a car costs, line by line; a Rent car for so many days. */
export function sumsOf({ priceCents, taxRate, feeCents }: PayableCar, days: number): CheckoutSums {
  const sums = priceBreakdown(priceCents * days, taxRate, feeCents);
  return { ...sums, laterCents: sums.totalCents - sums.bookingCents };
}
