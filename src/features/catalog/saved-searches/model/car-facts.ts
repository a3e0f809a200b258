import type { FlagFilter, RangeFilter } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import type { ImportDestination } from '#features/customs/import-rules/model/destination.ts';
import type { Light } from '#features/customs/import-rules/model/verdict/verdict.ts';

/** What saved searches filter by, as of when a car was last public. */
export type CarFacts = {
  offer: Offer;
  /** Microseconds since 1970. */
  postedAt: number;
  /** Make and model ids, and the values of filters. A null or missing value matches no wanted one. */
  values: Record<string, string | number | null>;
  numbers: { [Name in RangeFilter]: number | null };
  flags: Partial<Record<FlagFilter, boolean>>;
  reviewCount: number;
  ratingSum: number;
  /** For the import rules; null for cars for rent. */
  imported: { car: ImportCar; taxRate: number; feeCents: number } | null;
  words: readonly string[];
  /** Days on which the car is rented, as YYYY-MM-DD. */
  rentedDays: readonly string[];
};

/** What the rules of today say of one car, and the time. */
export type Circumstances = {
  now: Date;
  /** Null for a country without rules. */
  lightOf(car: CarFacts, destination: ImportDestination): Light | null;
  /** In cents; null without a total. */
  landedOf(car: CarFacts, destination: ImportDestination): number | null;
};
