import type { FacetsResponse, ListingsResponse } from '../model/listing-contract.ts';
import type { PageOfListings, PageRequest } from './find-listings.ts';
import { toCardResponse } from './listing-mapper.ts';

export function toListingsResponse(
  found: PageOfListings,
  { page, limit }: PageRequest,
  facets?: FacetsResponse,
): ListingsResponse {
  return {
    listings: found.cards.map(toCardResponse),
    pagination: paginationOf(found, page, limit),
    ...(facets && { facets }),
  };
}

export function paginationOf(
  { total, totalIsLeast }: Pick<PageOfListings, 'total' | 'totalIsLeast'>,
  page: number,
  limit: number,
): ListingsResponse['pagination'] {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, totalPages, totalItems: total, ...(totalIsLeast && { totalIsLeast }) };
}
