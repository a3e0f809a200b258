import type { Offer } from '#features/catalog/listings/model/listing.ts';
import {
  CHOICE_FILTERS,
  type ChoiceFilter,
  LISTING_FIELDS,
  type OptionOf,
  optionsOf,
} from '#features/catalog/listings/model/listing-fields.ts';
import type { ImportDestination } from '#features/customs/import-rules/model/destination.ts';

/** Families of exterior colors, as the SQL function color_family returns them. */
export const COLORS = [
  'white',
  'black',
  'gray',
  'silver',
  'blue',
  'red',
  'brown',
  'beige',
  'green',
  'gold',
  'yellow',
  'orange',
  'purple',
  'pink',
] as const;

/** Filters by values that many cars share. A car matches if it has any wanted value. */
export const VALUE_FILTERS = [
  ...CHOICE_FILTERS,
  'seats',
  'doors',
  'color',
  'province',
  'city',
  'seller',
] as const satisfies (ChoiceFilter | string)[];
export type ValueFilter = ChoiceFilter | 'seats' | 'doors' | 'color' | 'province' | 'city' | 'seller';
type NumberFilter = 'seats' | 'doors' | 'seller';

/** Filters by a range of numbers, both ends included. A car without the number does not match. */
export const RANGE_FILTERS = ['year', 'priceCents', 'mileageKm', 'engineCc'] as const;
export type RangeFilter = (typeof RANGE_FILTERS)[number];

/** Filters by a fact that a car has or has not. */
export const FLAG_FILTERS = ['certified', 'hasVin', 'hasReport'] as const;
export type FlagFilter = (typeof FLAG_FILTERS)[number];

/**
 * Filters by whether a car may be imported at a destination. `green`: it may. `amber`: no rule forbids it for certain, so green
 * cars match as well.
 */
export const MAY_IMPORT = ['green', 'amber'] as const;
export type MayImport = (typeof MAY_IMPORT)[number];

export const isFlag = (name: string): name is FlagFilter => (FLAG_FILTERS as readonly string[]).includes(name);

export const isNumberFilter = (name: ValueFilter): name is NumberFilter =>
  name === 'seats' || name === 'doors' || name === 'seller';

const between = ({ min, max }: { min: number; max: number }) =>
  Array.from({ length: max - min + 1 }, (_, index) => String(min + index));

/** Returns all values that a filter can have, in the order in which they are listed; null if sellers type them. */
export function knownValues(name: ValueFilter): readonly string[] | null {
  switch (name) {
    case 'seats':
      return between(LISTING_FIELDS.seatingCapacity.range);
    case 'doors':
      return between(LISTING_FIELDS.doors.range);
    case 'color':
      return COLORS;
    case 'province':
    case 'city':
    case 'seller':
      return null;
    default:
      return optionsOf(name);
  }
}

const DAY_MS = 86_400_000;

/** A rental of some days: how many, and the query part that carries them on. */
export type Stay = { days: number; search: string };

/** Returns the stay of a list of cars for rent; null if no days are chosen. Both days, as YYYY-MM-DD, are rented. */
export function stayOf({ from, to }: { from: string; to: string }): Stay | null {
  if (from === '' || to === '') return null;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return { days, search: `?from=${from}&to=${to}` };
}

/** The newest inspected cars from which the home page chooses. */
export const FRESH = 60;
const FEATURED = 6;

/** Chooses the cars of the home page: at first one per make, so that it shows a variety. `fresh` is newest first. */
export function chooseFeatured<Car>(fresh: Car[], makeOf: (car: Car) => unknown): Car[] {
  const makes = fresh.map(makeOf);
  const firstOfMake = fresh.filter((_, index) => makes.indexOf(makes[index]) === index);
  const others = fresh.filter((_, index) => makes.indexOf(makes[index]) !== index);
  return [...firstOfMake, ...others].slice(0, FEATURED);
}

/** The 34 divisions of China, named as the SQL function province_of returns them. */
export const PROVINCES = [
  ...['Beijing', 'Tianjin', 'Shanghai', 'Chongqing', 'Hong Kong', 'Macau', 'Taiwan', 'Hebei', 'Shanxi'],
  ...['Inner Mongolia', 'Liaoning', 'Jilin', 'Heilongjiang', 'Jiangsu', 'Zhejiang', 'Anhui', 'Fujian', 'Jiangxi'],
  ...['Shandong', 'Henan', 'Hubei', 'Hunan', 'Guangdong', 'Guangxi', 'Hainan', 'Sichuan', 'Guizhou', 'Yunnan'],
  ...['Tibet', 'Shaanxi', 'Gansu', 'Qinghai', 'Ningxia', 'Xinjiang'],
];

/** A make (its id) or a model (its negated id). */
export type VehicleKey = number;

/** What identifies public cars: their id, their VIN, or the dealer's stock number without separators in upper case. */
export type PublicIdentity = { id: number } | { vin: string } | { stock: string };

/** Both ends are included. */
export type NumberRange = { min?: number; max?: number };

type ValueOf<Name extends ValueFilter> = Name extends NumberFilter
  ? number
  : Name extends ChoiceFilter
    ? OptionOf<Name>
    : string;

/** Filters of a public list of cars. An absent field does not filter. */
export type ListingCriteria = { [Name in ValueFilter]?: ValueOf<Name>[] } & {
  [Name in RangeFilter]?: NumberRange;
} & { [Name in FlagFilter]?: true } & {
  offer: Offer;
  /** A car matches if it has any of these makes or models. An empty list matches no car. */
  vehicles?: VehicleKey[];
  /** A car with any of these makes or models does not match. */
  excludedVehicles?: VehicleKey[];
  /** A car with any of these values of a filter does not match. A car whose value is unknown does. */
  excludedValues?: { filter: ValueFilter; values: (string | number)[] }[];
  /** The car was posted in the last so many days. */
  listedWithinDays?: number;
  /** The car is free to rent on all of these days (YYYY-MM-DD), both included. */
  freeDays?: { from: string; to: string };
  /** Minimum average rating. A car without reviews does not match. */
  minRating?: number;
  /** Words that the car's texts must contain; the last one may be a prefix. */
  words?: string[];
  /** The last word is not a prefix. */
  wholeWords?: boolean;
  /** Words that the car's texts must not contain. */
  excludedWords?: string[];
  /** Whole words that follow each other in the car's texts. */
  phrases?: string[][];
  /** Where the cars are shipped, for the next two and for orders by landed cost. It excludes no car. */
  destination?: ImportDestination;
  mayImport?: MayImport;
  /** What a car likely costs at the destination with all charges. A car without a total does not match. */
  landedCents?: NumberRange;
};

/** Filters for cars for sale and for rent together. */
export type Narrowing = Omit<ListingCriteria, 'offer'>;

export type ListingOrder =
  | 'newest'
  | 'oldest'
  | 'price-asc'
  | 'price-desc'
  | 'mileage-asc'
  | 'mileage-desc'
  | 'year-asc'
  | 'year-desc';

/** Orders that depend on a destination. Only the index has them. */
const LANDED_ORDERS = ['landed-asc', 'landed-desc'] as const;
type LandedOrder = (typeof LANDED_ORDERS)[number];
/** The orders of public lists. */
export type ListOrder = ListingOrder | LandedOrder;

export const isLandedOrder = (order: ListOrder): order is LandedOrder =>
  (LANDED_ORDERS as readonly ListOrder[]).includes(order);

/** Counting stops here if no counters exist. A larger total is reported as this number. */
export const COUNT_LIMIT = 1_000;

/** Criteria for which the database keeps counters. */
const COUNTED: readonly string[] = [
  'offer',
  'vehicles',
  'carType',
  'year',
  'priceCents',
] satisfies (keyof ListingCriteria)[];

/** Returns whether a criterion excludes cars. */
const narrows = ([name, value]: [string, unknown]): boolean =>
  value !== undefined &&
  name !== 'destination' &&
  !(Array.isArray(value) && value.length === 0 && (name === 'words' || name === 'phrases'));

/** Returns whether the maintained counters cover these filters. If not, matching cars must be counted one by one. */
export function isCountable(criteria: Narrowing): boolean {
  return Object.entries(criteria).every((entry) => !narrows(entry) || COUNTED.includes(entry[0]));
}

/** Intersects two criteria of the same offer. Returns null if no car can match both. */
export function intersected(criteria: ListingCriteria, also: Narrowing): ListingCriteria | null {
  const both: Record<string, unknown> = { ...criteria };
  for (const [name, value] of Object.entries(also)) {
    const set = both[name];
    if (value === undefined) continue;
    if (set === undefined || set === value) both[name] = value;
    else if (isRange(name)) both[name] = narrowerRange(set as NumberRange, value as NumberRange);
    else if (name.startsWith('excluded') || name === 'words' || name === 'phrases')
      both[name] = [...(set as unknown[]), ...(value as unknown[])];
    else if (Array.isArray(set) && Array.isArray(value)) {
      const common = (set as unknown[]).filter((each) => (value as unknown[]).includes(each));
      if (common.length === 0) return null;
      both[name] = common;
    } else return null;
  }
  return both as ListingCriteria;
}

const isRange = (name: string): name is RangeFilter => (RANGE_FILTERS as readonly string[]).includes(name);

function narrowerRange(one: NumberRange, other: NumberRange): NumberRange {
  const min = Math.max(one.min ?? Number.NEGATIVE_INFINITY, other.min ?? Number.NEGATIVE_INFINITY);
  const max = Math.min(one.max ?? Number.POSITIVE_INFINITY, other.max ?? Number.POSITIVE_INFINITY);
  return { ...(Number.isFinite(min) && { min }), ...(Number.isFinite(max) && { max }) };
}
