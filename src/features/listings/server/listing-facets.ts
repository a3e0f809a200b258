import type { Queryable } from '#platform/database/statement.ts';
import { CAR_TYPES } from '../listing.ts';
import type { FacetsAnswer } from '../listing-contract.ts';
import type { ListingCriteria } from '../listing-criteria.ts';
import { countFacets } from './listing-count-store.server.ts';
import type { Vehicles } from './vehicle-catalogue.ts';

const YEARS_BACK = 60;

/** The values that filters can be set to, each with the number of cars it would give. Makes by name, years newest first. */
export async function findFacets(
  db: Queryable,
  criteria: ListingCriteria,
  vehicles: Vehicles,
  thisYear: number,
): Promise<FacetsAnswer> {
  const counted = await countFacets(db, criteria, {
    makes: vehicles.makes.map((make) => make.id),
    carTypes: CAR_TYPES,
    years: Array.from({ length: YEARS_BACK }, (_, age) => thisYear + 1 - age),
  });
  return {
    makes: counted.makes
      .map(({ value, cars }) => ({ value: vehicles.makeById.get(value)?.name ?? '', cars }))
      .filter(({ value }) => value !== '')
      .sort((a, b) => a.value.localeCompare(b.value, 'en')),
    carTypes: CAR_TYPES.flatMap((type) => counted.carTypes.filter(({ value }) => value === type)),
    years: counted.years.sort((a, b) => b.value - a.value).map(({ value, cars }) => ({ value: String(value), cars })),
  };
}
