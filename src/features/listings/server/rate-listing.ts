import type { Queryable } from '#lib/server/database/statement.ts';
import { addToRating } from './listing-rating-store.ts';

/** Adds to the review count and star sum. */
export function rateListing(db: Queryable, id: number, by: { reviews: number; stars: number }): Promise<void> {
  return addToRating(db, id, by);
}
