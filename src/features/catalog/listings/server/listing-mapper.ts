import { displayStatus } from '#features/catalog/listings/model/listing.ts';
import { publicName } from '#features/people/accounts/model/public-name.ts';
import { amountOf } from '#lib/money.ts';
import { compileMapper } from '#lib/server/compile-mapper.ts';
import { holdUntil } from '../model/hold.ts';
import type { Listing, ListingCard } from '../model/listing.ts';
import type { CardResponse, ListingDecimalResponse, ListingResponse } from '../model/listing-contract.ts';
import { type ApiName, apiNameOf, type FieldsWith, fieldsWith } from '../model/listing-fields.ts';
import { inKilometers, inMiles } from '../model/mileage.ts';
import { catalogFactsOf, vinFactsOf } from './facts/import-car.ts';

/** Returns the names of fields by their API names. */
const fieldsIn = <const Place extends 'card' | 'details'>(place: Place) =>
  Object.fromEntries(fieldsWith({ in: place }).map((name) => [apiNameOf(name), name])) as {
    [Name in FieldsWith<{ in: Place }> as ApiName<Name>]: Name;
  };

export const toCardResponse = compileMapper<ListingCard, CardResponse>({
  listing_id: 'id',
  id: 'id',
  car_id: 'id',
  _id: (car) => String(car.id),
  RentSell: 'offer',
  listing_status: (car) => displayStatus(car.status),
  make: 'make',
  model: 'model',
  trim: 'trim',
  year: 'year',
  price: (car) => amountOf(car.priceCents),
  mileage: (car) => car.mileage && inMiles(car.mileage),
  mileageKm: (car) => car.mileage && inKilometers(car.mileage),
  ...fieldsIn('card'),
  certified: 'certified',
  priceBreakdown: (car) => ({ taxRate: car.taxRate, registrationFee: amountOf(car.registrationFeeCents) }),
  images: (car) => car.imageKeys.map((key, index) => toImage(key, car.imagePlaceholders[index])),
  rating: (car) => car.rating.average,
  reviewCount: (car) => car.rating.count,
  availableFrom: 'availableFrom',
  hold: (car) => car.heldUntil && holdUntil(car.heldUntil, Date.now()),
  dateposted: (car) => car.postedAt.toISOString(),
  date_updated: (car) => car.updatedAt.toISOString(),
});

/** Omits `placeholder` if there is none. */
function toImage(key: string, placeholder: string | undefined): CardResponse['images'][number] {
  const url = `/media/${key}`;
  return placeholder ? { url, placeholder } : { url };
}

const toDetails = compileMapper<Listing, Omit<ListingResponse, keyof CardResponse>>({
  ...fieldsIn('details'),
  certificationReport: 'certificationReport',
  sellerId: (car) => (car.sellerName === null ? null : car.userId),
  sellerName: (car) => car.sellerName && publicName(car.sellerName),
  catalogFacts: catalogFactsOf,
  vinFacts: vinFactsOf,
});

export function toListingResponse(car: Listing): ListingResponse {
  return { ...toCardResponse(car), ...toDetails(car) };
}

export function toListingDecimalResponse(car: Listing): ListingDecimalResponse {
  return { ...toListingResponse(car), price: { $numberDecimal: amountOf(car.priceCents).toFixed(2) } };
}
