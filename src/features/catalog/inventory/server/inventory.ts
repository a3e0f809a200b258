import { countryIn } from '#features/catalog/listings/model/criteria/destination-query.ts';
import {
  type FlagFilter,
  isLandedOrder,
  type ListingCriteria,
  type ListOrder,
  type PublicIdentity,
  type ValueFilter,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { RelatedCar } from '#features/catalog/listings/model/criteria/related-cars.ts';
import type { Listing, ListingCard } from '#features/catalog/listings/model/listing.ts';
import {
  cardResponse,
  type ListingsQuery,
  type ListingsResponse,
  listingResponse,
  relatedResponse,
} from '#features/catalog/listings/model/listing-contract.ts';
import { paginationOf, type Total } from '#features/catalog/listings/server/find-listings.ts';
import { toCardResponse, toListingResponse } from '#features/catalog/listings/server/listing-mapper.ts';
import type { ListRequest } from '#features/catalog/listings/server/query-criteria.ts';
import { arrayOf, type Json, JsonText } from '#lib/server/http/json-text.ts';
import { serializerOf } from '#lib/server/http/schema-compilers.ts';

/** A page of cards, each as the JSON of its response. */
export type FoundCards = Total & { cards: Json[] };

/** A filter whose values can be counted. */
export type CountedFilter = 'vehicles' | 'year' | 'mayImport' | ValueFilter | FlagFilter;

export type ValueCount = {
  value: string | number;
  /** null if cars with these criteria are not counted by value */
  cars: number | null;
};

type VehicleIds = { makeId: number; modelId: number };

/**
 * Finds and counts public cars. There are two implementations with the same answers: an index in the process, and SQL,
 * which answers while the index is filled. SQL assesses cars one by one, so criteria and orders that need lights or landed
 * costs throw `overloaded` there if too many cars match the other criteria.
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
  /** Counts the matching cars that may not be imported into the country of the criteria. */
  prohibited(criteria: ListingCriteria): Promise<number>;
  /** The lowest and the highest price in cents; null if no car matches. */
  priceRange(criteria: ListingCriteria): Promise<{ least: number; most: number } | null>;
  /** The response of one car that is active, sold or rented, as JSON; null if there is none. */
  detail(id: number): Promise<string | null>;
  /** The ids of the make and the model of a car; null if they are not in memory. */
  vehicleOf(id: number): VehicleIds | null;
  /** The cards of the home page. */
  featured(): Promise<string[]>;
  /** The cards of the public cars with this id, exactly this VIN or this stock number, newest first. */
  identified(identity: PublicIdentity): Promise<string[]>;
  /** Returns those words that occur in the texts of at least one car. */
  wordsInTexts(words: string[]): Promise<string[]>;
  /** Cards of related cars with `score` and `tags`. Throws `not_found` if the car is not public. */
  related(id: number, limit: number): Promise<string[]>;
};

/** Writes the response of a list: the cards are JSON already, and `others` are its other fields. */
export function listingsJson<Others extends object = Omit<ListingsResponse, 'listings' | 'pagination'>>(
  found: FoundCards,
  { page, limit }: Pick<ListRequest, 'page' | 'limit'>,
  others: Others,
): JsonText {
  const rest = JSON.stringify({ pagination: paginationOf(found, page, limit), ...others });
  return new JsonText('{"listings":', ...arrayOf(found.cards), `,${rest.slice(1)}`);
}

export const cardsJson = (cards: string[]): JsonText => new JsonText(...arrayOf(cards));

const writeCard = serializerOf(cardResponse);
const writeDetail = serializerOf(listingResponse);
const writeRelated = serializerOf(relatedResponse.element);

export const cardJson = (card: ListingCard): string => writeCard(toCardResponse(card));

export const detailJson = (car: Listing): string => writeDetail(toListingResponse(car));

export const relatedJson = (car: RelatedCar): string =>
  writeRelated({ ...toCardResponse(car), score: car.score, tags: car.tags });

/** What a list with a destination costs more: it may have to be computed for all cars. */
export const destinationCost = (query: Pick<ListingsQuery, 'to'>): number => (countryIn(query) === undefined ? 0 : 2);

/**
 * Says where the cars of a list are shipped, how many have no total if the list filters or sorts by it, and how many may not be imported
 * if the list filters or counts by that.
 */
export async function destinationOf(
  inventory: Inventory,
  criteria: ListingCriteria | null,
  { order, facets = [] }: { order: ListOrder; facets?: readonly string[] | undefined },
): Promise<Pick<ListingsResponse, 'destination'>> {
  if (!criteria?.destination) return {};
  const { landedCents, ...others } = criteria;
  // The same object shares its matches with the list.
  const atAnyCost = landedCents === undefined ? criteria : others;
  const { mayImport, ...ofAnyLight } = criteria;
  const countsTotals = landedCents !== undefined || isLandedOrder(order);
  const countsLights = mayImport !== undefined || facets.includes('mayImport');
  const [withoutTotal, prohibited] = await Promise.all([
    countsTotals ? inventory.withoutTotal(atAnyCost) : null,
    countsLights ? inventory.prohibited(mayImport === undefined ? criteria : ofAnyLight) : null,
  ]);
  return { destination: { ...criteria.destination, withoutTotal, prohibited } };
}
