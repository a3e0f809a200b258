import type { Queryable } from '#lib/server/database/postgres.ts';
import {
  COUNT_LIMIT,
  isCountable,
  type ListingCriteria,
  type ListingOrder,
} from '../model/criteria/listing-criteria.ts';
import type { ListingCard } from '../model/listing.ts';
import type { ListingsResponse } from '../model/listing-contract.ts';
import { countCars } from './listing-count-store.ts';
import { findCards } from './listing-page-store.ts';

export type PageRequest = { page: number; limit: number; order: ListingOrder };
export type Total = {
  total: number;
  /** The real total may be larger because counting stopped. */
  totalIsLeast: boolean;
};
type PageOfListings = Total & { cards: ListingCard[] };

export async function countListings(db: Queryable, criteria: ListingCriteria): Promise<Total> {
  const total = await countCars(db, criteria);
  return { total, totalIsLeast: !isCountable(criteria) && total >= COUNT_LIMIT };
}

/**
 * Returns one page of public cars. Cars of earlier criteria come first, each group in the given order; a search ranks
 * exact matches over similar ones this way. The criteria must not overlap.
 */
export async function findListings(
  db: Queryable,
  ranked: ListingCriteria[],
  { page, limit, order }: PageRequest,
): Promise<PageOfListings> {
  const totals = await Promise.all(ranked.map((criteria) => countListings(db, criteria)));
  const cards: ListingCard[] = [];
  let skip = (page - 1) * limit;
  for (const [rank, criteria] of ranked.entries()) {
    const { total } = totals[rank]!;
    const remaining = limit - cards.length;
    if (remaining > 0 && skip < total) {
      cards.push(...(await findCards(db, { criteria, order, limit: remaining, offset: skip, total })));
    }
    skip = Math.max(0, skip - total);
  }
  return {
    cards,
    total: totals.reduce((sum, { total }) => sum + total, 0),
    totalIsLeast: totals.some(({ totalIsLeast }) => totalIsLeast),
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
