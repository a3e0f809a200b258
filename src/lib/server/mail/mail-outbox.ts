import { AppError } from '../../app-error.ts';
import { emailKey } from '../../email-address.ts';
import type { MailOutbox } from '../database/rows.ts';
import { type Columns, type Queryable, rowsOf, statement } from '../database/statement.ts';
import type { AttachmentReference, Mail } from './mail.ts';
import { isSingleAddress } from './mail-address.ts';

export type ClaimedMail = Columns<
  MailOutbox,
  'id' | 'uuid' | 'reply_to' | 'subject' | 'text' | 'html' | 'unsubscribe_url'
> & {
  to: MailOutbox['to_address'];
  attachment: AttachmentReference | null;
  /** 1 for the first attempt. */
  attempt: number;
};

const PUT = statement(`
  insert into mail_outbox (to_address, reply_to, subject, text, html, unsubscribe_url, attachment, forget_when_done)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`);

/** Queues a mail, with its subject cut to what a header can hold. Called in the transaction of a change, it is sent only if the change commits. */
export async function queueMail(db: Queryable, mail: Mail): Promise<void> {
  const { to, replyTo, subject, text, html, unsubscribeUrl, attachment, forgetWhenDone = false } = mail;
  if (!isSingleAddress(to)) throw new AppError('malformed', 'a mail must have exactly one recipient');
  if (replyTo !== undefined && !isSingleAddress(replyTo))
    throw new AppError('malformed', 'a mail must have at most one reply address');
  const optional = [unsubscribeUrl ?? null, attachment ?? null, forgetWhenDone];
  await rowsOf(db, PUT, [to, replyTo ?? null, subjectLine(subject), text, html, ...optional]);
}

/** After this many failures, about three minutes, an email stops delaying later ones to its address. */
const DELAYS_ATTEMPTS = 4;
const CLAIM = statement(`
  update mail_outbox
  set attempts = attempts + 1, locked_until = now() + make_interval(secs => $1::float8 / 1000)
  where id = (
    select mail.id from mail_outbox mail
    where mail.sent_at is null and mail.failed_at is null and mail.next_attempt_at <= now()
      and (mail.locked_until is null or mail.locked_until <= now())
      and not exists (select from mail_outbox earlier where earlier.to_address = mail.to_address and earlier.id < mail.id
        and earlier.sent_at is null and earlier.failed_at is null and earlier.attempts < ${DELAYS_ATTEMPTS})
    order by mail.next_attempt_at, mail.id limit 1 for update skip locked
  )
  returning id, uuid, to_address as "to", reply_to as "replyTo", subject, text, html,
    unsubscribe_url as "unsubscribeUrl", attachment, attempts as attempt`);

/**
 * Leases the longest-due mail for `leaseMs` and counts the attempt. Emails to an address are claimed in the sequence in which they were
 * queued. Returns null if none is due.
 */
export async function claimMail(db: Queryable, leaseMs: number): Promise<ClaimedMail | null> {
  const [mail] = await rowsOf<ClaimedMail>(db, CLAIM, [leaseMs]);
  return mail ?? null;
}

const HAND_BACK = statement(`
  update mail_outbox set attempts = attempts - 1, locked_until = null
  where id = $1 and attempts = $2 and sent_at is null and failed_at is null`);

/** Ends the lease of a mail whose delivery was not begun. */
export async function handBackMail(db: Queryable, { id, attempt }: ClaimedMail): Promise<void> {
  await rowsOf(db, HAND_BACK, [id, attempt]);
}

const SENT = statement(`
  with forgotten as (delete from mail_outbox where id = $1 and sent_at is null and forget_when_done)
  update mail_outbox
  set sent_at = now(), failed_at = null, locked_until = null, last_error = null, text = '', html = '',
    unsubscribe_url = null, attachment = null
  where id = $1 and sent_at is null and not forget_when_done`);

/** Marks a mail as sent and erases its body, or deletes it if nothing may remain of it. */
export async function markSent(db: Queryable, { id }: ClaimedMail): Promise<void> {
  await rowsOf(db, SENT, [id]);
}

const DELETE_FINISHED = statement(
  'delete from mail_outbox where coalesce(sent_at, failed_at) < now() - make_interval(secs => $1)',
);

/** Deletes mails that were sent or failed longer ago than `afterS` seconds. */
export async function deleteFinishedMails(db: Queryable, afterS: number): Promise<void> {
  await rowsOf(db, DELETE_FINISHED, [afterS]);
}

const DELETE_OF = statement(`
  delete from mail_outbox
  where (lower(normalize(to_address, NFKC)) = $1 or lower(normalize(reply_to, NFKC)) = $1)
    and ($2::bool or sent_at is not null or failed_at is not null)`);

/** Deletes mails to an address, and those that ask to reply to it. `unsent`: also those that are still to be sent. */
export async function deleteMailsOf(db: Queryable, address: string, { unsent }: { unsent: boolean }): Promise<void> {
  await rowsOf(db, DELETE_OF, [emailKey(address), unsent]);
}

const KNOWN = statement('select uuid from mail_outbox where uuid = any($1::uuid[])');

/** Returns the ids of the mails that are in the outbox. */
export async function knownMails(db: Queryable, uuids: string[]): Promise<Set<string>> {
  return new Set((await rowsOf<Pick<MailOutbox, 'uuid'>>(db, KNOWN, [uuids])).map(({ uuid }) => uuid));
}

const FAILED = statement(`
  with forgotten as (
    delete from mail_outbox
    where id = $1 and attempts = $2 and sent_at is null and forget_when_done and $4::float8 is null
  )
  update mail_outbox
  set last_error = $3, locked_until = null,
    next_attempt_at = now() + make_interval(secs => coalesce($4::float8, 0) / 1000),
    failed_at = case when $4::float8 is null then now() end
  where id = $1 and attempts = $2 and sent_at is null and not (forget_when_done and $4::float8 is null)`);

/** Records a failed attempt and schedules the next one; `waitMs` null: the mail has failed permanently. */
export async function recordFailure(
  db: Queryable,
  { id, attempt }: ClaimedMail,
  reason: string,
  waitMs: number | null,
): Promise<void> {
  await rowsOf(db, FAILED, [id, attempt, reason, waitMs]);
}

/** The column `mail_outbox.subject` takes no more. */
const MAX_LENGTH = 300;
/** Two line feeds in a header would begin the next header, or the text of the mail. */
const NOT_IN_HEADERS = /[\p{Cc}\u2028\u2029]+/gu;

/** Shortens a subject to one line of at most 300 characters. A long name in it must not fail the change that the mail reports. */
export function subjectLine(subject: string): string {
  const line = subject.toWellFormed().replace(NOT_IN_HEADERS, ' ').trim();
  if (line.length <= MAX_LENGTH) return line;
  return `${line
    .slice(0, MAX_LENGTH - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
