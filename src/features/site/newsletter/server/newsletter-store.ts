import { emailKey } from '#lib/email-address.ts';
import {
  type Columns,
  execute,
  type Queryable,
  queryFirst,
  queryNumber,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { NewsletterSubscribers } from '#lib/server/database/rows.ts';
import { emailKeys } from '#lib/server/email-keys.ts';
import { CONFIRM_DAYS } from '../model/newsletter-lifetime.ts';

export type Subscriber = Columns<NewsletterSubscribers, 'email' | 'unsubscribe_token'>;

const SUBSCRIBER = 'email, unsubscribe_token as "unsubscribeToken"';

const REQUEST = statement(`
  insert into newsletter_subscribers as known (email, email_key, confirm_hash) values ($1, $2, $3)
  on conflict (email_key) do update set confirm_hash = excluded.confirm_hash, asked_at = now()
  where known.confirmed_at is null
  returning ${SUBSCRIBER}`);

/** Stores an unconfirmed address; an older confirmation link stops working. Returns null if it is already confirmed. */
export async function requestSubscription(
  db: Queryable,
  email: string,
  confirmHash: Buffer,
): Promise<Subscriber | null> {
  const [subscriber] = await rowsOf<Subscriber>(db, REQUEST, [email, emailKey(email), confirmHash]);
  return subscriber ?? null;
}

const CONFIRM = statement(`
  update newsletter_subscribers set confirmed_at = now(), confirm_hash = null
  where confirm_hash = $1 and asked_at > now() - make_interval(days => $2)
  returning ${SUBSCRIBER}`);

/** Confirms the subscription and invalidates the link. Returns null if the link is unknown, used or expired. */
export async function confirmSubscriber(db: Queryable, confirmHash: Buffer): Promise<Subscriber | null> {
  const [subscriber] = await rowsOf<Subscriber>(db, CONFIRM, [confirmHash, CONFIRM_DAYS]);
  return subscriber ?? null;
}

export const deleteSubscriber = execute<[unsubscribeToken: string]>(
  'delete from newsletter_subscribers where unsubscribe_token = $1::text::uuid',
);

/** Deletes addresses that were not confirmed within `afterS` seconds. */
export const deleteUnconfirmed = execute<[afterS: number]>(
  'delete from newsletter_subscribers where confirmed_at is null and asked_at < now() - make_interval(secs => $1)',
);

const OF_ADDRESS = statement(`
  select email, confirmed_at as "confirmedAt", asked_at as "askedAt" from newsletter_subscribers where email_key = any($1)`);
const DELETE_OF_ADDRESS = statement('delete from newsletter_subscribers where email_key = any($1)');

export async function subscriptionsOf(db: Queryable, email: string): Promise<Record<string, unknown>[]> {
  return rowsOf(db, OF_ADDRESS, [emailKeys(email)]);
}

export async function deleteSubscriptionsOf(db: Queryable, email: string): Promise<void> {
  await rowsOf(db, DELETE_OF_ADDRESS, [emailKeys(email)]);
}

type SubscriberRow = Columns<NewsletterSubscribers, 'id' | 'email' | 'created_at'> & { confirmed: boolean };
type SubscriberFilters = { search?: string | undefined; confirmed: boolean | null; after?: number | undefined };

const FIND = statement(`
  select id, email, confirmed_at is not null as confirmed, created_at as "createdAt" from newsletter_subscribers
  where ($1::bigint is null or id < $1) and ($2::text is null or email_key like $2)
    and ($3::bool is null or (confirmed_at is not null) = $3)
  order by id desc limit $4`);

/** Returns subscribers whose address contains `search`, newest first, with ids below `after`. */
export async function findSubscribers(
  db: Queryable,
  { search, confirmed, after }: SubscriberFilters,
  limit: number,
): Promise<SubscriberRow[]> {
  const pattern = search ? `%${emailKey(search).replace(/[\\%_]/g, '\\$&')}%` : null;
  return rowsOf<SubscriberRow>(db, FIND, [after ?? null, pattern, confirmed, limit]);
}

export const countConfirmed = queryNumber(
  'select count(*) as count from newsletter_subscribers where confirmed_at is not null',
);

/** Returns the deleted subscriber, or null if there is none with this id. */
export const removeSubscriber = queryFirst<SubscriberRow, [id: number]>(`
  delete from newsletter_subscribers where id = $1
  returning id, email, confirmed_at is not null as confirmed, created_at as "createdAt"`);
