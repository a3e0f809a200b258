import type { Listings, Reviews } from '#lib/server/database/rows.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { Counts } from '../model/figures.ts';

const BUYERS = statement("select count(distinct user_id)::int as buyers from bookings where status = 'completed'");

export async function countBuyers(db: Queryable): Promise<number> {
  return (await rowsOf<{ buyers: number }>(db, BUYERS, []))[0]?.buyers ?? 0;
}

const RATING = statement(
  'select count(*)::int as count, avg(rating)::float8 as average from reviews where hidden_at is null',
);

export async function rateShop(db: Queryable): Promise<Counts['reviews']> {
  return (await rowsOf<Counts['reviews']>(db, RATING, []))[0] ?? { count: 0, average: null };
}

const VIN_CHECKS = statement('select coalesce(sum(checks), 0)::int as count, min(day)::text as since from vin_checks');

export async function countVinChecks(db: Queryable): Promise<Counts['vinChecks']> {
  return (await rowsOf<Counts['vinChecks']>(db, VIN_CHECKS, []))[0] ?? { count: 0, since: null };
}

const NEWEST_REVIEWS = statement(`
  select r.id, r.rating, r.text, r.created_at as "createdAt", l.offer, l.make, l.model, l.year,
    case when u.deleted_at is null then u.name end as author
  from reviews r join users u on u.id = r.user_id join listings l on l.id = r.listing_id
  where r.hidden_at is null and r.text <> ''
  order by r.created_at desc, r.id desc limit $1`);

type ReviewRow = Columns<Reviews, 'id' | 'rating' | 'text' | 'created_at'> &
  Columns<Listings, 'offer' | 'make' | 'model' | 'year'> & { author: string | null };

/** Returns visible reviews with a text, newest first. */
export function newestReviews(db: Queryable, limit: number): Promise<ReviewRow[]> {
  return rowsOf<ReviewRow>(db, NEWEST_REVIEWS, [limit]);
}
