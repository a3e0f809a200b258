import type { Review } from '#features/aftersales/car-reviews/model/review.ts';
import type { ReviewFilter } from '#features/aftersales/car-reviews/model/review-contract.ts';
import { isId } from '#features/payments/payments/model/payment-search.ts';
import type { DirectedRange, RowCount } from '#lib/contract-parts.ts';
import type { Cursor } from '#lib/server/database/batches.ts';
import { type Conditions, countRows, MAX_COUNTED_RESULTS, orderSql } from '#lib/server/database/list-sql.ts';
import {
  type Columns,
  type Queryable,
  query,
  queryAny,
  queryFirst,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Listings, Reviews } from '#lib/server/database/rows.ts';

const COLUMNS = `r.id, r.booking_id as "bookingId", r.listing_id as "listingId", r.rating, r.text, r.reply, r.created_at as "createdAt"`;
export type ReviewRow = Columns<
  Reviews,
  'id' | 'booking_id' | 'listing_id' | 'rating' | 'text' | 'reply' | 'created_at'
>;

type NewReview = Pick<Review, 'bookingId' | 'listingId' | 'rating' | 'text'> & { userId: number };

const INSERT = statement(`
  insert into reviews (booking_id, listing_id, user_id, rating, text) values ($1, $2, $3, $4, $5)
  on conflict (booking_id) do nothing returning id`);

/** Adds a review and returns its id, or null if the booking has a review already. */
export async function insertReview(db: Queryable, review: NewReview): Promise<number | null> {
  const { bookingId, listingId, userId, rating, text } = review;
  const [row] = await rowsOf<Pick<Reviews, 'id'>>(db, INSERT, [bookingId, listingId, userId, rating, text]);
  return row?.id ?? null;
}

export const findReview = queryFirst<Review, [id: number]>(
  `select ${COLUMNS} from reviews r where r.id = $1 and r.hidden_at is null`,
);

const OF_LISTING = statement(`
  select ${COLUMNS}, case when u.deleted_at is null then u.name end as author
  from reviews r join users u on u.id = r.user_id where r.listing_id = $1 and r.hidden_at is null
  order by r.created_at desc, r.id desc limit $2 offset $3`);

/** Returns a page of a car's visible reviews, newest first, with their authors; null once an account is closed. */
export function reviewsOfListing(
  db: Queryable,
  listingId: number,
  { limit, offset }: { limit: number; offset: number },
) {
  return rowsOf<ReviewRow & { author: string | null }>(db, OF_LISTING, [listingId, limit, offset]);
}

/** Returns the newest visible reviews of a seller's cars. */
export const reviewsOfSeller = query<
  ReviewRow & { author: string | null; car: string },
  [sellerId: number, limit: number]
>(`
  select ${COLUMNS}, case when u.deleted_at is null then u.name end as author, l.make || ' ' || l.model as car
  from listings l join reviews r on r.listing_id = l.id join users u on u.id = r.user_id
  where l.user_id = $1 and r.hidden_at is null and l.deleted_at is null
  order by r.created_at desc, r.id desc limit $2`);

const RATING_OF_SELLER = statement(`
  select round(avg(r.rating), 1)::float8 as average, count(*)::int as count
  from listings l join reviews r on r.listing_id = l.id
  where l.user_id = $1 and r.hidden_at is null and l.deleted_at is null`);

/** Returns the average of all visible reviews of a seller's cars; null without any. */
export async function ratingOfSeller(db: Queryable, sellerId: number) {
  const [rating] = await rowsOf<{ average: number; count: number }>(db, RATING_OF_SELLER, [sellerId]);
  return rating && rating.count > 0 ? rating : null;
}

export const reviewsOfBookings = query<Review, [bookingIds: number[]]>(
  `select ${COLUMNS} from reviews r where r.booking_id = any($1::bigint[])`,
);

const REPLY = statement(`
  update reviews set reply = $2, replied_at = now() where id = $1 and reply is null and hidden_at is null returning id`);
/** A new inventory version invalidates cached pages. */
const INVALIDATE_CACHES = statement("select nextval('stock_version')");

/** Adds the seller's reply. Returns false if the review has one, is hidden or is unknown. */
export async function writeReply(db: Queryable, id: number, text: string): Promise<boolean> {
  const replied = (await rowsOf(db, REPLY, [id, text])).length > 0;
  if (replied) await rowsOf(db, INVALIDATE_CACHES, []);
  return replied;
}

const WRITTEN = statement(`
  select booking_id, listing_id, rating, text, created_at from reviews where user_id = $1 order by id`);
const REPLIES = statement(`
  select r.listing_id, r.reply, r.replied_at from reviews r join listings l on l.id = r.listing_id
  where l.user_id = $1 and r.reply is not null order by r.id`);

/** Returns the reviews by a user and the user's replies to reviews of cars they sell. */
export async function reviewTextsOfUser(db: Queryable, userId: number) {
  return { written: await rowsOf(db, WRITTEN, [userId]), replies: await rowsOf(db, REPLIES, [userId]) };
}

const ERASE_TEXTS = statement("update reviews set text = '' where user_id = $1");
const ERASE_REPLIES = statement(`
  update reviews set reply = null, replied_at = null
  where reply is not null and listing_id in (select id from listings where user_id = $1)`);

/** Erases the texts of a user's reviews and replies. The stars stay, because car ratings are computed from them. */
export async function eraseReviewTexts(db: Queryable, userId: number): Promise<void> {
  await rowsOf(db, ERASE_TEXTS, [userId]);
  await rowsOf(db, ERASE_REPLIES, [userId]);
  await rowsOf(db, INVALIDATE_CACHES, []);
}

/** A review with its car and author, visible or hidden. */
export type AdminReview = ReviewRow &
  Columns<Reviews, 'user_id' | 'hidden_at' | 'hidden_reason'> &
  Pick<Listings, 'make' | 'model' | 'trim' | 'year'> & { author: string | null };

const ADMIN_COLUMNS = `r.id, r.booking_id as "bookingId", r.listing_id as "listingId", r.user_id as "userId", r.rating, r.text, r.reply,
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
     select ${ADMIN_COLUMNS} from page join reviews r on r.id = page.id ${WITH_NAMES}
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
    `select ${ADMIN_COLUMNS}, r.created_at::text as at from reviews r ${WITH_NAMES}
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

/** Finds a review, visible or hidden. */
export const findReviewToModerate = queryFirst<Columns<Reviews, 'listing_id' | 'rating'>, [id: number]>(
  'select listing_id as "listingId", rating from reviews where id = $1',
);

/** Hides a review. Returns false if it is hidden already or unknown. */
export const hideReview = queryAny<[id: number, reason: string]>(
  'update reviews set hidden_at = now(), hidden_reason = $2 where id = $1 and hidden_at is null returning id',
);

/** Shows a hidden review again. Returns false if it is not hidden or unknown. */
export const showReview = queryAny<[id: number]>(
  'update reviews set hidden_at = null, hidden_reason = null where id = $1 and hidden_at is not null returning id',
);
