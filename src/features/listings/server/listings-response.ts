import type { FacetsAnswer, ListingsAnswer } from '../model/listing-contract.ts';
import { cardToWire } from '../model/listing-mapper.ts';
import type { PageOfListings, PageRequest } from './find-listings.ts';

/** A page of cars as it travels, with the numbers that paging needs. */
export function listingsAnswerOf(
  found: PageOfListings,
  { page, limit }: PageRequest,
  facets?: FacetsAnswer,
): ListingsAnswer {
  return {
    listings: found.cards.map(cardToWire),
    pagination: paginationOf(found, page, limit),
    ...(facets && { facets }),
  };
}

export function paginationOf(
  { total, totalIsLeast }: Pick<PageOfListings, 'total' | 'totalIsLeast'>,
  page: number,
  limit: number,
): ListingsAnswer['pagination'] {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, totalPages, totalItems: total, ...(totalIsLeast && { totalIsLeast }) };
}
