import { EV_SPECS_DATE } from '#content/catalog/ev-specs.ts';
import { decodeVin } from '#features/catalog/vehicles/model/decode-vin.ts';
import { evSpecsOf } from '#features/catalog/vehicles/model/ev-specs.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import { catalogFacts, type StatedCar } from '../../model/facts/catalog-facts.ts';
import { type ImportedFacts, importCarOf } from '../../model/facts/import-car.ts';
import type { Listing } from '../../model/listing.ts';
import type { ListingResponse } from '../../model/listing-contract.ts';

type Named = StatedCar & Pick<Listing, 'make' | 'model' | 'year'>;

/** Returns what the catalog knows where the seller states nothing. */
export function catalogFactsOf(car: Named): ListingResponse['catalogFacts'] {
  const facts = catalogFacts(car, evSpecsOf(car.make, car.model, car.year));
  return Object.keys(facts).length === 0 ? null : { ...facts, date: EV_SPECS_DATE };
}

/** Frame numbers of cars for Japan are shorter. */
const VIN_LENGTH = 17;

export function vinFactsOf({ vin }: Pick<Listing, 'vin'>): ListingResponse['vinFacts'] {
  if (vin?.length !== VIN_LENGTH) return null;
  const { country, years } = decodeVin(vin, new Date().getUTCFullYear());
  return country === null && years.length === 0 ? null : { country, years };
}

/** Returns the facts of a listing that the import rules ask for, completed from the catalog and the VIN. */
export function importCarOfListing(car: Named & ImportedFacts & Pick<Listing, 'vin'>): ImportCar {
  return importCarOf(car, { catalog: catalogFactsOf(car), vin: vinFactsOf(car) });
}
