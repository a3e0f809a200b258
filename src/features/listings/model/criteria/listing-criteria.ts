import type { Offer } from '../listing.ts';
import { CHOICE_NAMES, type ChoiceName, type Choices } from '../listing-fields.ts';

/** A make (its id) or a model (its negated id). */
export type VehicleKey = number;

/** Filters of a public list of cars. An absent field does not filter. */
export type ListingCriteria = Choices & {
  offer: Offer;
  /** A car matches if it has any of these makes or models. An empty list matches no car. */
  vehicles?: VehicleKey[];
  year?: number;
  minPriceCents?: number;
  maxPriceCents?: number;
  /** Minimum average rating. A car without reviews does not match. */
  minRating?: number;
  /** Words that the car's texts must contain; the last one may be a prefix. */
  words?: string[];
  /** The last word is not a prefix. */
  wholeWords?: boolean;
};

/** Filters for cars for sale and for rent together. */
export type Narrowing = Omit<ListingCriteria, 'offer'>;

export type ListingOrder = 'newest' | 'price-asc' | 'price-desc';

/** Counting stops here if no counters exist. A larger total is reported as this number. */
export const COUNT_LIMIT = 1_000;

/** Returns the criteria without one of them. */
export function without(criteria: ListingCriteria, name: keyof ListingCriteria): ListingCriteria {
  const { [name]: _open, ...rest } = criteria;
  return rest as ListingCriteria;
}

/** Choices without counters. */
export const UNCOUNTED_CHOICES = CHOICE_NAMES.filter(
  (name): name is Exclude<ChoiceName, 'carType'> => name !== 'carType',
);

/** Returns whether the maintained counters cover these filters. If not, matching cars must be counted one by one. */
export function isCountable(criteria: Narrowing): boolean {
  const { minRating, words } = criteria;
  return minRating === undefined && !words?.length && UNCOUNTED_CHOICES.every((name) => criteria[name] === undefined);
}
