import type { ListingCriteria } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { FlagFilter, ValueFilter } from '#features/catalog/listings/model/criteria/listing-filters.ts';
import type { Total } from '#features/catalog/listings/server/find-listings.ts';
import type { ListRequest } from '#features/catalog/listings/server/query-criteria.ts';
import type { Json } from '#lib/server/http/json-text.ts';

/** A page of cards, each as the JSON of its response. */
export type FoundCards = Total & { cards: Json[] };

/** A filter whose values can be counted. */
export type CountedFilter = 'vehicles' | 'year' | 'mayImport' | ValueFilter | FlagFilter;

export type ValueCount = {
  value: string | number;
  /** null if cars with these criteria are not counted by value */
  cars: number | null;
};

/**
 * Finds and counts public cars. There are two implementations with the same answers: an index in the process, and SQL,
 * which answers while the index is filled. Only the index knows lights and landed costs: without it, criteria and orders that
 * need them throw `overloaded`.
 */
export type Inventory = {
  /**
   * Returns one page. Cars of earlier criteria come first, each group in the given order; a search ranks exact matches
   * over similar ones this way. The criteria must not overlap.
   */
  find(ranked: ListingCriteria[], request: ListRequest): Promise<FoundCards>;
  count(criteria: ListingCriteria): Promise<Total>;
  /**
   * Counts the cars of each value of a filter that match the criteria, which should not contain this filter. Leaves out
   * values without cars. The value of a flag is 'true'. @param values counts only these; needed for makes and models
   */
  countFacet(
    name: CountedFilter,
    criteria: ListingCriteria,
    values?: readonly (string | number)[],
  ): Promise<ValueCount[]>;
  /** Counts the matching cars whose landed cost at the destination of the criteria has no total. */
  withoutTotal(criteria: ListingCriteria): Promise<number>;
  /** The lowest and the highest price in cents; null if no car matches. */
  priceRange(criteria: ListingCriteria): Promise<{ least: number; most: number } | null>;
  /** The response of one car that is active, sold or rented, as JSON; null if there is none. */
  detail(id: number): Promise<string | null>;
  /** The cards of the home page. */
  featured(): Promise<string[]>;
  /** The cards of the public cars with this id or exactly this VIN, newest first. */
  identified(identity: { id: number } | { vin: string }): Promise<string[]>;
  /** Returns those words that occur in the texts of at least one car. */
  wordsInTexts(words: string[]): Promise<string[]>;
  /** Cards of related cars with `score` and `tags`. Throws `not_found` if the car is not public. */
  related(id: number, limit: number): Promise<string[]>;
};
