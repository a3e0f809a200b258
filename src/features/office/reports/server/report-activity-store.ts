import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Bookings, ContactMessages, Listings, Reviews } from '#lib/server/database/rows.ts';
import type { ReportPeriod } from '../model/report.ts';

/** Bookings made in one step of a period. Amounts and days exclude canceled bookings. */
export type BookingStep = Pick<Bookings, 'offer'> & {
  step: number;
  bookings: number;
  cancelled: number;
  totalCents: number;
  paidCents: number;
  days: number;
};

const BY_STEP = statement(`
  select date_part($3::text, created_at)::int as step, offer, count(*) as bookings,
    count(*) filter (where status = 'cancelled') as cancelled,
    coalesce(sum(total_cents) filter (where status <> 'cancelled'), 0) as "totalCents",
    coalesce(sum(paid_cents) filter (where status <> 'cancelled'), 0) as "paidCents",
    coalesce(sum(ends_at::date - starts_at::date) filter (where offer = 'Rent' and status <> 'cancelled'), 0) as days
  from bookings where created_at >= $1 and created_at < $2 and deleted_at is null
  group by 1, 2 order by 1, 2`);

export function bookingsByStep(db: Queryable, { from, to, step }: ReportPeriod): Promise<BookingStep[]> {
  return rowsOf<BookingStep>(db, BY_STEP, [from, to, step]);
}

type ModelSum = Pick<Listings, 'make' | 'model'> & { bookings: number; totalCents: number };

const BY_MODEL = statement(`
  select l.make, l.model, sum(b.bookings) as bookings, sum(b.cents) as "totalCents"
  from (
    select listing_id, count(*) as bookings, sum(total_cents) as cents from bookings
    where created_at >= $1 and created_at < $2 and deleted_at is null and status <> 'cancelled' and ($3::text is null or offer = $3)
    group by listing_id
  ) b join listings l on l.id = b.listing_id
  group by l.make, l.model order by sum(b.cents) desc, l.make, l.model limit $4`);

/** Returns the models with the highest booked value, without canceled bookings. */
export function bookingsByModel(
  db: Queryable,
  { from, to }: ReportPeriod,
  offer: Offer | null,
  limit: number,
): Promise<ModelSum[]> {
  return rowsOf<ModelSum>(db, BY_MODEL, [from, to, offer, limit]);
}

export type StatusTotal = Pick<Bookings, 'status'> & { bookings: number; totalCents: number };

const BY_STATUS = statement(`
  select status, count(*) as bookings, sum(total_cents) as "totalCents" from bookings
  where created_at >= $1 and created_at < $2 and deleted_at is null and offer = $3 group by status order by status`);

export function bookingsByStatus(db: Queryable, { from, to }: ReportPeriod, offer: Offer): Promise<StatusTotal[]> {
  return rowsOf<StatusTotal>(db, BY_STATUS, [from, to, offer]);
}

type Growth = { listings: number; users: number };

const GROWTH = statement(`
  select (select count(*) from listings where deleted_at is null and posted_at >= $1 and posted_at < $2) as listings,
    (select count(*) from users where deleted_at is null and created_at >= $1 and created_at < $2) as users`);

/** Counts the listings and users created in a period. */
export async function growthIn(db: Queryable, { from, to }: ReportPeriod): Promise<Growth> {
  const [row] = await rowsOf<Growth>(db, GROWTH, [from, to]);
  return row ?? { listings: 0, users: 0 };
}

export type FeedbackStep = { step: number; reviews: number; ratingSum: number; messages: number };

const FEEDBACK_BY_STEP = statement(`
  select step, sum(reviews) as reviews, sum(ratings) as "ratingSum", sum(messages) as messages
  from (
    select date_part($3::text, created_at)::int as step, count(*) as reviews, sum(rating) as ratings, 0 as messages
    from reviews where created_at >= $1 and created_at < $2 and hidden_at is null group by 1
    union all
    select date_part($3::text, created_at)::int, 0, 0, count(*)
    from contact_messages where created_at >= $1 and created_at < $2 group by 1
  ) feedback group by step order by step`);

export function feedbackByStep(db: Queryable, { from, to, step }: ReportPeriod): Promise<FeedbackStep[]> {
  return rowsOf<FeedbackStep>(db, FEEDBACK_BY_STEP, [from, to, step]);
}

const BY_RATING = statement(`
  select rating, count(*) as reviews from reviews where created_at >= $1 and created_at < $2 and hidden_at is null group by rating order by rating desc`);

export function reviewsByRating(db: Queryable, { from, to }: ReportPeriod) {
  return rowsOf<Pick<Reviews, 'rating'> & { reviews: number }>(db, BY_RATING, [from, to]);
}

type LowReview = Pick<Reviews, 'rating' | 'text'> & { at: Date; car: string; answered: boolean };

const LOW = statement(`
  select r.created_at as at, r.rating, l.make || ' ' || l.model as car, left(r.text, 400) as text,
    coalesce(r.reply, '') <> '' as answered
  from reviews r join listings l on l.id = r.listing_id
  where r.created_at >= $1 and r.created_at < $2 and r.rating <= 2 and r.hidden_at is null order by r.rating, r.created_at desc limit $3`);

/** Returns visible reviews with one or two stars, worst first. */
export function lowReviews(db: Queryable, { from, to }: ReportPeriod, limit: number): Promise<LowReview[]> {
  return rowsOf<LowReview>(db, LOW, [from, to, limit]);
}

const MESSAGES = statement(`
  select created_at as at, subject from contact_messages
  where created_at >= $1 and created_at < $2 order by created_at desc limit $3`);

export function latestMessages(db: Queryable, { from, to }: ReportPeriod, limit: number) {
  return rowsOf<Pick<ContactMessages, 'subject'> & { at: Date }>(db, MESSAGES, [from, to, limit]);
}
