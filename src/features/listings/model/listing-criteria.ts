import type { CarType, FuelType, Offer, Transmission } from './listing.ts';

/** A make (its id) or a model (the negative of its id). */
export type VehicleKey = number;

/** What a public list of cars is narrowed to. An absent field does not narrow. */
export type ListingCriteria = {
  offer: Offer;
  /** A car fits when it is of any of these makes or models; an empty list fits none. */
  vehicles?: VehicleKey[];
  carType?: CarType;
  year?: number;
  minPriceCents?: number;
  maxPriceCents?: number;
  fuelType?: FuelType;
  transmission?: Transmission;
  /** Least average of reviews; a car without reviews does not fit. */
  minRating?: number;
  /** Words that the car's texts must contain; the last may be the start of one. */
  words?: string[];
  /** The last word is not the start of one. */
  wholeWords?: boolean;
};

/** The same for cars for sale and for rent together. */
export type Narrowing = Omit<ListingCriteria, 'offer'>;

export type ListingOrder = 'newest' | 'price-asc' | 'price-desc';

/** Counting stops here where no counters exist; a larger total is reported as this number. */
export const COUNT_LIMIT = 1_000;

/** The criteria with one of them left open. */
export function without(criteria: ListingCriteria, name: keyof ListingCriteria): ListingCriteria {
  const { [name]: _open, ...rest } = criteria;
  return rest as ListingCriteria;
}

/** Whether the maintained counters know the number of cars, or cars have to be counted one by one. */
export function isCountable({ fuelType, transmission, minRating, words }: Narrowing): boolean {
  return fuelType === undefined && transmission === undefined && minRating === undefined && !words?.length;
}
