import type { Readable } from 'node:stream';
import type pg from 'pg';
import type { ReviewFilter } from '#features/aftersales/car-reviews/model/admin-review-contract.ts';
import { allReviews } from '#features/aftersales/server/api.ts';
import type { MessagesQuery } from '#features/site/contact/model/message-contract.ts';
import type { SubscribersQuery } from '#features/site/newsletter/model/subscriber-contract.ts';
import { listSubscribers, readMessages } from '#features/site/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { csvFile } from '#lib/server/csv/csv.ts';
import { BATCH, inChunks } from '#lib/server/database/batches.ts';

const MESSAGE_HEADER = ['csv.messageId', 'csv.time', 'csv.from', 'csv.email', 'csv.subject', 'csv.message'] as const;

/** Streams contact messages as CSV, newest first. */
export function messageCsv(pool: pg.Pool, filter: MessagesQuery, t: Translator): Readable {
  return csvFile(
    MESSAGE_HEADER.map((id) => t(id)),
    lines(),
  );
  async function* lines() {
    for await (const messages of inChunks((after) => readMessages({ pool }, { ...filter, after }, BATCH))) {
      yield messages.map(({ id, createdAt, name, email, subject, message }) => [
        id,
        createdAt,
        name,
        email,
        subject,
        message,
      ]);
    }
  }
}

const SUBSCRIBER_HEADER = ['csv.subscriberId', 'csv.email', 'csv.status', 'csv.since'] as const;

/** Streams newsletter subscribers, confirmed or not, as CSV, newest first. */
export function subscriberCsv(pool: pg.Pool, filter: SubscribersQuery, t: Translator): Readable {
  return csvFile(
    SUBSCRIBER_HEADER.map((id) => t(id)),
    lines(),
  );
  async function* lines() {
    for await (const subscribers of inChunks((after) => listSubscribers({ pool }, { ...filter, after }, BATCH))) {
      yield subscribers.map(({ id, email, state, createdAt }) => [id, email, state, createdAt]);
    }
  }
}

const REVIEW_HEADER = [
  'csv.reviewId',
  'csv.writtenAt',
  'csv.rating',
  'csv.text',
  'csv.reply',
  'csv.bookingId',
  'csv.carId',
  'csv.car',
  'csv.userId',
  'csv.customer',
  'csv.hiddenSince',
  'csv.reason',
] as const;

/** Streams reviews as CSV, oldest first. */
export function reviewCsv(pool: pg.Pool, filter: ReviewFilter, t: Translator): Readable {
  return csvFile(
    REVIEW_HEADER.map((id) => t(id)),
    lines(),
  );
  async function* lines() {
    for await (const reviews of allReviews(pool, filter)) {
      yield reviews.map((review) => [
        review.review_id,
        review.created_at,
        review.rating,
        review.text,
        review.reply,
        review.booking_id,
        review.listing_id,
        review.car,
        review.user_id,
        review.author,
        review.hidden?.at ?? null,
        review.hidden?.reason ?? null,
      ]);
    }
  }
}
