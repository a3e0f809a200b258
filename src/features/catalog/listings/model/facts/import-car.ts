import { type DateRange, dateRange } from '#features/customs/import-rules/model/calendar.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import type { FieldValues } from '../listing-fields.ts';
import { type CatalogFacts, type CatalogName, completedFacts, volumeOf } from './catalog-facts.ts';

export type ImportedFacts = Pick<
  FieldValues,
  CatalogName | 'productionMonth' | 'firstRegistrationMonth' | 'fuelType' | 'engine' | 'emission' | 'carType'
> & { year: number };

export type FactOrigins = {
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
    co2: null,
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
