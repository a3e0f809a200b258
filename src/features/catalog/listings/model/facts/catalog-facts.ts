import type { EvSpec } from '#features/catalog/vehicles/model/ev-specs.ts';
import type { FieldValues } from '../listing-fields.ts';

/** Facts that the catalog may know about a car. */
export const CATALOG_NAMES = [
  'drive',
  'steering',
  'powerKw',
  'lengthMm',
  'widthMm',
  'heightMm',
  'curbWeightKg',
  'batteryKwh',
  'rangeKm',
  'rangeCycle',
  'batteryChemistry',
  'chargePort',
] as const satisfies (keyof FieldValues)[];
export type CatalogName = (typeof CATALOG_NAMES)[number];
export type CatalogFacts = { [Name in CatalogName]?: NonNullable<FieldValues[Name]> | undefined };

/** A car as its seller states it. `province` is null outside China. */
export type StatedCar = Pick<FieldValues, CatalogName | 'fuelType'> & { province: string | null };

const NOT_MAINLAND = ['Hong Kong', 'Macau', 'Taiwan'];
/** Relative difference between a seller's number and the catalog's for the same version. */
const TOLERANCE = 0.03;

/**
 * Returns what the catalog adds to the statements of the seller: facts on which all versions of the model agree that do not
 * contradict the seller. A car in mainland China has its steering wheel on the left unless the seller states a side.
 */
export function catalogFacts(car: StatedCar, versions: readonly EvSpec[]): CatalogFacts {
  const isMainland = car.province !== null && !NOT_MAINLAND.includes(car.province);
  const facts: CatalogFacts = car.steering === null && isMainland ? { steering: 'left' } : {};
  const [first, ...others] = car.fuelType === 'electric' ? versions.filter((spec) => fits(car, spec)) : [];
  if (first === undefined) return facts;
  for (const name of Object.keys(first) as (keyof EvSpec)[]) {
    const isAgreed = others.every((spec) => spec[name] === first[name]);
    if (car[name] === null && first[name] !== null && isAgreed) Object.assign(facts, { [name]: first[name] });
  }
  // A range means nothing without its cycle, and a seller's range may be of another cycle.
  if (facts.rangeKm === undefined || facts.rangeCycle === undefined) {
    delete facts.rangeKm;
    delete facts.rangeCycle;
  }
  return facts;
}

function fits(car: StatedCar, spec: EvSpec): boolean {
  return (Object.keys(spec) as (keyof EvSpec)[]).every((name) => {
    const [stated, known] = [car[name], spec[name]];
    if (stated === null || known === null || !isComparable(name, car, spec)) return true;
    return typeof stated === 'number' ? Math.abs(stated - Number(known)) <= TOLERANCE * stated : stated === known;
  });
}

/** Ranges differ by cycle, and charge ports by market. */
function isComparable(name: keyof EvSpec, car: StatedCar, spec: EvSpec): boolean {
  if (name === 'rangeKm') return car.rangeCycle === spec.rangeCycle;
  return name !== 'rangeCycle' && name !== 'chargePort';
}

/** Returns the facts of a car with those of the catalog in the place of unknown ones. */
export function completedFacts<Car extends Pick<FieldValues, CatalogName>>(car: Car, facts: CatalogFacts): Car {
  return { ...car, ...facts };
}

/** Cubic meters from millimeters; null unless all three are known. */
export function volumeOf({ lengthMm, widthMm, heightMm }: Pick<FieldValues, 'lengthMm' | 'widthMm' | 'heightMm'>) {
  if (lengthMm === null || widthMm === null || heightMm === null) return null;
  return Math.round((lengthMm * widthMm * heightMm) / 10_000_000) / 100;
}
