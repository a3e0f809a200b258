import type { MetaDescriptor } from 'react-router';
import { isBookable, listingName, listingPath } from '#features/catalog/listings/model/listing.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { pageMeta } from '#lib/pages/page-handlers.ts';
import type { SiteFacts } from '#lib/pages/page-site.ts';
import { type Crumb, structuredCrumbs } from '#lib/pages/structured-data.ts';
import type { ListingResponse } from '../model/listing-contract.ts';
import { pictureUrl } from '../model/picture-source.ts';
import { shareCard } from '../model/share-card.ts';

type CarPageFacts = {
  site: SiteFacts;
  t: Translator;
  car: ListingResponse;
  crumbs: Crumb[];
  /** Variants of the page, such as for one destination, are not indexed. */
  indexed: boolean;
  /** The destination on the share card. */
  cardPlace: string | undefined;
};

/** Meta tags for search engines and link previews, and the car as structured data. */
export function listingMeta({ site, t, car, crumbs, indexed, cardPlace }: CarPageFacts): MetaDescriptor[] {
  const { origin } = site;
  const price = t.price(car.price);
  const name = listingName(car);
  const path = listingPath({ id: car.listing_id, make: car.make, model: car.model, offer: car.RentSell });
  const facts = [
    car.mileage !== null && t('cars.miles', { miles: car.mileage }),
    car.transmission && t(`cars.transmission.${car.transmission}`),
    car.fuelType && t(`cars.fuelType.${car.fuelType}`),
  ].filter(Boolean);
  const card = shareCard(origin, car, t, cardPlace);
  const photos = car.images.map(({ url }) => origin + pictureUrl(url, 'jpg', { width: 1600, quality: 80 }));
  const pictures = photos.length > 0 ? photos : [card.url];
  return [
    ...pageMeta({
      title: t(car.RentSell === 'Rent' ? 'car.meta.rent' : 'car.meta.sale', { car: name, price }),
      description: t('car.meta.description', {
        facts: [name, ...facts].join(', '),
        location: car.location || t('cars.notAvailable'),
      }),
      site,
      path,
      type: 'product',
      image: card,
      indexed,
    }),
    { 'script:ld+json': structuredCar({ t, origin, path, car, name, pictures }) },
    { 'script:ld+json': structuredCrumbs(origin, path, crumbs) },
  ];
}

function stockOf({ RentSell, listing_status, hold }: ListingResponse) {
  if (!isBookable(RentSell, listing_status)) return 'OutOfStock';
  return hold ? 'Reserved' : 'InStock';
}

const DRIVES = {
  front: 'FrontWheelDriveConfiguration',
  rear: 'RearWheelDriveConfiguration',
  all: 'AllWheelDriveConfiguration',
};
const STEERING_SIDES = { left: 'LeftHandDriving', right: 'RightHandDriving' };

type StructuredCar = {
  t: Translator;
  origin: string;
  path: string;
  car: ListingResponse;
  name: string;
  pictures: string[];
};

/** Car of schema.org with its offer. Prices are in US dollars. A held car is reserved; a rented one can be booked for other days. */
function structuredCar({ t, origin, path, car, name, pictures }: StructuredCar) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Car',
    name,
    url: origin + path,
    image: pictures,
    brand: { '@type': 'Brand', name: car.make },
    model: car.model,
    vehicleModelDate: String(car.year),
    itemCondition: 'https://schema.org/UsedCondition',
    ...(car.description && { description: car.description }),
    ...(car.mileage !== null && {
      mileageFromOdometer: { '@type': 'QuantitativeValue', value: car.mileage, unitCode: 'SMI' },
    }),
    ...(car.vin && { vehicleIdentificationNumber: car.vin }),
    ...(car.carType && { bodyType: car.carType }),
    ...(car.fuelType && { fuelType: car.fuelType }),
    ...(car.transmission && { vehicleTransmission: car.transmission }),
    ...(car.drive && { driveWheelConfiguration: `https://schema.org/${DRIVES[car.drive]}` }),
    ...(car.steering && { steeringPosition: `https://schema.org/${STEERING_SIDES[car.steering]}` }),
    ...(car.doors !== null && { numberOfDoors: car.doors }),
    ...(car.productionMonth && { productionDate: car.productionMonth }),
    ...(car.firstRegistrationMonth && { dateVehicleFirstRegistered: car.firstRegistrationMonth }),
    ...(car.emission && car.emission !== 'none' && { meetsEmissionStandard: t(`cars.emission.${car.emission}`) }),
    ...(car.curbWeightKg && {
      weight: { '@type': 'QuantitativeValue', value: car.curbWeightKg, unitCode: 'KGM' },
    }),
    ...(car.seatingCapacity !== null && { vehicleSeatingCapacity: car.seatingCapacity }),
    ...(car.exteriorColor && { color: car.exteriorColor }),
    ...(car.interiorColor && { vehicleInteriorColor: car.interiorColor }),
    ...(car.owner !== null && { numberOfPreviousOwners: car.owner }),
    ...(car.rating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: car.rating, reviewCount: car.reviewCount },
    }),
    offers: {
      '@type': 'Offer',
      url: origin + path,
      price: car.price.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${stockOf(car)}`,
      ...(car.availableFrom !== null && { availabilityStarts: car.availableFrom }),
      ...(car.RentSell === 'Rent' && {
        businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: car.price.toFixed(2),
          priceCurrency: 'USD',
          unitCode: 'DAY',
        },
      }),
    },
  };
}
