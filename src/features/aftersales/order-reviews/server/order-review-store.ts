import {
  execute,
  type Queryable,
  query,
  queryAny,
  queryColumn,
  queryFirst,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { OrderReviews } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';

export type Ended = { life: string; endedAt: Date | null; buyerId: number; sellerIds: number[]; isPaid: boolean };

/** Returns how an order ended and who its sides are. */
export const endOfOrder = queryFirst<Ended, [orderId: number]>(`
  select o.life, o.ended_at as "endedAt", o.user_id as "buyerId",
    (select json_agg(distinct c.seller_id) from order_cars c where c.order_id = o.id) as "sellerIds",
    exists (select from allocations a where a.order_id = o.id and a.cents > 0) as "isPaid"
  from orders o where o.id = $1`);

export type OrderReview = Pick<
  OrderReviews,
  'id' | 'author_id' | 'subject_id' | 'side' | 'rating' | 'text' | 'created_at' | 'hidden_at'
> & { isShown: boolean };

export const reviewsOfOrder = query<OrderReview, [orderId: number]>(`
  select r.id, r.author_id, r.subject_id, r.side, r.rating, r.text, r.created_at, r.hidden_at,
    exists (select from shown_order_reviews s where s.id = r.id) as "isShown"
  from order_reviews r where r.order_id = $1 order by r.id`);

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

export const reviewsAboutSeller = query<
  Pick<OrderReviews, 'id' | 'rating' | 'text' | 'created_at'> & { author: string | null },
  [sellerId: number, limit: number]
>(`
  select s.id, s.rating, s.text, s.created_at, case when u.deleted_at is null then u.name end as author
  from shown_order_reviews s join users u on u.id = s.author_id
  where s.subject_id = $1 and s.side = 'buyer' order by s.created_at desc, s.id desc limit $2`);

const HIDE = statement(`
  update order_reviews set hidden_at = now(), hidden_reason = $2 where id = $1 and hidden_at is null returning id`);
const SHOW = statement(`
  update order_reviews set hidden_at = null, hidden_reason = null where id = $1 and hidden_at is not null returning id`);

/** Hides or shows a review. Returns false if that was done already. */
export async function setHidden(db: Queryable, id: number, reason: string | null): Promise<boolean> {
  return (await rowsOf(db, reason === null ? SHOW : HIDE, reason === null ? [id] : [id, reason])).length > 0;
}

export const isOrderReview = queryAny<[id: number]>('select id from order_reviews where id = $1');

/** Returns what a user wrote about others, for the export of personal data. */
export const orderReviewsOfUser = query<Record<string, unknown>, [userId: number]>(`
  select order_id as "orderId", side, rating, text, created_at as "createdAt" from order_reviews where author_id = $1 order by id`);

/** Erases the texts of a user's reviews. The stars stay, because averages are computed from them. */
export const eraseOrderReviews = execute<[userId: number]>(
  "update order_reviews set text = '' where author_id = $1 and text <> ''",
);

export const ordersToInvite = queryColumn<number>(`
  select o.id from orders o where o.ended_at > now() - interval '14 days' and o.life in ('completed', 'cancelled')
    and exists (select from allocations a where a.order_id = o.id and a.cents > 0)
    and not exists (select from order_review_invitations i where i.order_id = o.id) and ${isNotResting('review invitations', 'o.id')}
  order by o.ended_at limit 50`);

/** Returns false if another process has invited the sides of this order. */
export const noteInvitation = queryAny<[orderId: number]>(
  'insert into order_review_invitations (order_id) values ($1) on conflict do nothing returning order_id',
);
