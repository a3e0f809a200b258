import { EV_SPECS_DATE } from '#content/catalog/ev-specs.ts';
import { decodeVin } from '#features/catalog/vehicles/model/decode-vin.ts';
import { evSpecsOf } from '#features/catalog/vehicles/model/ev-specs.ts';
import { type DateRange, dateRange } from '#features/customs/import-rules/model/calendar.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import { compileMapper } from '#lib/server/compile-mapper.ts';
import type { Listings } from '#lib/server/database/rows.ts';
import {
  CATALOG_NAMES,
  type CatalogFacts,
  type CatalogName,
  catalogFacts,
  completedFacts,
  type StatedCar,
  volumeOf,
} from '../../model/facts/catalog-facts.ts';
import type { Listing } from '../../model/listing.ts';
import type { ListingResponse } from '../../model/listing-contract.ts';
import { type ColumnOf, columnOf, type FieldValues } from '../../model/listing-fields.ts';

type ImportedFacts = Pick<
  FieldValues,
  CatalogName | 'productionMonth' | 'firstRegistrationMonth' | 'fuelType' | 'engine' | 'emission' | 'carType'
> & { year: number };

type FactOrigins = {
  catalog: CatalogFacts | null;
  vin: { country: string | null; years: readonly number[] } | null;
};

/** Converts the facts of a listing, completed from the catalog and the VIN, to what the import rules ask for. */
export function importCarOf(stated: ImportedFacts, { catalog, vin }: FactOrigins): ImportCar {
  const car = completedFacts(stated, catalog ?? {});
  const firstRegistration = car.firstRegistrationMonth === null ? null : dateRange(car.firstRegistrationMonth);
  return {
    production: productionOf(car, firstRegistration),
    firstRegistration,
    modelYear: vin?.years.length === 1 ? (vin.years[0] ?? null) : car.year,
    steering: car.steering,
    fuel: car.fuelType,
    // An electric car has no engine, which is known.
    engineCc: car.fuelType === 'electric' ? 0 : car.engine,
    powerKw: car.powerKw,
    emissionStage: car.emission === null ? null : stageOf(car.emission),
    conformity: [],
    body: car.carType,
    madeIn: vin?.country ?? null,
    curbWeightKg: car.curbWeightKg,
    // An electric car emits none, which is known.
    co2: car.fuelType === 'electric' ? 0 : null,
    volumeCbm: volumeOf(car),
  };
}

/** Without a month, a car was built in its model year or the year before, and before it was registered. */
function productionOf({ productionMonth, year }: ImportedFacts, registered: DateRange | null): DateRange | null {
  if (productionMonth !== null) return dateRange(productionMonth);
  const earliest = `${year - 1}-01-01`;
  const latest = `${year}-12-31`;
  if (registered === null || registered.latest >= latest || registered.latest < earliest) return { earliest, latest };
  return { earliest, latest: registered.latest };
}

/** The number in the name of the standard; 0 for none. */
const stageOf = (emission: string) => Number(/\d/.exec(emission)?.[0] ?? 0);

const NAMES = [
  ...CATALOG_NAMES,
  'productionMonth',
  'firstRegistrationMonth',
  'fuelType',
  'engine',
  'emission',
  'carType',
  'drive',
  'vin',
] as const;
type Name = (typeof NAMES)[number];
const COLUMNS = Object.fromEntries(NAMES.map((name) => [name, columnOf(name)])) as { [N in Name]: ColumnOf<N> };

type NamedColumn = 'make' | 'model' | 'trim' | 'year' | 'province';
export type ImportRow = Pick<Listings, ColumnOf<Name> | NamedColumn>;

/** SQL columns of what the import rules ask for; `l` is the listing. */
export const IMPORT_COLUMNS = ['make', 'model', 'trim', 'year', 'province', ...Object.values(COLUMNS)]
  .map((column) => `l.${column}`)
  .join(', ');

const statedOf = compileMapper<ImportRow, Parameters<typeof importCarOfListing>[0]>({
  make: 'make',
  model: 'model',
  trim: 'trim',
  year: 'year',
  province: 'province',
  ...COLUMNS,
});

export const importCarOfRow = (row: ImportRow): ImportCar => importCarOfListing(statedOf(row));

type Named = StatedCar & Pick<Listing, 'make' | 'model' | 'year'> & { trim?: string | null };

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
  return {
    ...importCarOf(car, { catalog: catalogFactsOf(car), vin: vinFactsOf(car) }),
    name: { make: car.make, model: car.model, trim: car.trim ?? null, drive: car.drive },
  };
}
