import { countryIn } from '#features/catalog/listings/model/criteria/destination-query.ts';
import {
  knownValues,
  type ListingCriteria,
  MAY_IMPORT,
  VALUE_FILTERS,
  type VehicleKey,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { CAR_TYPES, modelYears } from '#features/catalog/listings/model/listing.ts';
import {
  type FacetName,
  type FacetsResponse,
  type ListingsQuery,
  type ListingsResponse,
  MAX_FACET_VALUES,
} from '#features/catalog/listings/model/listing-contract.ts';
import type { Vehicles } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import type { CountedFilter, Inventory, ValueCount } from './inventory.ts';

type Wanted = {
  query: ListingsQuery;
  /** Converts filters to criteria; null if no car can match. */
  criteriaOf(query: ListingsQuery): ListingCriteria | null;
  vehicles: Vehicles;
  thisYear: number;
};

/** Position of each value in its filter's list, if the filter has one. */
const POSITIONS: { [Name in FacetName]?: ReadonlyMap<string, number> } = {
  ...Object.fromEntries(
    VALUE_FILTERS.flatMap((name) => {
      const known = knownValues(name);
      return known ? [[name, positionsOf(known)]] : [];
    }),
  ),
  mayImport: positionsOf(MAY_IMPORT),
};

function positionsOf(values: readonly string[]): ReadonlyMap<string, number> {
  return new Map(values.map((value, position) => [value, position]));
}

type Facets = Pick<ListingsResponse, 'facets' | 'facetRest'>;
type Facet = NonNullable<FacetsResponse['makes']>;
type FacetRest = NonNullable<ListingsResponse['facetRest']>;

/** Returns the values of the wanted filters with the numbers of cars that match all other filters. */
export async function findFacets(inventory: Inventory, { query, ...wanted }: Wanted): Promise<Facets> {
  const { include, facets: names = [] } = query;
  if (include === undefined && names.length === 0) return {};
  const all = wanted.criteriaOf(query);
  const facetOf = (name: FacetName) => countedFacet(inventory, name, { ...wanted, query, all });
  const [three, others] = await Promise.all([
    include && Promise.all((['make', 'carType', 'year'] as const).map(facetOf)),
    Promise.all(names.map(async (name) => [name, await facetOf(name)] as const)),
  ]);
  const rest: FacetRest = {};
  const facets: FacetsResponse = {};
  if (three) {
    const [makes, carTypes, years] = three;
    const rank = (make: string) => wanted.vehicles.makeRank.get(make) ?? 0;
    Object.assign(facets, { makes: makes!.toSorted((a, b) => rank(a.value) - rank(b.value)), carTypes, years });
  }
  for (const [name, counted] of others) {
    facets[name] = counted.slice(0, MAX_FACET_VALUES);
    const left = counted.slice(MAX_FACET_VALUES);
    if (left.length > 0)
      rest[name] = { values: left.length, cars: left.reduce((sum, { cars }) => sum + (cars ?? 0), 0) };
  }
  return { facets, ...(Object.keys(rest).length > 0 && { facetRest: rest }) };
}

/** @property all the criteria of all filters */
type WantedFacet = Wanted & { all: ListingCriteria | null };

async function countedFacet(inventory: Inventory, name: FacetName, wanted: WantedFacet): Promise<Facet> {
  const { query, vehicles, thisYear } = wanted;
  if ((name === 'model' && !query.make) || (name === 'city' && !query.province)) return [];
  if (name === 'mayImport' && countryIn(query) === undefined) return [];
  const open = parametersOf(name);
  const isFiltered = open.some((parameter) => query[parameter] !== undefined);
  const criteria = isFiltered ? wanted.criteriaOf(without(query, open)) : wanted.all;
  if (!criteria) return [];
  const count = (by: CountedFilter, values?: readonly (string | number)[]) =>
    inventory.countFacet(by, criteria, values);
  switch (name) {
    case 'make':
      return byName(await count('vehicles', criteria.vehicles ?? vehicles.makes.map(({ id }) => id)), vehicles, 'make');
    case 'model':
      return byName(await count('vehicles', modelKeys(criteria.vehicles ?? [], vehicles)), vehicles, 'model');
    case 'year':
      return facetsOf(await count('year', modelYears(thisYear)), (a, b) => Number(b.value) - Number(a.value));
    case 'carType':
      return facetsOf(await count(name, CAR_TYPES), inOrderOf(POSITIONS.carType!));
    default: {
      const positions = POSITIONS[name];
      return facetsOf(await count(name), positions ? inOrderOf(positions) : mostCarsFirst);
    }
  }
}

/** The parameters of a filter. Models need their make, and cities are only counted with their province, so those go along. */
function parametersOf(name: FacetName): (keyof ListingsQuery)[] {
  if (name === 'year') return ['year', 'minYear', 'maxYear'];
  if (name === 'make') return ['make', 'model'];
  return name === 'province' ? ['province', 'city'] : [name];
}

function without(query: ListingsQuery, parameters: (keyof ListingsQuery)[]): ListingsQuery {
  return { ...query, ...Object.fromEntries(parameters.map((parameter) => [parameter, undefined])) };
}

const toFacet = ({ value, cars }: ValueCount) => ({ value: String(value), cars });
const facetsOf = (counted: ValueCount[], order: (a: ValueCount, b: ValueCount) => number) =>
  counted.toSorted(order).map(toFacet);
const mostCarsFirst = (a: ValueCount, b: ValueCount) => (b.cars ?? 0) - (a.cars ?? 0) || (a.value < b.value ? -1 : 1);
const inOrderOf = (positions: ReadonlyMap<string, number>) => {
  const position = ({ value }: ValueCount) => positions.get(String(value)) ?? 0;
  return (a: ValueCount, b: ValueCount) => position(a) - position(b);
};

/** Returns the models of makes. */
const modelKeys = (keys: VehicleKey[], { modelsOfMake }: Vehicles): VehicleKey[] =>
  keys.flatMap((key) => (key > 0 ? (modelsOfMake.get(key) ?? []).map(({ id }) => -id) : [key]));

/** Sums the cars of each name: a search may count a make as some of its models, and two makes may share a model name. */
function byName(counted: ValueCount[], vehicles: Vehicles, kind: 'make' | 'model'): Facet {
  const { makeById, modelById } = vehicles;
  const nameOf = (key: VehicleKey) => {
    const model = key < 0 ? modelById.get(-key) : undefined;
    return kind === 'model' ? model?.name : makeById.get(model?.makeId ?? key)?.name;
  };
  const byValue = new Map<string, number | null>();
  for (const { value, cars } of counted) {
    const name = nameOf(Number(value));
    if (name) byValue.set(name, cars === null ? null : (byValue.get(name) ?? 0) + cars);
  }
  return facetsOf(
    [...byValue].map(([value, cars]) => ({ value, cars })),
    mostCarsFirst,
  );
}
