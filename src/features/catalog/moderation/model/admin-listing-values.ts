import { formValues } from '#features/catalog/listings/model/listing-facts.ts';
import { apiNameOf } from '#features/catalog/listings/model/listing-fields.ts';
import type { AdminListingResponse } from './admin-listing-contract.ts';
import { fieldsOfValues } from './admin-listing-fields.ts';
import { type AdminListingValues, NEW_VALUES } from './admin-listing-form.ts';

/** Converts a listing of the API to the values of the edit form. */
export function fieldsOfResponse(listing: AdminListingResponse): Record<string, string> {
  const { priceBreakdown, odometer } = listing;
  return fieldsOfValues({
    ...NEW_VALUES,
    user_id: String(listing.user_id),
    listing_status: listing.listing_status,
    RentSell: listing.RentSell,
    make: listing.make,
    model: listing.model,
    year: String(listing.year),
    price: String(listing.price),
    mileage: odometer === null ? '' : String(odometer.value),
    mileageUnit: odometer?.unit ?? 'km',
    certified: listing.certified,
    ...(formValues((name) => listing[apiNameOf(name)]) as Partial<AdminListingValues>),
    carType: (listing.carType ?? '') as AdminListingValues['carType'],
    taxRate: String(priceBreakdown.taxRate),
    registrationFee: String(priceBreakdown.registrationFee),
  });
}
