import type { ListingCriteria, VehicleKey } from '#features/listings/model/criteria/listing-criteria.ts';
import { CAR_TYPES, modelYears } from '#features/listings/model/listing.ts';
import type { FacetsResponse } from '#features/listings/model/listing-contract.ts';
import type { Dimension } from '#features/listings/server/api.ts';
import type { Vehicles } from '#features/vehicles/server/api.ts';
import { compareNames } from '#lib/plain-text.ts';
import type { Inventory, ValueCount } from './inventory.ts';

/** Returns the filters without one of them; null if no car can match. */
type CriteriaWithout = (dimension: Dimension) => ListingCriteria | null;

/** Returns the values of each filter with their numbers of cars. Makes are sorted by name, years newest first. */
export async function findFacets(
  inventory: Inventory,
  criteriaWithout: CriteriaWithout,
  vehicles: Vehicles,
  thisYear: number,
): Promise<FacetsResponse> {
  const facet = async (dimension: Dimension, all: readonly (string | number)[]): Promise<ValueCount[]> => {
    const criteria = criteriaWithout(dimension);
    if (!criteria) return [];
    const possible = criteria[dimension] === undefined ? all : [criteria[dimension]].flat();
    return inventory.countFacet(dimension, criteria, possible);
  };
  const [ofMakes, ofTypes, ofYears] = await Promise.all([
    facet(
      'vehicles',
      vehicles.makes.map((make) => make.id),
    ),
    facet('carType', CAR_TYPES),
    facet('year', modelYears(thisYear)),
  ]);
  const toFacet = ({ value, cars }: ValueCount) => ({ value: String(value), cars });
  return {
    makes: byMake(ofMakes, vehicles),
    carTypes: CAR_TYPES.flatMap((type) => ofTypes.filter(({ value }) => value === type)).map(toFacet),
    years: ofYears.sort((a, b) => Number(b.value) - Number(a.value)).map(toFacet),
  };
}

function byMake(counted: ValueCount[], vehicles: Vehicles): FacetsResponse['makes'] {
  const makes = new Map<string, number | null>();
  for (const { value, cars } of counted) {
    const make = makeName(Number(value), vehicles);
    if (make) makes.set(make, cars === null ? null : (makes.get(make) ?? 0) + cars);
  }
  return [...makes].sort(([a], [b]) => compareNames(a, b)).map(([value, cars]) => ({ value, cars }));
}

function makeName(key: VehicleKey, { makeById, models }: Vehicles): string | undefined {
  const makeId = key > 0 ? key : models.find((model) => model.id === -key)?.makeId;
  return makeById.get(makeId ?? 0)?.name;
}
