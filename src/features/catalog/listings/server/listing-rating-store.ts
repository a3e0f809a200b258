import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

const ADD = statement(
  'update listings set review_count = review_count + $2, rating_sum = rating_sum + $3 where id = $1',
);

/** Adds to the review count and star sum of a listing. */
export async function rateListing(db: Queryable, id: number, by: { reviews: number; stars: number }): Promise<void> {
  await rowsOf(db, ADD, [id, by.reviews, by.stars]);
}
