import { parseVin } from '#features/vehicles/model/parse-vin.ts';
import { amountOf, centsOf } from '#lib/money.ts';
import type { CarType, Condition, FuelType, Listing, Offer, Transmission } from './listing.ts';
import { type CONTACT_METHODS, numberIn, type SellValues } from './listing-form.ts';

/** What a seller states about a car, parsed from the form. Make and model are as typed, not catalog names. */
export type SellerFacts = Pick<
  Listing,
  | 'offer'
  | 'make'
  | 'model'
  | 'year'
  | 'priceCents'
  | 'mileage'
  | 'location'
  | 'owners'
  | 'engineCc'
  | 'transmission'
  | 'fuelType'
  | 'seatingCapacity'
  | 'exteriorColor'
  | 'interiorColor'
  | 'carType'
  | 'vin'
  | 'condition'
  | 'serviceHistory'
  | 'modificationDetails'
  | 'extraFeatures'
  | 'description'
> & {
  contactMethods: (typeof CONTACT_METHODS)[number][];
  availability: string | null;
  responseTime: string | null;
};

/** A listing with private facts, for its seller and for administrators. */
export type WholeListing = Listing & SellerFacts & { version: number; reasons: string[] };

/** Parses values that the form accepts. Empty values become null. */
export function factsOf(values: SellValues): SellerFacts {
  const { serviceHistory, extraFeatures } = values;
  return {
    offer: values.RentSell as Offer,
    make: values.make,
    model: values.model,
    year: Number(values.year),
    priceCents: centsOf(numberIn(values.price)),
    mileage: { value: numberIn(values.mileage), unit: values.mileageUnit },
    location: values.location,
    owners: numberOrNull(values.owner),
    engineCc: numberOrNull(values.engine),
    transmission: orNull(values.transmission) as Transmission | null,
    fuelType: orNull(values.fuelType) as FuelType | null,
    seatingCapacity: numberOrNull(values.seatingCapacity),
    exteriorColor: orNull(values.exteriorColor),
    interiorColor: orNull(values.interiorColor),
    carType: orNull(values.carType) as CarType | null,
    vin: vinOf(values.vin),
    condition: values.condition as Condition,
    serviceHistory,
    modificationDetails: serviceHistory.modifications ? orNull(values.modificationDetails) : null,
    extraFeatures,
    description: orNull(values.description),
    contactMethods: [...new Set(values.contactMethods)],
    availability: orNull(values.availability),
    responseTime: orNull(values.responseTime),
  };
}

/** Returns the facts as form values for editing. */
export function valuesOf(facts: SellerFacts): SellValues {
  return {
    owner: textOf(facts.owners),
    RentSell: facts.offer,
    make: facts.make,
    model: facts.model,
    year: String(facts.year),
    mileage: textOf(facts.mileage?.value ?? null),
    mileageUnit: facts.mileage?.unit ?? 'km',
    price: amountText(facts.priceCents),
    location: facts.location ?? '',
    engine: textOf(facts.engineCc),
    transmission: facts.transmission ?? '',
    fuelType: facts.fuelType ?? '',
    seatingCapacity: textOf(facts.seatingCapacity),
    exteriorColor: facts.exteriorColor ?? '',
    interiorColor: facts.interiorColor ?? '',
    carType: facts.carType ?? '',
    vin: facts.vin ?? '',
    condition: facts.condition ?? 'Excellent',
    serviceHistory: facts.serviceHistory,
    modificationDetails: facts.modificationDetails ?? '',
    extraFeatures: facts.extraFeatures,
    description: facts.description ?? '',
    contactMethods: facts.contactMethods,
    availability: facts.availability ?? '',
    responseTime: facts.responseTime ?? '',
  };
}

/** Returns the normalized VIN. The form has rejected invalid ones. */
function vinOf(typed: string): string | null {
  const reading = typed === '' ? null : parseVin(typed);
  return reading && 'vin' in reading ? reading.vin : null;
}

const numberOrNull = (text: string) => (text === '' ? null : numberIn(text));
const orNull = (text: string) => (text === '' ? null : text);
const textOf = (number: number | null) => (number === null ? '' : String(number));
export const amountText = (cents: number) => (cents % 100 === 0 ? String(amountOf(cents)) : amountOf(cents).toFixed(2));
