import type { CarType, FuelType, Offer, Transmission } from '../listing.ts';

/** A make (its id) or a model (its negated id). */
export type VehicleKey = number;

/** Filters of a public list of cars. An absent field does not filter. */
export type ListingCriteria = {
  offer: Offer;
  /** A car matches if it has any of these makes or models. An empty list matches no car. */
  vehicles?: VehicleKey[];
  carType?: CarType;
  year?: number;
  minPriceCents?: number;
  maxPriceCents?: number;
  fuelType?: FuelType;
  transmission?: Transmission;
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

/** Returns whether the maintained counters cover these filters. If not, matching cars must be counted one by one. */
export function isCountable({ fuelType, transmission, minRating, words }: Narrowing): boolean {
  return fuelType === undefined && transmission === undefined && minRating === undefined && !words?.length;
}
