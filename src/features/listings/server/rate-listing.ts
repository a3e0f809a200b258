import type { Queryable } from '#platform/database/statement.ts';
import { addToRating } from './listing-rating-store.server.ts';

/** Moves what a car's rating is made of. */
export function rateListing(db: Queryable, id: number, by: { reviews: number; stars: number }): Promise<void> {
  return addToRating(db, id, by);
}
