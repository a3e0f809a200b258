import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { OrderReviews } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';

export type Ended = { life: string; endedAt: Date | null; buyerId: number; sellerIds: number[]; isPaid: boolean };
const ENDED = statement(`
  select o.life, o.ended_at as "endedAt", o.user_id as "buyerId",
    (select json_agg(distinct c.seller_id) from order_cars c where c.order_id = o.id) as "sellerIds",
    exists (select from allocations a where a.order_id = o.id and a.cents > 0) as "isPaid"
  from orders o where o.id = $1`);

/** Returns how an order ended and who its sides are. */
export async function endOfOrder(db: Queryable, orderId: number): Promise<Ended | null> {
  return (await rowsOf<Ended>(db, ENDED, [orderId]))[0] ?? null;
}

export type OrderReview = Pick<
  OrderReviews,
  'id' | 'author_id' | 'subject_id' | 'side' | 'rating' | 'text' | 'created_at' | 'hidden_at'
> & { isShown: boolean };
const OF_ORDER = statement(`
  select r.id, r.author_id, r.subject_id, r.side, r.rating, r.text, r.created_at, r.hidden_at,
    exists (select from shown_order_reviews s where s.id = r.id) as "isShown"
  from order_reviews r where r.order_id = $1 order by r.id`);

export function reviewsOfOrder(db: Queryable, orderId: number): Promise<OrderReview[]> {
  return rowsOf<OrderReview>(db, OF_ORDER, [orderId]);
}

type NewReview = Pick<OrderReviews, 'order_id' | 'author_id' | 'subject_id' | 'side' | 'rating' | 'text'>;
const INSERT = statement(`
  insert into order_reviews (order_id, author_id, subject_id, side, rating, text) values ($1, $2, $3, $4, $5, $6)
  on conflict do nothing returning id`);

/** Inserts a review. Returns false if the author has written about this person and order before. */
export async function insertOrderReview(db: Queryable, review: NewReview): Promise<boolean> {
  const { order_id: order, author_id: author, subject_id: subject, side, rating, text } = review;
  return (await rowsOf(db, INSERT, [order, author, subject, side, rating, text])).length > 0;
}

const RATING = statement(`
  select round(avg(rating), 1)::float8 as average, count(*)::int as count from shown_order_reviews
  where subject_id = $1 and side = $2`);

/** Returns the average of shown reviews about a person by one side; null without any. */
export async function ratingBy(db: Queryable, subjectId: number, side: 'buyer' | 'seller') {
  const [rating] = await rowsOf<{ average: number; count: number }>(db, RATING, [subjectId, side]);
  return rating && rating.count > 0 ? rating : null;
}

const ABOUT_SELLER = statement(`
  select s.id, s.rating, s.text, s.created_at, case when u.deleted_at is null then u.name end as author
  from shown_order_reviews s join users u on u.id = s.author_id
  where s.subject_id = $1 and s.side = 'buyer' order by s.created_at desc, s.id desc limit $2`);

export function reviewsAboutSeller(db: Queryable, sellerId: number, limit: number) {
  return rowsOf<Pick<OrderReviews, 'id' | 'rating' | 'text' | 'created_at'> & { author: string | null }>(
    db,
    ABOUT_SELLER,
    [sellerId, limit],
  );
}

const HIDE = statement(`
  update order_reviews set hidden_at = now(), hidden_reason = $2 where id = $1 and hidden_at is null returning id`);
const SHOW = statement(`
  update order_reviews set hidden_at = null, hidden_reason = null where id = $1 and hidden_at is not null returning id`);
const FIND = statement('select id from order_reviews where id = $1');

/** Hides or shows a review. Returns false if that was done already. */
export async function setHidden(db: Queryable, id: number, reason: string | null): Promise<boolean> {
  return (await rowsOf(db, reason === null ? SHOW : HIDE, reason === null ? [id] : [id, reason])).length > 0;
}

export async function isOrderReview(db: Queryable, id: number): Promise<boolean> {
  return (await rowsOf(db, FIND, [id])).length > 0;
}

const WRITTEN = statement(`
  select order_id as "orderId", side, rating, text, created_at as "createdAt" from order_reviews where author_id = $1 order by id`);
const ERASE = statement("update order_reviews set text = '' where author_id = $1 and text <> ''");

/** Returns what a user wrote about others, for the export of personal data. */
export function orderReviewsOfUser(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  return rowsOf(db, WRITTEN, [userId]);
}

/** Erases the texts of a user's reviews. The stars stay, because averages are computed from them. */
export async function eraseOrderReviews(db: Queryable, userId: number): Promise<void> {
  await rowsOf(db, ERASE, [userId]);
}

const TO_INVITE = statement(`
  select o.id from orders o where o.ended_at > now() - interval '14 days' and o.life in ('completed', 'cancelled')
    and exists (select from allocations a where a.order_id = o.id and a.cents > 0)
    and not exists (select from order_review_invitations i where i.order_id = o.id) and ${isNotResting('review invitations', 'o.id')}
  order by o.ended_at limit 50`);
const INVITED = statement(
  'insert into order_review_invitations (order_id) values ($1) on conflict do nothing returning order_id',
);

export async function ordersToInvite(db: Queryable): Promise<number[]> {
  return (await rowsOf<{ id: number }>(db, TO_INVITE, [])).map(({ id }) => id);
}

/** Returns false if another process has invited the sides of this order. */
export async function noteInvitation(db: Queryable, orderId: number): Promise<boolean> {
  return (await rowsOf(db, INVITED, [orderId])).length > 0;
}
