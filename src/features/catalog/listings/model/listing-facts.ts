import { parseVin } from '#features/catalog/vehicles/model/vin.ts';
import { amountOf, centsOf } from '#lib/money.ts';
import type { Listing } from './listing.ts';
import {
  type ApiName,
  apiNameOf,
  FIELD_NAMES,
  type FieldName,
  type FieldValue,
  type FieldValues,
  fieldOf,
} from './listing-fields.ts';
import { type CONTACT_METHODS, EMPTY_VALUES, numberIn, type SellValues } from './listing-form.ts';

/** What a seller states about a car, parsed from the form. Make and model are as typed, not catalog names. */
export type SellerFacts = FieldValues &
  Pick<Listing, 'offer' | 'make' | 'model' | 'year' | 'priceCents' | 'mileage'> & {
    contactMethods: (typeof CONTACT_METHODS)[number][];
    availability: string | null;
    responseTime: string | null;
  };

/** A listing with private facts, for its seller and for administrators. */
export type WholeListing = Listing & SellerFacts & { version: number; reasons: string[] };

/** Parses values that the form accepts. Empty values become null. */
export function factsOf(values: SellValues): SellerFacts {
  return {
    offer: values.RentSell,
    make: values.make,
    model: values.model,
    year: Number(values.year),
    priceCents: centsOf(numberIn(values.price)),
    mileage: { value: numberIn(values.mileage), unit: values.mileageUnit },
    ...fieldsIn(values),
    vin: vinOf(values.vin),
    modificationDetails: values.serviceHistory.modifications ? orNull(values.modificationDetails) : null,
    contactMethods: [...new Set(values.contactMethods)],
    availability: orNull(values.availability),
    responseTime: orNull(values.responseTime),
  };
}

/** Parses the fields of LISTING_FIELDS that are filled in. */
export function fieldsIn(values: SellValues): FieldValues {
  const parsed = FIELD_NAMES.map((name) => [name, parsedFact(name, values[apiNameOf(name)])]);
  return Object.fromEntries(parsed) as unknown as FieldValues;
}

/** Returns the facts as form values for editing. */
export function valuesOf(facts: SellerFacts): SellValues {
  return {
    ...EMPTY_VALUES,
    RentSell: facts.offer,
    make: facts.make,
    model: facts.model,
    year: String(facts.year),
    mileage: textOf(facts.mileage?.value ?? null),
    mileageUnit: facts.mileage?.unit ?? 'km',
    price: amountText(facts.priceCents),
    ...formValues((name) => facts[name]),
    contactMethods: facts.contactMethods,
    availability: facts.availability ?? '',
    responseTime: facts.responseTime ?? '',
  };
}

/** Returns the fields of LISTING_FIELDS as form values. An unknown fact keeps the empty value of its field. */
export function formValues(factOf: (name: FieldName) => FieldValue<FieldName>): Partial<SellValues> {
  const known = FIELD_NAMES.filter((name) => factOf(name) !== null);
  return Object.fromEntries(known.map((name) => [apiNameOf(name), formValueOf(factOf(name))]));
}

const formValueOf = (value: FieldValue<FieldName>) => (typeof value === 'number' ? String(value) : value);

function parsedFact(name: FieldName, value: SellValues[ApiName<FieldName>]): FieldValue<FieldName> {
  if (typeof value !== 'string') return value;
  return fieldOf(name).kind === 'number' ? numberOrNull(value) : orNull(value);
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
