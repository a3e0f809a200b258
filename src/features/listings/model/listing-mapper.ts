import { amountOf } from '#lib/money.ts';
import type { RelatedCar } from './criteria/related-cars.ts';
import type { Listing, ListingCard } from './listing.ts';
import type { CardResponse, ListingDecimalResponse, ListingResponse, RelatedResponse } from './listing-contract.ts';
import { displayStatus } from './listing-status.ts';
import { inKilometers, inMiles } from './mileage.ts';

export function toCardResponse(car: ListingCard): CardResponse {
  return {
    listing_id: car.id,
    id: car.id,
    car_id: car.id,
    _id: String(car.id),
    RentSell: car.offer,
    listing_status: displayStatus(car.status),
    make: car.make,
    model: car.model,
    trim: car.trim,
    year: car.year,
    price: amountOf(car.priceCents),
    mileage: car.mileage && inMiles(car.mileage),
    mileageKm: car.mileage && inKilometers(car.mileage),
    carType: car.carType,
    fuelType: car.fuelType,
    transmission: car.transmission,
    seatingCapacity: car.seatingCapacity,
    exteriorColor: car.exteriorColor,
    location: car.location,
    condition: car.condition,
    certified: car.certified,
    images: car.imageKeys.map((key, index) => toImage(key, car.imagePlaceholders[index])),
    rating: car.rating.average,
    reviewCount: car.rating.count,
    dateposted: car.postedAt.toISOString(),
    date_updated: car.updatedAt.toISOString(),
  };
}

/** Omits `placeholder` if there is none. */
function toImage(key: string, placeholder: string | undefined): CardResponse['images'][number] {
  const url = `/media/${key}`;
  return placeholder ? { url, placeholder } : { url };
}

export function toRelatedResponse(cars: RelatedCar[]): RelatedResponse {
  return cars.map((car) => ({ ...toCardResponse(car), score: car.score, tags: car.tags }));
}

export function toListingResponse(car: Listing): ListingResponse {
  return {
    ...toCardResponse(car),
    engine: car.engineCc,
    interiorColor: car.interiorColor,
    vin: car.vin,
    owner: car.owners,
    description: car.description,
    certificationReport: car.certificationReport,
    serviceHistory: car.serviceHistory,
    modificationDetails: car.modificationDetails,
    extraFeatures: car.extraFeatures,
    priceBreakdown: { taxRate: car.taxRate, registrationFee: amountOf(car.registrationFeeCents) },
  };
}

export function toListingDecimalResponse(car: Listing): ListingDecimalResponse {
  return { ...toListingResponse(car), price: { $numberDecimal: amountOf(car.priceCents).toFixed(2) } };
}
