import { isId } from '#features/payments/payments/model/payment-search.ts';
import type { DirectedRange, RowCount } from '#lib/contract-parts.ts';
import type { Cursor } from '#lib/server/database/batches.ts';
import { type Conditions, countRows, MAX_COUNTED_RESULTS, orderSql } from '#lib/server/database/list-sql.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Listings, Reviews } from '#lib/server/database/rows.ts';
import type { ReviewFilter } from '../../model/review-contract.ts';
import type { ReviewRow } from '../../server/review-store.ts';

/** A review with its car and author, visible or hidden. */
export type AdminReview = ReviewRow &
  Columns<Reviews, 'user_id' | 'hidden_at' | 'hidden_reason'> &
  Pick<Listings, 'make' | 'model' | 'trim' | 'year'> & { author: string | null };

const COLUMNS = `r.id, r.booking_id as "bookingId", r.listing_id as "listingId", r.user_id as "userId", r.rating, r.text, r.reply,
  r.created_at as "createdAt", r.hidden_at as "hiddenAt", r.hidden_reason as "hiddenReason", l.make, l.model, l.trim, l.year,
  case when u.deleted_at is null then u.name end as author`;
/** Must equal the expression of the index reviews_by_words; otherwise PostgreSQL does not use the index. */
const WORDS = `lower(r.text || ' ' || coalesce(r.reply, ''))`;
const WITH_NAMES = 'join listings l on l.id = r.listing_id join users u on u.id = r.user_id';

/** Returns a page of the matching reviews, newest first. */
export async function findAdminReviews(
  db: Queryable,
  filter: ReviewFilter,
  { limit, offset, backwards }: DirectedRange,
): Promise<AdminReview[]> {
  const { where, values } = conditions(filter);
  const { rows } = await db.query<AdminReview>(
    `with page as (
       select r.id from reviews r where ${where}
       order by ${orderSql('created_at', 'desc', { from: 'r.', backwards })} limit $${values.length + 1} offset $${values.length + 2}
     )
     select ${COLUMNS} from page join reviews r on r.id = page.id ${WITH_NAMES}
     order by ${orderSql('created_at', 'desc', { from: 'r.' })}`,
    [...values, limit, offset],
  );
  return rows;
}

export function countAdminReviews(db: Queryable, filter: ReviewFilter): Promise<RowCount> {
  return countRows(db, 'reviews r', conditions(filter), filter.search ? MAX_COUNTED_RESULTS : undefined);
}

/** Returns the matching reviews after a cursor, oldest first. */
export async function adminReviewsAfter(
  db: Queryable,
  filter: ReviewFilter,
  after: Cursor,
  max: number,
): Promise<(AdminReview & Cursor)[]> {
  const { where, values } = conditions(filter);
  const [at, id, limit] = [1, 2, 3].map((place) => `$${values.length + place}`);
  const { rows } = await db.query<AdminReview & Cursor>(
    `select ${COLUMNS}, r.created_at::text as at from reviews r ${WITH_NAMES}
     where ${where} and (r.created_at, r.id) > (${at}::timestamptz, ${id}::bigint)
     order by r.created_at, r.id limit ${limit}`,
    [...values, after.at, after.id, max],
  );
  return rows;
}

function conditions({ state, rating, search }: ReviewFilter): Conditions {
  const values: unknown[] = [];
  const where = ['true'];
  const add = (value: unknown, condition: (place: string) => string) => {
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  if (state) where.push(`r.hidden_at is ${state === 'hidden' ? 'not null' : 'null'}`);
  if (rating) add(rating, (stars) => `r.rating = ${stars}`);
  if (search) {
    if (isId(search)) add(search, (id) => `${id}::bigint in (r.id, r.booking_id, r.user_id, r.listing_id)`);
    else add(patternOf(search), (words) => `${WORDS} like ${words}`);
  }
  return { where: where.join(' and '), values };
}

const patternOf = (words: string) => `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

const FIND = statement('select listing_id as "listingId", rating from reviews where id = $1');

/** Finds a review, visible or hidden. */
export async function findReviewToModerate(
  db: Queryable,
  id: number,
): Promise<Columns<Reviews, 'listing_id' | 'rating'> | null> {
  return (await rowsOf<Columns<Reviews, 'listing_id' | 'rating'>>(db, FIND, [id]))[0] ?? null;
}

const HIDE = statement(
  'update reviews set hidden_at = now(), hidden_reason = $2 where id = $1 and hidden_at is null returning id',
);
const SHOW = statement(
  'update reviews set hidden_at = null, hidden_reason = null where id = $1 and hidden_at is not null returning id',
);

/** Hides a review. Returns false if it is hidden already or unknown. */
export async function hideReview(db: Queryable, id: number, reason: string): Promise<boolean> {
  return (await rowsOf(db, HIDE, [id, reason])).length > 0;
}

/** Shows a hidden review again. Returns false if it is not hidden or unknown. */
export async function showReview(db: Queryable, id: number): Promise<boolean> {
  return (await rowsOf(db, SHOW, [id])).length > 0;
}
