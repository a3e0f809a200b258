import type { ListingsResponse } from '../model/listing-contract.ts';
import type { PageOfListings } from './find-listings.ts';

export function paginationOf(
  { total, totalIsLeast }: Pick<PageOfListings, 'total' | 'totalIsLeast'>,
  page: number,
  limit: number,
): ListingsResponse['pagination'] {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, totalPages, totalItems: total, ...(totalIsLeast && { totalIsLeast }) };
}
