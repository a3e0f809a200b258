import type { AdminListingResponse } from './admin-listing-contract.ts';
import { fieldsOfValues } from './admin-listing-fields.ts';
import { NEW_VALUES } from './admin-listing-form.ts';

const orEmpty = (value: string | number | null) => (value === null ? '' : String(value));

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
    mileage: orEmpty(odometer?.value ?? null),
    mileageUnit: odometer?.unit ?? 'km',
    location: orEmpty(listing.location),
    condition: listing.condition ?? 'Excellent',
    certified: listing.certified,
    carType: orEmpty(listing.carType) as typeof NEW_VALUES.carType,
    fuelType: listing.fuelType ?? '',
    transmission: listing.transmission ?? '',
    engine: orEmpty(listing.engine),
    seatingCapacity: orEmpty(listing.seatingCapacity),
    exteriorColor: orEmpty(listing.exteriorColor),
    interiorColor: orEmpty(listing.interiorColor),
    vin: orEmpty(listing.vin),
    owner: orEmpty(listing.owner),
    description: orEmpty(listing.description),
    serviceHistory: listing.serviceHistory,
    modificationDetails: orEmpty(listing.modificationDetails),
    extraFeatures: listing.extraFeatures,
    taxRate: String(priceBreakdown.taxRate),
    registrationFee: String(priceBreakdown.registrationFee),
  });
}
