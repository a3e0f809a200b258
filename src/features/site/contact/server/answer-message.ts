import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import type { MessageChange } from '../model/message-state.ts';
import { addReply, countReplies, lockMessage, setMessage } from './message-store.ts';
import type { ContactDeps } from './send-message.ts';

type Reply = { text: string; replies: number };

/**
 * Emails an answer to the sender of a message, and ends the work on it. Throws `conflict` if there are more answers than the caller has seen,
 * so that two people, or two presses, do not answer twice.
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

/** Takes a message on, gives it back, sets it aside or opens it again. Throws `conflict` if somebody else has taken it. */
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
