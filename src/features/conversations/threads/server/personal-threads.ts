import { execute, type Queryable, query } from '#lib/server/database/postgres.ts';
import { emailKeys } from '#lib/server/email-keys.ts';

/** SQL of the messages that a person wrote. What others wrote is theirs. */
const messagesBy = (author: string) => `coalesce((
    select jsonb_agg(jsonb_build_object('text', m.body, 'phrase', m.phrase, 'value', m.phrase_value, 'at', m.at,
      'files', (select count(*) from thread_files f where f.message_id = m.id)) order by m.id)
    from thread_messages m where m.thread_id = t.id and ${author}), '[]') as messages`;

/** Conversations of a user with what the user wrote, for the data export. */
export const threadsToExport = query<Record<string, unknown>, [userId: number]>(`
  select t.number, case when t.buyer_id = $1 then 'buyer' else 'seller' end as role, t.listing_id as "listingId",
    t.order_id as "orderId", t.created_at as "createdAt", ${messagesBy('m.user_id = $1')}
  from threads t where t.buyer_id = $1 or t.seller_id = $1 order by t.id`);

const OF_ADDRESS = query<Record<string, unknown>, [keys: string[]]>(`
  select t.number, t.guest_name as name, t.listing_id as "listingId", t.created_at as "createdAt", ${messagesBy("m.side = 'buyer'")}
  from threads t where t.guest_key = any($1) order by t.id`);

export const threadsOfAddress = (db: Queryable, email: string) => OF_ADDRESS(db, emailKeys(email));

/**
 * Erases what a user wrote, in conversations about no order. Those of orders are kept with the order; the name of the user is gone from them,
 * because the account has none any more.
 */
export const eraseThreads = execute<[userId: number]>(`
  with files as (
    delete from thread_files f using thread_messages m, threads t
    where f.message_id = m.id and t.id = m.thread_id and t.order_id is null and m.user_id = $1
  ), words as (
    update thread_messages m set body = '', language = null, flags = '{}'
    from threads t where t.id = m.thread_id and t.order_id is null and m.user_id = $1
  )
  update threads set blocked_by = coalesce(blocked_by, case when buyer_id = $1 then 'buyer' else 'seller' end),
    waits_for = null, waits_since = null, nudge_at = null
  where buyer_id = $1 or seller_id = $1`);

const DELETE_OF_ADDRESS = execute<[keys: string[]]>(
  'delete from threads where guest_key = any($1) and order_id is null',
);

export const eraseThreadsOfAddress = (db: Queryable, email: string) => DELETE_OF_ADDRESS(db, emailKeys(email));
