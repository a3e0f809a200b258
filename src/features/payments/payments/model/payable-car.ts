import { listingName, listingPath, type Offer } from '#features/catalog/listings/model/listing.ts';
import type { ListingDecimalResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { type PriceBreakdown, priceBreakdown } from '#features/catalog/listings/model/listing-pricing.ts';
import { centsOf } from '#lib/money.ts';

export type PayableCar = {
  id: number;
  name: string;
  path: string;
  offer: Offer;
  status: ListingDecimalResponse['listing_status'];
  hold: ListingDecimalResponse['hold'];
  location: string | null;
  vin: string | null;
  image: ListingDecimalResponse['images'][number] | null;
  /** Per day for a Rent car. */
  priceCents: number;
  taxRate: number;
  feeCents: number;
};

const DECIMAL = /^\d{1,12}(\.\d{1,4})?$/;

/** Parses a listing for the payment page. Returns `missing` without a price and `invalid` for a malformed price. */
export function parsePayable(listing: ListingDecimalResponse | null): PayableCar | 'missing' | 'invalid' {
  const decimal: unknown = listing?.price?.$numberDecimal;
  if (!listing || decimal === undefined || decimal === null || decimal === '') return 'missing';
  if (typeof decimal !== 'string' || !DECIMAL.test(decimal) || Number(decimal) <= 0) return 'invalid';
  const { listing_id: id, make, model, RentSell: offer, priceBreakdown: rates } = listing;
  return {
    id,
    name: listingName(listing),
    path: listingPath({ id, make, model, offer }),
    offer,
    status: listing.listing_status,
    hold: listing.hold,
    location: listing.location,
    vin: listing.vin,
    image: listing.images[0] ?? null,
    priceCents: centsOf(Number(decimal)),
    taxRate: rates.taxRate,
    feeCents: centsOf(rates.registrationFee),
  };
}

export type CheckoutAmounts = PriceBreakdown & { laterCents: number };

/** Computes the lines of the order summary. `days` is 1 for a purchase. */
export function checkoutAmounts({ priceCents, taxRate, feeCents }: PayableCar, days: number): CheckoutAmounts {
  const amounts = priceBreakdown(priceCents * days, taxRate, feeCents);
  return { ...amounts, laterCents: amounts.totalCents - amounts.bookingCents };
}
