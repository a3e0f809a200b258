import { FLAG_FILTERS, VALUE_FILTERS } from '#features/catalog/listings/model/criteria/listing-filters.ts';

/** Filters that can be dropped from a search to find cars, by the names that the page uses. `q` is a word. */
export const RELAXED = [
  'q',
  'price',
  'make',
  'model',
  ...VALUE_FILTERS,
  'year',
  'years',
  'mileage',
  'engine',
  ...FLAG_FILTERS,
  'mayImport',
  'landed',
  'listedWithinDays',
  'days',
  'minRating',
] as const;
export type Relaxed = (typeof RELAXED)[number];

/** Filters of several parameters. The others are the parameter of their name. */
const PARAMETERS = {
  price: ['minPrice', 'maxPrice'],
  make: ['make', 'model'],
  years: ['minYear', 'maxYear'],
  mileage: ['minMileageKm', 'maxMileageKm'],
  engine: ['minEngineCc', 'maxEngineCc'],
  landed: ['minLanded', 'maxLanded'],
  days: ['from', 'to'],
} as const satisfies Partial<Record<Relaxed, string[]>>;

/** Returns the parameters of the list and search calls that belong to a filter. */
export function parametersOf(name: Relaxed): readonly string[] {
  return name in PARAMETERS ? PARAMETERS[name as keyof typeof PARAMETERS] : [name];
}
