import { AppError } from '#lib/app-error.ts';
import type { Language } from '#lib/i18n/translator.ts';
import { PRODUCT_NAME } from '#lib/product.ts';
import { type Columns, execute, type Queryable, queryFirst, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { MailOutbox } from '#lib/server/database/rows.ts';
import { emailKeys } from '#lib/server/email-keys.ts';
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

/**
 * Leases the longest-due mail for `leaseMs` and counts the attempt. Emails to an address are claimed in the sequence in which they were
 * queued. Returns null if none is due.
 */
export const claimMail = queryFirst<ClaimedMail, [leaseMs: number]>(`
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

/** Deletes mails that were sent or failed longer ago than `afterS` seconds. */
export const deleteFinishedMails = execute<[afterS: number]>(
  'delete from mail_outbox where coalesce(sent_at, failed_at) < now() - make_interval(secs => $1)',
);

const DELETE_OF = statement(`
  delete from mail_outbox
  where (lower(normalize(to_address, NFKC)) = any($1) or lower(normalize(reply_to, NFKC)) = any($1))
    and ($2::bool or sent_at is not null or failed_at is not null)`);

/** Deletes mails to an address, and those that ask to reply to it. `unsent`: also those that are still to be sent. */
export async function deleteMailsOf(db: Queryable, address: string, { unsent }: { unsent: boolean }): Promise<void> {
  await rowsOf(db, DELETE_OF, [emailKeys(address), unsent]);
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

type MailContent = {
  title: string;
  /** Line breaks inside a paragraph are kept. */
  paragraphs: string[];
  /** Events, each with a link to its page. */
  items?: MailItem[];
  action?: Link;
  footer: string;
  /** Unsubscribe link, for newsletters. */
  unsubscribe?: Link;
};

type Link = { label: string; url: string };
export type MailItem = { title: string; lines: string[]; url: string };

/**
 * Composes the text and HTML versions of a mail. Mail clients cannot use our style sheets, so the colors are inlined.
 */
export function composeMail(content: MailContent, language: Language): { text: string; html: string } {
  return { text: composeText(content), html: composeHtml(content, language) };
}

function composeText({ title, paragraphs, items = [], action, footer, unsubscribe }: MailContent): string {
  const links = (link: Link | undefined) => (link ? [`${link.label}:\n${link.url}`] : []);
  const events = items.map((item) => [item.title, ...item.lines, item.url].join('\n'));
  return [title, ...paragraphs, ...events, ...links(action), footer, ...links(unsubscribe)].join('\n\n');
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";
const BODY = `${FONT};font-size:16px;line-height:1.55;color:#0c1b2a`;
const SMALL = `${FONT};font-size:14px;line-height:1.4;color:#46566a`;
const DARK = `@media (prefers-color-scheme:dark){
.ground{background:#0a1420!important}
.sheet{background:#101d2c!important;border-color:#24364b!important}
.ink{color:#eef2f5!important}
.soft{color:#a9b7c6!important}
.link{color:#7cc4ee!important}
}`;

function composeHtml(
  { title, paragraphs, items = [], action, footer, unsubscribe }: MailContent,
  { locale, dir }: Language,
): string {
  const inner = [
    `<p class="ink" style="${BODY};margin:0 0 24px;font-size:20px;font-weight:700">${escaped(PRODUCT_NAME)}</p>`,
    `<h1 class="ink" dir="auto" style="${BODY};margin:0 0 16px;font-size:24px;line-height:1.25">${lines(title)}</h1>`,
    ...paragraphs.map((text) => `<p class="ink" dir="auto" style="${BODY};margin:0 0 16px">${lines(text)}</p>`),
    ...items.map(itemBlock),
    ...(action ? [button(action)] : []),
  ];
  return `<!doctype html>
<html lang="${locale}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>${DARK}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#faf8f4">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#faf8f4"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #ddd6c8;border-radius:12px"><tr><td style="padding:28px 24px;text-align:start">
${inner.join('\n')}
</td></tr></table>
<p class="soft" dir="auto" style="${SMALL};max-width:560px;margin:16px auto 0">${lines(footer)}${unsubscribe ? `<br>${smallLink(unsubscribe)}` : ''}</p>
</td></tr></table>
</body>
</html>
`;
}

/** A link styled as a button, and its URL below in case the button does not work. */
function button({ label, url }: Link): string {
  const href = escaped(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px"><tr><td bgcolor="#c2410c" style="border-radius:10px;background:#c2410c"><a href="${href}" dir="auto" style="${FONT};display:inline-block;padding:12px 20px;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(label)}</a></td></tr></table>
<p dir="ltr" style="${SMALL};margin:0;word-break:break-all"><a class="link" href="${href}" style="color:#0b5b86">${href}</a></p>`;
}

function itemBlock({ title, lines: texts, url }: MailItem): string {
  return `<div dir="auto" style="${BODY};margin:0 0 20px;padding:0 0 0 12px;border-left:3px solid #ddd6c8"><a class="link" href="${escaped(url)}" style="font-weight:600;color:#0b5b86">${escaped(title)}</a>${texts.map((text) => `<br><span class="ink">${escaped(text)}</span>`).join('')}</div>`;
}

function smallLink({ label, url }: Link): string {
  return `<a class="link" href="${escaped(url)}" style="color:#0b5b86">${escaped(label)}</a>`;
}

function lines(text: string): string {
  return escaped(text).replace(/\r\n|\r|\n/g, '<br>');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
