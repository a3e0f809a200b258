import type { FacetsAnswer, ListingsAnswer } from '../listing-contract.ts';
import { cardToWire } from '../listing-wire.ts';
import type { PageOfListings, PageRequest } from './find-listings.ts';

/** A page of cars as it travels, with the numbers that paging needs. */
export function listingsAnswerOf(
  { cards, total, totalIsLeast }: PageOfListings,
  { page, limit }: PageRequest,
  facets?: FacetsAnswer,
): ListingsAnswer {
  return {
    listings: cards.map(cardToWire),
    pagination: {
      page,
      limit,
      totalPages: Math.ceil(total / limit),
      totalItems: total,
      ...(totalIsLeast && { totalIsLeast }),
    },
    ...(facets && { facets }),
  };
}
