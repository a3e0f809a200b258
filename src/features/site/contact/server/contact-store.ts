import {
  type Columns,
  execute,
  type Queryable,
  queryAny,
  queryFirst,
  queryNumber,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { ContactMessages } from '#lib/server/database/rows.ts';
import { emailKeys } from '#lib/server/email-keys.ts';
import type { ContactMessage } from '../model/contact-forms.ts';
import type { MessageChange, MessageState } from '../model/message.ts';

const INSERT = statement(`
  insert into contact_messages (from_name, from_email, subject, message, forward_at)
  values ($1, $2, $3, $4, case when $5::bool then now() end)`);

export async function insertMessage(db: Queryable, sent: ContactMessage, toForward: boolean): Promise<void> {
  const { from_name, from_email, subject, message } = sent;
  await rowsOf(db, INSERT, [from_name, from_email, subject, message, toForward]);
}

type DueMessage = Pick<ContactMessages, 'id' | 'from_name' | 'from_email' | 'subject' | 'message'>;

/**
 * Returns the message that has been due longest, counts the attempt and schedules the next one, if any. Call
 * `markForwarded` on success.
 */
export const claimDueMessage = queryFirst<DueMessage, [maxAttempts: number]>(`
  update contact_messages
  set forward_attempts = forward_attempts + 1,
    forward_at = case when forward_attempts + 1 < $1::int
      then now() + least(interval '1 minute' * 2 ^ forward_attempts, interval '6 hours') end
  where id = (
    select id from contact_messages where forward_at <= now() order by forward_at limit 1 for update skip locked
  )
  returning id, from_name, from_email, subject, message`);

export const markForwarded = execute<[id: number]>('update contact_messages set forward_at = null where id = $1');

/** Deletes messages that are older than `afterS` seconds. */
export const deleteMessagesOlderThan = execute<[afterS: number]>(
  'delete from contact_messages where created_at < now() - make_interval(secs => $1)',
);

const OF_ADDRESS = statement(`
  select from_name as name, subject, message, created_at as "createdAt",
    (select coalesce(jsonb_agg(text order by id), '[]') from contact_replies where message_id = contact_messages.id) as replies
  from contact_messages
  where lower(normalize(from_email, NFKC)) = any($1) order by id`);
const DELETE_OF_ADDRESS = statement('delete from contact_messages where lower(normalize(from_email, NFKC)) = any($1)');

export async function messagesOf(db: Queryable, email: string): Promise<Record<string, unknown>[]> {
  return rowsOf(db, OF_ADDRESS, [emailKeys(email)]);
}

export async function deleteMessagesOf(db: Queryable, email: string): Promise<void> {
  await rowsOf(db, DELETE_OF_ADDRESS, [emailKeys(email)]);
}

type MessageRow = Columns<ContactMessages, 'id' | 'subject' | 'message' | 'created_at'> & {
  name: string;
  email: string;
  state: MessageState;
  taken_by: string | null;
};
type ReplyRow = { message_id: number; by: string; text: string; created_at: Date };

/** Must equal the expression of the index contact_messages_by_words; otherwise PostgreSQL does not use the index. */
const SEARCH_TEXT = `lower(from_name || ' ' || from_email || ' ' || subject || ' ' || message)`;
const CONDITIONS: Record<MessageState, string> = {
  new: 'done_at is null and taken_by is null',
  taken: 'done_at is null and taken_by is not null',
  done: 'done_at is not null',
};
const STATE = `case when done_at is not null then 'done' when taken_by is null then 'new' else 'taken' end`;

type Filter = { search?: string | undefined; after?: number | undefined; state?: MessageState | undefined };

/** Returns messages that contain `search`, newest first, with ids below `after`. */
export async function findMessages(
  db: Queryable,
  { search, after, state }: Filter,
  limit: number,
): Promise<MessageRow[]> {
  const pattern = search ? [`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`] : [];
  const { rows } = await db.query<MessageRow>(
    `select id, from_name as name, from_email as email, subject, message, created_at as "createdAt", ${STATE} as state,
       (select name from admins where admins.id = taken_by) as taken_by
     from contact_messages
     where id < $1 ${search ? `and ${SEARCH_TEXT} like $3` : ''} ${state ? `and ${CONDITIONS[state]}` : ''}
     order by id desc limit $2`,
    [after ?? Number.MAX_SAFE_INTEGER, limit, ...pattern],
  );
  return rows;
}

const REPLIES = statement(`
  select r.message_id, a.name as by, r.text, r.created_at from contact_replies r join admins a on a.id = r.admin_id
  where r.message_id = any($1) order by r.id`);

export const repliesTo = (db: Queryable, messageIds: number[]): Promise<ReplyRow[]> =>
  rowsOf<ReplyRow>(db, REPLIES, [messageIds]);

export const countOpen = queryNumber('select count(*) as open from contact_messages where done_at is null');

const ADD_REPLY = statement('insert into contact_replies (message_id, admin_id, text) values ($1, $2, $3)');
const ANSWERED = statement(
  'update contact_messages set done_at = now(), taken_by = coalesce(taken_by, $2) where id = $1',
);

type LockedMessage = Pick<ContactMessages, 'from_email' | 'subject' | 'message'>;

/** Locks a message until the transaction ends; null if there is none. */
export const lockMessage = queryFirst<LockedMessage, [id: number]>(
  'select from_email, subject, message from contact_messages where id = $1 for update',
);

/** Counts the answers to a locked message. The statement that waits for the lock would not see those that were made meanwhile. */
export const countReplies = queryNumber<[id: number]>(
  'select count(*) as replies from contact_replies where message_id = $1',
);

/** Stores a reply, which ends the work on the message. The caller holds its lock. */
export async function addReply(db: Queryable, id: number, adminId: number, text: string): Promise<void> {
  await rowsOf(db, ADD_REPLY, [id, adminId, text]);
  await rowsOf(db, ANSWERED, [id, adminId]);
}

/** Returns false if another person has taken the message, or it does not exist. */
export const setMessage = queryAny<[id: number, to: MessageChange, adminId: number]>(`
  update contact_messages set
    taken_by = case $2 when 'mine' then $3 when 'nobody' then null else taken_by end,
    done_at = case when $2 = 'done' then coalesce(done_at, now()) else null end
  where id = $1
    and ($2 <> 'mine' or taken_by is null or taken_by = $3)
  returning id`);
