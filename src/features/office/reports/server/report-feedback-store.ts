import type { ContactMessages, Reviews } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { ReportPeriod } from '../model/report.ts';

export type FeedbackStep = { step: number; reviews: number; ratingSum: number; messages: number };

const BY_STEP = statement(`
  select step, sum(reviews) as reviews, sum(ratings) as "ratingSum", sum(messages) as messages
  from (
    select date_part($3::text, created_at)::int as step, count(*) as reviews, sum(rating) as ratings, 0 as messages
    from reviews where created_at >= $1 and created_at < $2 and hidden_at is null group by 1
    union all
    select date_part($3::text, created_at)::int, 0, 0, count(*)
    from contact_messages where created_at >= $1 and created_at < $2 group by 1
  ) feedback group by step order by step`);

export function feedbackByStep(db: Queryable, { from, to, step }: ReportPeriod): Promise<FeedbackStep[]> {
  return rowsOf<FeedbackStep>(db, BY_STEP, [from, to, step]);
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
