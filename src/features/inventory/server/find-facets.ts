import type { ListingCriteria, VehicleKey } from '#features/listings/model/criteria/listing-criteria.ts';
import { modelYears } from '#features/listings/model/listing.ts';
import type { FacetsResponse, ListingsQuery } from '#features/listings/model/listing-contract.ts';
import { type ChoiceFilter, optionsOf } from '#features/listings/model/listing-fields.ts';
import type { Vehicles } from '#features/vehicles/server/api.ts';
import { compareNames } from '#lib/plain-text.ts';
import type { FacetName, Inventory, ValueCount } from './inventory.ts';

type Wanted = {
  /** Returns the filters without one of them; null if no car can match. */
  criteriaWithout(name: FacetName): ListingCriteria | null;
  query: Pick<ListingsQuery, 'include' | 'facets'>;
  vehicles: Vehicles;
  thisYear: number;
};

/** Returns the wanted filters' values with their numbers of cars. Makes are sorted by name, years newest first. */
export async function findFacets(
  inventory: Inventory,
  { criteriaWithout, query, vehicles, thisYear }: Wanted,
): Promise<FacetsResponse | undefined> {
  const { include, facets: names = [] } = query;
  if (include === undefined && names.length === 0) return undefined;
  const facet = async (name: FacetName, all: readonly (string | number)[]): Promise<ValueCount[]> => {
    const criteria = criteriaWithout(name);
    if (!criteria) return [];
    const possible = criteria[name] === undefined ? all : [criteria[name]].flat();
    return inventory.countFacet(name, criteria, possible);
  };
  const ofChoice = async (name: ChoiceFilter) => {
    const counted = await facet(name, optionsOf(name));
    return optionsOf(name).flatMap((option) => counted.filter(({ value }) => value === option).map(toFacet));
  };
  const common = async () => {
    const [makes, carTypes, years] = await Promise.all([
      facet(
        'vehicles',
        vehicles.makes.map((make) => make.id),
      ),
      ofChoice('carType'),
      facet('year', modelYears(thisYear)),
    ]);
    return {
      makes: byMake(makes, vehicles),
      carTypes,
      years: years.sort((a, b) => Number(b.value) - Number(a.value)).map(toFacet),
    };
  };
  const [three, others] = await Promise.all([
    include && common(),
    Promise.all(names.map(async (name) => [name, await ofChoice(name)] as const)),
  ]);
  return { ...three, ...Object.fromEntries(others) };
}

const toFacet = ({ value, cars }: ValueCount) => ({ value: String(value), cars });

function byMake(counted: ValueCount[], vehicles: Vehicles): NonNullable<FacetsResponse['makes']> {
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
