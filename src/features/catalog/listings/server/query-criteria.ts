import {
  FLAG_FILTERS,
  isNumberFilter,
  VALUE_FILTERS,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { nameKey } from '#features/catalog/vehicles/model/vehicle-name.ts';
import type { Vehicles } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { centsOf } from '#lib/money.ts';
import { destinationIn } from '../model/criteria/destination-query.ts';
import type { ListingCriteria, ListOrder, NumberRange, VehicleKey } from '../model/criteria/listing-criteria.ts';
import type { ListingsQuery } from '../model/listing-contract.ts';
import type { PageRequest } from './find-listings.ts';

type FilterQuery = Omit<ListingsQuery, 'page' | 'limit' | 'sortBy' | 'sortOrder' | 'include' | 'facets' | 'status'>;

/** One page of a public list. */
export type ListRequest = Omit<PageRequest, 'order'> & {
  order: ListOrder;
  /**
   * Lists cars that may be imported into the destination before cars to check and these before prohibited cars, and within each of these
   * cars with photos first. Only the index does; SQL leaves it out.
   */
  bestFirst?: boolean;
};

/** Converts API filters to criteria. Makes and models that are all unknown match no car. */
export function criteriaOfQuery(query: FilterQuery, vehicles: Vehicles): ListingCriteria {
  const { listedWithinDays, minRating, from, to } = query;
  const criteria: ListingCriteria = { offer: query.rentSell };
  const set = (values: Partial<ListingCriteria>) => Object.assign(criteria, values);
  if (query.make) set({ vehicles: vehicleKeys(query.make, query.model ?? [], vehicles) });
  for (const name of VALUE_FILTERS) {
    const values = query[name];
    if (values?.length) set({ [name]: isNumberFilter(name) ? values.map(Number) : values });
  }
  for (const name of FLAG_FILTERS) if (query[name]) set({ [name]: true });
  const years = rangeOf(query.minYear, query.maxYear);
  if (query.year !== undefined) set({ year: withYear(query.year, years) });
  else if (years) set({ year: years });
  const prices = centsRange(query.minPrice || undefined, query.maxPrice);
  if (prices) set({ priceCents: prices });
  const mileage = rangeOf(query.minMileageKm, query.maxMileageKm);
  if (mileage) set({ mileageKm: mileage });
  const engine = rangeOf(query.minEngineCc, query.maxEngineCc);
  if (engine) set({ engineCc: engine });
  if (listedWithinDays !== undefined) set({ listedWithinDays });
  if (from !== undefined && to !== undefined) set({ freeDays: { from, to } });
  const destination = destinationIn(query);
  if (destination) set({ destination, ...importCriteria(query) });
  if (minRating) set({ minRating });
  return criteria;
}

function importCriteria({ mayImport, minLanded, maxLanded }: FilterQuery): Partial<ListingCriteria> {
  const landedCents = centsRange(minLanded, maxLanded);
  return { ...(mayImport && { mayImport }), ...(landedCents && { landedCents }) };
}

function rangeOf(min: number | undefined, max: number | undefined): NumberRange | null {
  if (min === undefined && max === undefined) return null;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** Returns a range of dollars in cents. */
export function centsRange(min: number | undefined, max: number | undefined): NumberRange | null {
  return rangeOf(min === undefined ? undefined : centsOf(min), max === undefined ? undefined : centsOf(max));
}

/** A range without numbers if the year is not in the other range. */
function withYear(year: number, years: NumberRange | null): NumberRange {
  return { min: Math.max(year, years?.min ?? year), max: Math.min(year, years?.max ?? year) };
}

/** A make with chosen models matches as these models, another one as a whole. */
function vehicleKeys(
  makeNames: readonly string[],
  modelNames: readonly string[],
  { makeByKey, modelsOfMake }: Vehicles,
): VehicleKey[] {
  const makeIds = new Set(makeNames.flatMap((name) => makeByKey.get(nameKey(name))?.id ?? []));
  if (modelNames.length === 0) return [...makeIds];
  const wanted = new Set(modelNames.map(nameKey));
  const isWanted = (names: readonly string[]) => names.some((name) => wanted.has(nameKey(name)));
  const chosen = [...makeIds].flatMap((id) =>
    (modelsOfMake.get(id) ?? []).filter(({ name, aliases }) => isWanted([name, ...aliases])),
  );
  if (chosen.length === 0) return [];
  for (const { makeId } of chosen) makeIds.delete(makeId);
  return [...makeIds, ...chosen.map(({ id }) => -id)];
}

export function pageOfQuery(query: ListingsQuery): ListRequest {
  const { page, limit, sortBy, sortOrder } = query;
  return { page, limit, order: orderOf(sortBy, sortOrder), bestFirst: isRanked(query) };
}

/** Lists are newest first by default. A search ranks its matches unless an order is wanted. */
export const isRanked = ({ sortBy = 'match' }: ListingsQuery) => sortBy === 'match';

function orderOf(sortBy: ListingsQuery['sortBy'], sortOrder: ListingsQuery['sortOrder']): ListOrder {
  switch (sortBy) {
    case 'price':
    case 'mileage':
    case 'landed':
      return `${sortBy}-${sortOrder ?? 'asc'}`;
    case 'year':
      return `year-${sortOrder ?? 'desc'}`;
    case 'date':
      return sortOrder === 'asc' ? 'oldest' : 'newest';
    default:
      return 'newest';
  }
}
