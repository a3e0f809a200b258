import { countryIn } from '#features/catalog/listings/model/criteria/destination-query.ts';
import {
  isLandedOrder,
  type ListingCriteria,
  type ListOrder,
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
import { paginationOf } from '#features/catalog/listings/server/find-listings.ts';
import { toCardResponse, toListingResponse } from '#features/catalog/listings/server/listing-mapper.ts';
import type { ListRequest } from '#features/catalog/listings/server/query-criteria.ts';
import { arrayOf, JsonText } from '#lib/server/http/json-text.ts';
import { serializerOf } from '#lib/server/http/schema-compilers.ts';
import type { FoundCards, Inventory } from './inventory.ts';

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
export const destinationCost = (query: ListingsQuery): number => (countryIn(query) === undefined ? 0 : 2);

/** Says where the cars of a list are shipped, and how many have no total if the list filters or sorts by it. */
export async function destinationOf(
  inventory: Inventory,
  criteria: ListingCriteria | null,
  order: ListOrder,
): Promise<Pick<ListingsResponse, 'destination'>> {
  if (!criteria?.destination) return {};
  const { landedCents, ...others } = criteria;
  // The same object shares its matches with the list.
  const atAnyCost = landedCents === undefined ? criteria : others;
  const counts = landedCents !== undefined || isLandedOrder(order);
  return {
    destination: { ...criteria.destination, withoutTotal: counts ? await inventory.withoutTotal(atAnyCost) : null },
  };
}
