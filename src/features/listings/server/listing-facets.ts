import type { Vehicles } from '#features/vehicles/server/api.ts';
import { compareNames } from '#lib/plain-text.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { isCountable, type ListingCriteria, type VehicleKey } from '../model/criteria/listing-criteria.ts';
import { bandsTouched } from '../model/criteria/price-bands.ts';
import { CAR_TYPES, modelYears } from '../model/listing.ts';
import type { FacetsResponse } from '../model/listing-contract.ts';
import { countFacet, type Dimension } from './listing-count-store.ts';

/** Returns the filters without one of them; null if no car can match. */
type CriteriaWithout = (dimension: Dimension) => ListingCriteria | null;

type Counted = { value: string | number; cars: number | null };

/** Returns the values of each filter with their numbers of cars. Makes are sorted by name, years newest first. */
export async function findFacets(
  db: Queryable,
  criteriaWithout: CriteriaWithout,
  vehicles: Vehicles,
  thisYear: number,
): Promise<FacetsResponse> {
  const facet = async (dimension: Dimension, all: readonly (string | number)[]): Promise<Counted[]> => {
    const criteria = criteriaWithout(dimension);
    if (!criteria) return [];
    const possible = criteria[dimension] === undefined ? all : [criteria[dimension]].flat();
    const counted = await countFacet(db, dimension, criteria, possible);
    const known = isCountable(criteria) && bandsTouched(criteria.minPriceCents, criteria.maxPriceCents).exact;
    return known ? counted : counted.map(({ value }) => ({ value, cars: null }));
  };
  const [ofMakes, ofTypes, ofYears] = await Promise.all([
    facet(
      'vehicles',
      vehicles.makes.map((make) => make.id),
    ),
    facet('carType', CAR_TYPES),
    facet('year', modelYears(thisYear)),
  ]);
  const toFacet = ({ value, cars }: Counted) => ({ value: String(value), cars });
  return {
    makes: byMake(ofMakes, vehicles),
    carTypes: CAR_TYPES.flatMap((type) => ofTypes.filter(({ value }) => value === type)).map(toFacet),
    years: ofYears.sort((a, b) => Number(b.value) - Number(a.value)).map(toFacet),
  };
}

function byMake(counted: Counted[], vehicles: Vehicles): FacetsResponse['makes'] {
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
