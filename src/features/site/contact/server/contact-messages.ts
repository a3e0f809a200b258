import type pg from 'pg';
import { actingAdmin, audit, emailHash } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { countAttempt } from '#lib/server/http/rate-limit.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import type { MessagesQuery, MessagesResponse } from '../model/contact-contract.ts';
import type { ContactMessage } from '../model/contact-forms.ts';
import type { MessageChange } from '../model/message.ts';
import {
  addReply,
  countOpen,
  countReplies,
  findMessages,
  insertMessage,
  lockMessage,
  repliesTo,
  setMessage,
} from './contact-store.ts';

export type ContactDeps = {
  pool: pg.Pool;
  /** `own` emails messages to the operator's address; `send-service` leaves them to `startForwarding`. */
  contact: { transport: 'own' | 'send-service'; email: string };
};

const PER_SENDER = { uses: 20, inSeconds: 24 * 3_600, messageKey: 'contact.tooMany' } as const;

/** Stores a message and queues it for the operator. Throws `too_many` above the limit per sender address. */
export async function sendMessage({ pool, contact }: ContactDeps, sent: ContactMessage): Promise<void> {
  await countAttempt(pool, `contact from ${emailHash(sent.from_email)}`, PER_SENDER);
  await withTransaction(pool, async (db) => {
    await insertMessage(db, sent, contact.transport === 'send-service');
    if (contact.transport === 'own') await mailToOperator(db, contact.email, sent);
  });
}

/** Sends from our address; only Reply-To is the address the user typed. */
function mailToOperator(db: Queryable, operator: string, sent: ContactMessage): Promise<void> {
  const { from_name: name, from_email: email, subject, message } = sent;
  const t = recipientTranslator();
  const content = {
    title: subject,
    paragraphs: [t('mail.contact.from', { name, email }), message],
    footer: t('mail.contact.footer'),
  };
  return queueMail(db, {
    to: operator,
    replyTo: email,
    subject: t('mail.contact', { subject }),
    ...composeMail(content, t),
  });
}

const PAGE_SIZE = 25;

/** Returns a page of contact messages with their answers, newest first. */
export async function readMessages(
  { pool }: Pick<ContactDeps, 'pool'>,
  query: MessagesQuery,
  limit = PAGE_SIZE,
): Promise<MessagesResponse> {
  const found = await findMessages(pool, query, limit + 1);
  const page = found.slice(0, limit);
  const replies = await repliesTo(
    pool,
    page.map(({ id }) => id),
  );
  const items = page.map(({ createdAt, ...message }) => ({
    ...message,
    createdAt: createdAt.toISOString(),
    replies: replies
      .filter(({ message_id: of }) => of === message.id)
      .map(({ by, text, created_at: at }) => ({ by, text, at: at.toISOString() })),
  }));
  return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null, open: await countOpen(pool) };
}

type Reply = { text: string; replies: number };

/**
 * Emails an answer to the sender of a message and marks the message as done. Throws `conflict` if there are more answers than the caller has
 * seen, which prevents double answers by two people or a double click.
 */
export async function answerMessage(
  { pool, contact }: ContactDeps,
  adminId: number,
  id: number,
  { text, replies }: Reply,
  origin: Origin,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const message = await lockMessage(db, id);
    if (!message) throw noMessage();
    if ((await countReplies(db, id)) !== replies)
      throw new AppError('conflict', 'the message was answered', { messageKey: 'messages.answeredMeanwhile' });
    await addReply(db, id, adminId, text);
    await mailReply(db, contact.email, message, text);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'message answered',
      subject: { kind: 'message', id },
    });
  });
}

type Answered = { from_email: string; subject: string; message: string };

function mailReply(db: Queryable, office: string, { from_email: email, subject, message }: Answered, text: string) {
  const t = recipientTranslator();
  const content = {
    title: t('mail.contactReply.title'),
    paragraphs: [text, t('mail.contactReply.asked', { message })],
    footer: t('mail.contactReply.footer'),
  };
  return queueMail(db, {
    to: email,
    replyTo: office,
    subject: t('mail.contactReply', { subject }),
    ...composeMail(content, t),
  });
}

/** Takes, releases, closes or reopens a message. Throws `conflict` if another person has taken it. */
export async function changeMessage(
  { pool }: Pick<ContactDeps, 'pool'>,
  adminId: number,
  id: number,
  to: MessageChange,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    if (!(await lockMessage(db, id))) throw noMessage();
    if (!(await setMessage(db, id, to, adminId)))
      throw new AppError('conflict', 'somebody else took the message', { messageKey: 'messages.takenMeanwhile' });
  });
}

const noMessage = () => new AppError('not_found', 'no such message', { messageKey: 'messages.notFound' });
