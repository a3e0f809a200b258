import type { ListingsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { paginationOf } from '#features/catalog/listings/server/pagination.ts';
import type { ListRequest } from '#features/catalog/listings/server/query-criteria.ts';
import { arrayOf, JsonText } from '#lib/server/http/json-text.ts';
import type { FoundCards } from './inventory.ts';

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
