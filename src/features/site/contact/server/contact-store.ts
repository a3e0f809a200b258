import { emailKey } from '#lib/email-address.ts';
import type { ContactMessages } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { ContactMessage } from '../model/contact-forms.ts';

const INSERT = statement(`
  insert into contact_messages (from_name, from_email, subject, message, forward_at)
  values ($1, $2, $3, $4, case when $5::bool then now() end)`);

export async function insertMessage(db: Queryable, sent: ContactMessage, toForward: boolean): Promise<void> {
  const { from_name, from_email, subject, message } = sent;
  await rowsOf(db, INSERT, [from_name, from_email, subject, message, toForward]);
}

type DueMessage = Pick<ContactMessages, 'id' | 'from_name' | 'from_email' | 'subject' | 'message'>;

const CLAIM = statement(`
  update contact_messages
  set forward_attempts = forward_attempts + 1,
    forward_at = case when forward_attempts + 1 < $1::int
      then now() + least(interval '1 minute' * 2 ^ forward_attempts, interval '6 hours') end
  where id = (
    select id from contact_messages where forward_at <= now() order by forward_at limit 1 for update skip locked
  )
  returning id, from_name, from_email, subject, message`);

/**
 * Returns the message that has been due longest, counts the attempt and schedules the next one, if any. Call
 * `markForwarded` on success.
 */
export async function claimDueMessage(db: Queryable, maxAttempts: number): Promise<DueMessage | null> {
  const [message] = await rowsOf<DueMessage>(db, CLAIM, [maxAttempts]);
  return message ?? null;
}

const FORWARDED = statement('update contact_messages set forward_at = null where id = $1');

export async function markForwarded(db: Queryable, id: number): Promise<void> {
  await rowsOf(db, FORWARDED, [id]);
}

const DELETE_OLD = statement('delete from contact_messages where created_at < now() - make_interval(secs => $1)');

/** Deletes messages that are older than `afterS` seconds. */
export async function deleteMessagesOlderThan(db: Queryable, afterS: number): Promise<void> {
  await rowsOf(db, DELETE_OLD, [afterS]);
}

const OF_ADDRESS = statement(`
  select from_name as name, subject, message, created_at as "createdAt",
    (select coalesce(jsonb_agg(text order by id), '[]') from contact_replies where message_id = contact_messages.id) as replies
  from contact_messages
  where lower(normalize(from_email, NFKC)) = $1 order by id`);
const DELETE_OF_ADDRESS = statement('delete from contact_messages where lower(normalize(from_email, NFKC)) = $1');

export async function messagesOf(db: Queryable, email: string): Promise<Record<string, unknown>[]> {
  return rowsOf(db, OF_ADDRESS, [emailKey(email)]);
}

export async function deleteMessagesOf(db: Queryable, email: string): Promise<void> {
  await rowsOf(db, DELETE_OF_ADDRESS, [emailKey(email)]);
}
