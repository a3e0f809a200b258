import type { Queryable } from '#lib/server/database/statement.ts';
import { addToRating } from './listing-rating-store.ts';

/** Moves what a car's rating is made of. */
export function rateListing(db: Queryable, id: number, by: { reviews: number; stars: number }): Promise<void> {
  return addToRating(db, id, by);
}
