import type { Queryable } from '#platform/database/statement.ts';
import { CAR_TYPES } from '../listing.ts';
import type { FacetsAnswer } from '../listing-contract.ts';
import { countersKnow, type ListingCriteria, type VehicleKey } from '../listing-criteria.ts';
import { countFacets } from './listing-count-store.server.ts';
import type { Vehicles } from './vehicle-catalogue.ts';

const YEARS_BACK = 60;

/**
 * The values that filters can be set to, each with the number of cars it would give. Makes by name, years newest first.
 * `among` are the makes and models that a search names; without them every make is offered.
 */
export async function findFacets(
  db: Queryable,
  criteria: ListingCriteria,
  vehicles: Vehicles,
  thisYear: number,
  among?: VehicleKey[],
): Promise<FacetsAnswer> {
  const counted = await countFacets(db, criteria, {
    makes: among ?? vehicles.makes.map((make) => make.id),
    carTypes: CAR_TYPES,
    years: Array.from({ length: YEARS_BACK }, (_, age) => thisYear + 1 - age),
  });
  const known = countersKnow(criteria);
  const shown = (value: string, cars: number) => ({ value, cars: known ? cars : null });
  const makes = new Map<string, number>();
  for (const { value, cars } of counted.makes) {
    const make = makeName(value, vehicles);
    if (make) makes.set(make, (makes.get(make) ?? 0) + cars);
  }
  return {
    makes: [...makes].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([make, cars]) => shown(make, cars)),
    carTypes: CAR_TYPES.flatMap((type) => counted.carTypes.filter(({ value }) => value === type)).map(
      ({ value, cars }) => shown(value, cars),
    ),
    years: counted.years.sort((a, b) => b.value - a.value).map(({ value, cars }) => shown(String(value), cars)),
  };
}

function makeName(key: VehicleKey, { makeById, models }: Vehicles): string | undefined {
  const makeId = key > 0 ? key : models.find((model) => model.id === -key)?.makeId;
  return makeById.get(makeId ?? 0)?.name;
}
