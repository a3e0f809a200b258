import { CHOICE_FILTERS, type ChoiceFilter, LISTING_FIELDS, optionsOf } from '../listing-fields.ts';

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

/** Filters by values that many cars share. A car matches if it has any of the wanted values. */
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
export type NumberFilter = 'seats' | 'doors' | 'seller';

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
